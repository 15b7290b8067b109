import { useSyncExternalStore } from 'react'
import { sessionStore } from './identity.ts'
import type { Cleaner } from './personal-data.ts'
import type { SessionState } from './session-state.ts'
import { countUnsentNotes } from '../storage-keys.ts'

export type { Removal } from './personal-data.ts'
export type { SessionState, SessionUser } from './session-state.ts'

/** Asks whether to sign out with unsent notes; `leave` continues the sign-out. */
export type SignOutQuestion = (unsent: number, leave: () => Promise<void>) => void
let question: SignOutQuestion | undefined

/** Sets the dialog that asks. The host calls it. Returns a function that removes it. */
export function setSignOutQuestion(ask: SignOutQuestion): () => void {
  question = ask
  return () => {
    if (question === ask) question = undefined
  }
}

/** Signs out; first asks if unsent notes would be deleted. The next sign-in of this tab leads to `returnTo`. */
async function signOut(returnTo?: string, { asks = true } = {}): Promise<void> {
  const { user } = sessionStore.getState()
  const unsent = user ? countUnsentNotes(user.uid) : 0
  if (asks && unsent > 0 && question) question(unsent, () => sessionStore.end(returnTo))
  else await sessionStore.end(returnTo)
}

export function useSession(): SessionState & { signOut: typeof signOut } {
  const state = useSyncExternalStore(sessionStore.subscribe, sessionStore.getState)
  return { ...state, signOut }
}

/** A session based on a stored token is confirmed after the first paint: loading the SDK would delay that. */
const CONFIRM_AFTER_MS = 1_000

/** Restores a stored session; the host calls it once at startup. */
export function startSession(): void {
  if (sessionStore.isAssumed) setTimeout(() => void sessionStore.start(), CONFIRM_AFTER_MS)
  else void sessionStore.start()
}

/** False once it is known that no user is signed in. */
export const mayBeSignedIn = (): boolean => sessionStore.getState().status !== 'anonymous'

export const setLoginNavigation = (navigate: () => void | Promise<void>) =>
  sessionStore.setLoginNavigation(navigate)

/** Runs `cleaner` whenever a session ends, before stored data is removed. Returns the unsubscribe function. */
export const onSessionEnd = (cleaner: Cleaner) => sessionStore.onEnd(cleaner)

/** Reads the user from the identity service again, for example after another tab has verified the address. */
export const refreshSession = () => sessionStore.reload()
