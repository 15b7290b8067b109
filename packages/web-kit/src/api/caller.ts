import { sessionStore } from '../session/identity.ts'
import type { SessionStore } from '../session/session-store.ts'

export type Caller = Pick<SessionStore, 'current' | 'isAssumed' | 'isLeaving' | 'token' | 'confirm' | 'end'>

let guest: Caller | undefined

/** The guest whose page is open, else the session of this browser, signed in or not. */
export const callerNow = (): Caller => guest ?? sessionStore

/** Whether the page is a guest's. Data of guests and accounts never mix. */
export const isGuest = (): boolean => guest !== undefined

/** Makes all calls those of a guest, even while an account is signed in. Returns a function that ends it. */
export function callAs(caller: Caller): () => void {
  guest = caller
  return () => {
    if (guest === caller) guest = undefined
  }
}
