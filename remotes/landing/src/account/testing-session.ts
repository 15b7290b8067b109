import type { SessionState } from '@andscene/web-kit/session'

/** The page's session in memory, for tests that replace the identity service by doubles. */
class TestingSession {
  #state: SessionState = { status: 'anonymous', user: null }
  readonly #listeners = new Set<() => void>()

  /** As the API client asks: without a token, which no test needs. */
  readonly current = 0
  readonly isAssumed = false
  readonly isLeaving = false
  token = async () => null
  confirm = async () => false

  getState = () => this.#state
  subscribe = (listener: () => void) => {
    this.#listeners.add(listener)
    return () => this.#listeners.delete(listener)
  }

  /** Where each sign-out was to lead the next sign-in. */
  readonly ended: (string | undefined)[] = []

  end = async (returnTo?: string) => {
    this.ended.push(returnTo)
  }

  become(email: string | undefined): void {
    this.#state = email
      ? {
          status: 'authenticated',
          user: { uid: email, email, displayName: null, emailVerified: false },
        }
      : { status: 'anonymous', user: null }
    for (const listener of this.#listeners) listener()
  }
}

export const testingSession = new TestingSession()
