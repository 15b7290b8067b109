import { Emitter } from '@andscene/web-kit/emitter'
import type { SessionState } from '@andscene/web-kit/session'
import { beforeEach, vi } from 'vitest'

/** The page's session in memory. */
class TestingSession {
  #state: SessionState = { status: 'anonymous', user: null }
  readonly #changed = new Emitter()
  subscribe = this.#changed.subscribe

  /** Returns no token, because no test needs one. */
  readonly current = 0
  readonly isAssumed = false
  readonly isLeaving = false
  token = async () => null
  confirm = async () => false

  getState = () => this.#state

  /** The `returnTo` of each sign-out. */
  readonly ended: (string | undefined)[] = []

  end = async (returnTo?: string) => {
    this.ended.push(returnTo)
  }

  become(email: string | undefined): void {
    this.#state = email
      ? { status: 'authenticated', user: { uid: email, email, displayName: null, emailVerified: false } }
      : { status: 'anonymous', user: null }
    this.#changed.emit()
  }
}

// Mocks of the identity service: `vi.mock('@andscene/web-kit/identity', () => import('../testing/identity.ts'))`.
const done = async () => undefined
export const sessionStore = new TestingSession()
export const signIn = vi.fn<(email: string, password: string, signal: AbortSignal) => Promise<void>>(done)
export const signInWithGoogle = vi.fn<() => Promise<void>>(done)
export const signInWithLocalAccount = vi.fn<(account: unknown) => Promise<void>>(done)
export const usesLocalChooser = vi.fn<() => boolean>(() => false)
export const register = vi.fn<() => Promise<{ unsent?: unknown }>>(async () => ({}))
export const passwordPolicyMisses = vi.fn<() => Promise<string[] | null>>(async () => null)
export const forgetNewcomer = vi.fn<() => void>()
export const sendVerification = vi.fn<() => Promise<void>>(done)
export const applyVerification = vi.fn<(code: string) => Promise<void>>(done)
export const sendResetEmail = vi.fn<(email: string) => Promise<void>>(done)
export const checkResetCode = vi.fn<(code: string) => Promise<string>>(async () => 'ada@example.com')
export const confirmReset = vi.fn<(code: string, password: string) => Promise<void>>(done)
export const warmUp = () => undefined

beforeEach(() => {
  vi.resetAllMocks()
  sessionStore.ended.length = 0
  sessionStore.become(undefined)
})
