import { Emitter } from '@andscene/web-kit/emitter'
import type { SessionState, SignOutQuestion } from '@andscene/web-kit/session'
import { useSyncExternalStore } from 'react'
import { beforeEach, vi } from 'vitest'

// A double of the session: `vi.mock('@andscene/web-kit/session', () => import('../testing/session.ts'))`.
export const ANONYMOUS: SessionState = { status: 'anonymous', user: null }
export const LEAVING: SessionState = { status: 'leaving', user: null }
export const LOADING: SessionState = { status: 'loading', user: null }
export const signedInAs = (emailVerified = true): SessionState => ({
  status: 'authenticated',
  user: { uid: 'ada', email: 'ada@example.com', displayName: null, emailVerified },
})

const changed = new Emitter()
/** A new `state` is shown with the next render, or immediately after `tell`. */
export const session = {
  state: ANONYMOUS as SessionState,
  signOut: vi.fn<() => Promise<void>>(async () => undefined),
  /** The dialog that the shell has set. */
  ask: undefined as SignOutQuestion | undefined,
  tell: changed.emit,
}
beforeEach(() => {
  session.state = ANONYMOUS
  session.signOut.mockClear()
})

export const useSession = () => ({
  ...useSyncExternalStore(changed.subscribe, () => session.state),
  signOut: session.signOut,
})
export const refreshSession = async () => undefined
export const onSessionEnd = () => undefined
export const setSignOutQuestion = (ask: SignOutQuestion) => {
  session.ask = ask
  return () => undefined
}
