import { useSyncExternalStore } from 'react'
import { sessionStore } from './identity.ts'
import type { Cleaner } from './personal-data.ts'
import type { SessionState } from './session-state.ts'
import { countUnsentNotes } from './unsent-notes.ts'

export type { Removal } from './personal-data.ts'
export type { SessionState, SessionUser } from './session-state.ts'

/** Asks whether to sign out though so many notes are not sent; `leave` does it. */
export type SignOutQuestion = (unsent: number, leave: () => Promise<void>) => void
let question: SignOutQuestion | undefined

/** How the page asks; the host sets it. Returns its removal. */
export function setSignOutQuestion(ask: SignOutQuestion): () => void {
  question = ask
  return () => {
    if (question === ask) question = undefined
  }
}

/**
 * `returnTo`: where the next sign-in of this tab leads. Somebody with unsent notes is asked first, because they are deleted
 * with it.
 */
async function signOut(returnTo?: string, { asks = true } = {}): Promise<void> {
  const { user } = sessionStore.getState()
  const unsent = user ? countUnsentNotes(user.uid) : 0
  if (asks && unsent > 0 && question) question(unsent, () => sessionStore.end(returnTo))
  else await sessionStore.end(returnTo)
}

/** The session as the screen sees it. `signOut` clears everything of the person and leads to /secret-login. */
export function useSession(): SessionState & { signOut: typeof signOut } {
  const state = useSyncExternalStore(sessionStore.subscribe, sessionStore.getState)
  return { ...state, signOut }
}

/** A session that stands on a stored token is confirmed when its first page has most likely been drawn: the SDK would hold that up. */
const CONFIRM_AFTER_MS = 1_000

/** Resolves a stored session; the host calls it once at start. */
export function startSession(): void {
  if (sessionStore.isAssumed) setTimeout(() => void sessionStore.start(), CONFIRM_AFTER_MS)
  else void sessionStore.start()
}

/** False as soon as it is known that nobody is signed in. */
export const mayBeSignedIn = (): boolean => sessionStore.getState().status !== 'anonymous'

/** Sets the function that navigates to /secret-login. */
export const setLoginNavigation = (navigate: () => void | Promise<void>) =>
  sessionStore.setLoginNavigation(navigate)

/** Runs `cleaner` whenever a session ends (sign-out, 401), before stored data is removed. Returns its removal. */
export const onSessionEnd = (cleaner: Cleaner) => sessionStore.onEnd(cleaner)

/** Asks the identity service again about the signed-in person, e.g. whether the address was verified elsewhere. */
export const refreshSession = () => sessionStore.reload()
