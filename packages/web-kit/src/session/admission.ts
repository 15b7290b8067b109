import type { User } from 'firebase/auth'
import type { IdentityLink } from './identity-link.ts'
import type { PersonalData } from './personal-data.ts'
import type { ObservableState } from './session-state.ts'
import { removeKey, TOKEN_KEY, writeKey } from '../storage-keys.ts'
import { isSignedOut, tokenOwner, unmarkSignedOut } from './stored-session.ts'

type Parts = { identity: IdentityLink; state: ObservableState; personal: PersonalData }

/**
 * Decides which users may have a session on this page: after a successful attempt here, or with a stored token of the same
 * user. A user whom only the identity service remembers may not (product §6).
 */
export class Admission {
  #entering: string | undefined
  readonly #parts: Parts

  constructor(parts: Parts) {
    this.#parts = parts
  }

  get isUnderWay(): boolean {
    return this.#entering !== undefined
  }

  /** Whether `user` may have the session; `current` is the uid of its present user. */
  allows({ uid }: User, current: string | undefined): boolean {
    if (uid === this.#entering) return true
    return !isSignedOut() && (uid === current || uid === tokenOwner())
  }

  /** Begins the session of `user`, who has just authenticated. Resolves once this page shows it. */
  async admit(user: User): Promise<void> {
    const { identity, state, personal } = this.#parts
    const { token } = await user.getIdTokenResult()
    await personal.removal?.catch(() => undefined)
    this.#entering = user.uid
    try {
      unmarkSignedOut()
      // Before the identity service is updated, because other tabs admit only the owner of the stored token.
      writeKey(TOKEN_KEY, token)
      await identity.adopt(user)
      const shown = state.current.user?.uid === user.uid ? state.current : await state.resolved()
      if (shown.user?.uid !== user.uid) throw new Error('The session has ended meanwhile')
    } catch (error) {
      if (state.current.user?.uid !== user.uid && tokenOwner() === user.uid) removeKey(TOKEN_KEY)
      throw error
    } finally {
      this.#entering = undefined
    }
  }
}
