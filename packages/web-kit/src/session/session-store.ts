import type { User } from 'firebase/auth'
import { IdentityLink, type IdentityPort } from './identity-link.ts'
import { PersonalData, type Cleaner } from './personal-data.ts'
import { ObservableState, type SessionState } from './session-state.ts'
import {
  readKey,
  removeKey,
  removeUnsentOfOthers,
  SIGNED_OUT_KEY,
  TOKEN_KEY,
  writeKey,
} from '../storage-keys.ts'
import {
  BY_PERSON,
  isSignedOut,
  isSignedOutByPerson,
  markSignedOut,
  storedPerson,
  tokenOwner,
  unmarkSignedOut,
  type SessionEnding,
} from './stored-session.ts'
import { TokenKeeper } from './token-keeper.ts'
import { forgetEnd, rememberEnd } from './ended-session.ts'
import {
  forgetPage,
  forgetReturnOfOthers,
  rememberReturn,
  rememberStep,
  shownPath,
} from '../navigation/wanted-page.ts'

/** The session of this page: its state, its token and its end (product §4, §8). */
export class SessionStore {
  readonly #state: ObservableState
  readonly #personalData = new PersonalData()
  readonly #tokens = new TokenKeeper()
  readonly #identity: IdentityLink
  /** The user whose session is beginning on this page. */
  #admittingUid: string | undefined
  #ending: Promise<void> | undefined
  /** Resolves once the latest change of the identity service is applied. */
  #applying: Promise<void> = Promise.resolve()
  /** Counts changes of the identity service, to apply only the latest. */
  #changes = 0
  #sessions = 0
  #openLogin: () => void | Promise<void> = () => globalThis.location.assign('/secret-login')

  constructor(port: () => Promise<IdentityPort>) {
    this.#state = new ObservableState(stateAtStart())
    this.#identity = new IdentityLink(port, (user) => {
      this.#applying = this.#apply(user)
    })
    // There is no window when a build prerenders a page.
    if (!('addEventListener' in globalThis)) return
    globalThis.addEventListener('storage', ({ key, newValue }) => {
      if (key === SIGNED_OUT_KEY && newValue !== null) void this.#onSignOutElsewhere(newValue === BY_PERSON)
    })
    globalThis.addEventListener('focus', () => void this.#checkOnFocus())
  }

  getState = (): SessionState => this.#state.current

  /** Number of the session. A 401 response to a request of an earlier session does not end this one. */
  get current(): number {
    return this.#sessions
  }

  /**
   * True while the session is based on the stored token only (product §6): the backend validates the token, and the
   * identity service has not confirmed the user yet.
   */
  get isAssumed(): boolean {
    return this.#state.current.status === 'authenticated' && this.#tokens.user === null
  }

  /** True while the session ends: calls have no token then. */
  get isLeaving(): boolean {
    return this.#state.current.status === 'leaving'
  }

  subscribe = (listener: () => void): (() => void) => this.#state.subscribe(listener)

  /** Runs `cleaner` whenever a session ends, to remove data in memory. Returns the unsubscribe function. */
  onEnd(cleaner: Cleaner): () => void {
    return this.#personalData.onEnd(cleaner)
  }

  setLoginNavigation(navigate: () => void | Promise<void>): void {
    this.#openLogin = navigate
  }

  /** Restores a stored session, and finishes an interrupted sign-out. Does not load the SDK for visitors. */
  async start(): Promise<void> {
    if (isSignedOut()) {
      removeKey(TOKEN_KEY)
      await this.#personalData.remove({ keepsWords: !isSignedOutByPerson() }).catch(() => undefined)
    } else if (this.#state.current.status !== 'loading' && !this.isAssumed) return
    try {
      await this.confirm()
    } catch {
      // The SDK failed to load: show the page of a visitor instead of 'Loading...'. The token is kept.
      if (!this.isAssumed) this.#state.set('anonymous')
    }
  }

  /** Confirms this page's user with the identity service; resolves with whether there is one. */
  async confirm(): Promise<boolean> {
    await this.#identity.open()
    // It may change again while the previous change is applied.
    let last
    do {
      last = this.#applying
      await last
    } while (last !== this.#applying)
    return this.#tokens.user !== null
  }

  /** Call it before a login attempt: signs out a user whom the identity service remembers without a session. */
  async prepare(): Promise<void> {
    await this.#ending?.catch(() => undefined)
    await this.#identity.open()
    await this.#identity.dismissStranger()
  }

  /** Begins the session of `user`, who has just authenticated. Resolves once this page shows it. */
  async admit(user: User): Promise<void> {
    const { token } = await user.getIdTokenResult()
    await this.#personalData.removal?.catch(() => undefined)
    this.#admittingUid = user.uid
    const isShown = () => this.#state.current.user?.uid === user.uid
    try {
      unmarkSignedOut()
      // Before the identity service is updated, because other tabs admit only the user of the stored token.
      writeKey(TOKEN_KEY, token)
      await this.#identity.adopt(user)
      const shown = isShown() ? this.#state.current : await this.#state.resolved()
      if (shown.user?.uid !== user.uid) throw new Error('The session has ended meanwhile')
    } catch (error) {
      if (!isShown() && tokenOwner() === user.uid) removeKey(TOKEN_KEY)
      throw error
    } finally {
      this.#admittingUid = undefined
    }
  }

  /** A user whom only the identity service remembers must not get a session on this page (product §6). */
  #mayAdmit({ uid }: User): boolean {
    if (uid === this.#admittingUid) return true
    return !isSignedOut() && (uid === this.#tokens.user?.uid || uid === tokenOwner())
  }

  /** Resolves with the user of the session once it is known. */
  async person(): Promise<User | null> {
    await this.start()
    if (this.#state.current.status === 'loading') await this.#state.resolved()
    return this.#tokens.user
  }

  /** The token for a request, or null for a visitor. */
  async token(): Promise<string | null> {
    if (this.#ending) return null
    const stored = readKey(TOKEN_KEY)
    if (!stored && !this.#tokens.user) return null
    if (stored && this.#tokens.isFresh() && !this.#tokens.isReplaced()) return stored
    if (this.isAssumed && storedPerson()?.uid === this.#state.current.user?.uid) return stored
    try {
      await this.#identity.open()
      return this.#tokens.user ? await this.#tokens.sync(this.#tokens.user) : null
    } catch {
      // The identity service is unavailable: the stored token may still be valid, and the backend decides.
      return stored
    }
  }

  /** Reads changes that cause no new token, such as a verified address, from the identity service. */
  async reload(): Promise<void> {
    const user = await this.person()
    if (!user) return
    await user.reload()
    await this.#tokens.sync(user, true)
    if (this.#tokens.user === user) this.#state.show(user)
  }

  /**
   * Ends the session after a sign-out or a 401: opens /secret-login and removes the user's data (product §6), except
   * what was not sent in an expired session. The next sign-in leads to `returnTo`, after an expiry only that of the same
   * user. `code`: the error code of the 401.
   */
  end(returnTo?: string, how: SessionEnding = BY_PERSON, code?: string): Promise<void> {
    this.#ending ??= this.#endSession(returnTo, how, code).finally(() => {
      this.#ending = undefined
    })
    return this.#ending
  }

  async #endSession(returnTo: string | undefined, how: SessionEnding, code?: string): Promise<void> {
    this.#sessions += 1
    // Switching to a new account opens another tab for its verification mail.
    if (returnTo !== undefined && how === BY_PERSON) rememberStep(returnTo)
    else {
      forgetPage()
      if (returnTo !== undefined) rememberReturn(returnTo, this.#state.current.user?.uid)
    }
    if (how === BY_PERSON) forgetEnd()
    else rememberEnd(code)
    // First: if the identity service is unavailable, the next start finishes the sign-out.
    markSignedOut(how)
    this.#tokens.forget()
    removeKey(TOKEN_KEY)
    this.#state.set('leaving')
    await this.#openLogin()
    try {
      await this.#personalData.remove({ keepsWords: how !== BY_PERSON })
    } finally {
      try {
        await this.#identity.signOut()
      } finally {
        // Requests made while leaving belong to no session.
        this.#sessions += 1
        this.#state.set('anonymous')
      }
    }
  }

  /** Another tab has signed out. If it cannot reach the identity service, this one tries. */
  async #onSignOutElsewhere(isByPerson: boolean): Promise<void> {
    if (this.#ending || !(this.#identity.isOpen || this.isAssumed)) return
    void this.#apply(null, !isByPerson)
    await this.#identity.open().catch(() => undefined)
    await this.#identity.dismissStranger()
  }

  /** Another tab may have signed in before this page loaded the SDK: check on focus, but not during a login attempt. */
  async #checkOnFocus(): Promise<void> {
    if (this.#identity.isOpen || this.#ending || isSignedOut() || readKey(TOKEN_KEY) === null) return
    await this.#identity.open().catch(() => undefined)
  }

  /** Applies a change of the identity service: another tab may have signed out, or in with another account. */
  async #apply(remembered: User | null, keepsWords = !isSignedOutByPerson()): Promise<void> {
    const user = remembered && this.#mayAdmit(remembered) ? remembered : null
    this.#identity.hasStranger = user !== remembered
    const change = ++this.#changes
    // Another tab's token arrives before its session: do not remove either here.
    if (!user && this.#isAnonymous()) return
    // A session based on the stored token has a user before the identity service confirms them.
    if (!user) this.#tokens.forget(this.#state.current.user?.uid)
    if (!this.#ending) await this.#replaceUser(user, keepsWords)
    if (change !== this.#changes || this.#ending) return
    if (!user) return this.#state.set('anonymous')
    // The address was verified after the token was issued: renew the token once, or each start would ask to verify
    // again.
    const isBehind =
      storedPerson()?.emailVerified === false && user.emailVerified && this.#tokens.user !== user
    removeUnsentOfOthers(user.uid)
    forgetReturnOfOthers(user.uid)
    forgetEnd()
    this.#tokens.user = user
    try {
      await this.#tokens.sync(user, isBehind)
    } catch {
      // Offline: the next request renews the token.
    }
    if (this.#tokens.user === user) this.#state.show(user)
  }

  /** True while no user is signed in or being admitted on this page. */
  #isAnonymous(): boolean {
    const isNobody = this.#state.current.status === 'anonymous' && this.#tokens.user === null
    return isNobody && this.#admittingUid === undefined && !this.#ending
  }

  /** Removes the data of the user before `user`; without a user, all personal data. */
  async #replaceUser(user: User | null, keepsWords: boolean): Promise<void> {
    const before = this.#state.current.user?.uid
    const isOther = before !== undefined && before !== user?.uid
    if (isOther) {
      this.#sessions += 1
      // After an expiry, the next sign-in in this tab returns to this page.
      if (!user && keepsWords) {
        rememberReturn(shownPath(), before)
        rememberEnd()
      }
      // Close the screens before their data is removed: they would fetch it again, without a token.
      this.#state.set('leaving')
    }
    // A pending removal would also remove the new user's token.
    const removal = { keepsWords: keepsWords && !user }
    await (isOther || !user ? this.#personalData.remove(removal) : this.#personalData.removal)?.catch(
      () => undefined,
    )
  }
}

/** The state before the SDK is loaded: a valid stored token has a user; without a token there is none. */
function stateAtStart(): SessionState {
  const user = storedPerson()
  if (user) return { status: 'authenticated', user }
  return { status: readKey(TOKEN_KEY) && !isSignedOut() ? 'loading' : 'anonymous', user: null }
}
