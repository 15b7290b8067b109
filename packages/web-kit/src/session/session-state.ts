import { Emitter } from '../emitter.ts'

export type SessionUser = {
  uid: string
  email: string | null
  displayName: string | null
  emailVerified: boolean
}
export type SessionState =
  | { status: 'loading'; user: null }
  | { status: 'authenticated'; user: SessionUser }
  | { status: 'anonymous'; user: null }
  /** The session is ending: the user is signed out, but guards must not redirect yet. */
  | { status: 'leaving'; user: null }

export class ObservableState {
  current: SessionState
  readonly #changed = new Emitter()
  subscribe = this.#changed.subscribe

  constructor(initial: SessionState) {
    this.current = initial
  }

  set(status: 'leaving' | 'anonymous'): void {
    this.#publish({ status, user: null })
  }

  show({ uid, email, displayName, emailVerified }: SessionUser): void {
    this.#publish({ status: 'authenticated', user: { uid, email, displayName, emailVerified } })
  }

  resolved(): Promise<SessionState> {
    return new Promise((resolve) => {
      const stop = this.subscribe(() => {
        if (this.current.status === 'leaving') return
        stop()
        resolve(this.current)
      })
    })
  }

  #publish(state: SessionState): void {
    this.current = state
    this.#changed.emit()
  }
}
