import { sessionStore } from '../session/identity.ts'
import type { SessionStore } from '../session/session-store.ts'

/** Whose calls these are, as the API client and the query cache see it. */
export type Caller = Pick<SessionStore, 'current' | 'isAssumed' | 'isLeaving' | 'token' | 'confirm' | 'end'>

let guest: Caller | undefined

/** The guest whose page is open, else the session of this browser, with or without a person. */
export const callerNow = (): Caller => guest ?? sessionStore

/** Whether the page is a guest's: nothing of theirs is an account's, and nothing of an account is theirs. */
export const isGuest = (): boolean => guest !== undefined

/** From now on calls are those of a guest, also where somebody is signed in; returns the end of it. */
export function callAs(caller: Caller): () => void {
  guest = caller
  return () => {
    if (guest === caller) guest = undefined
  }
}
