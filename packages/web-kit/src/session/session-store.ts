import type { User } from 'firebase/auth'
import { Admission } from './admission.ts'
import { IdentityLink, type IdentityPort } from './identity-link.ts'
import { PersonalData, type Cleaner } from './personal-data.ts'
import { ObservableState, type SessionState } from './session-state.ts'
import { readKey, removeKey, SIGNED_OUT_KEY, TOKEN_KEY } from '../storage-keys.ts'
import {
  BY_PERSON,
  isSignedOut,
  isSignedOutByPerson,
  markSignedOut,
  storedPerson,
  type SessionEnding,
} from './stored-session.ts'
import { TokenKeeper } from './token-keeper.ts'
import { removeNotesOfOthers } from './unsent-notes.ts'
import { forgetPage, rememberPage, rememberStep, shownPath } from '../navigation/wanted-page.ts'

/** The session of this page: its state, its token, and what happens when it ends (product §4, §8). */
export class SessionStore {
  readonly #state: ObservableState
  readonly #personal = new PersonalData()
  readonly #tokens = new TokenKeeper()
  readonly #identity: IdentityLink
  readonly #admission: Admission
  #ending: Promise<void> | undefined
  /** What the identity service has said last is being taken over. */
  #following: Promise<void> = Promise.resolve()
  /** Counts what the identity service has said: only the latest matters. */
  #news = 0
  #sessions = 0
  #toLogin: () => void | Promise<void> = () => globalThis.location.assign('/secret-login')

  constructor(port: () => Promise<IdentityPort>) {
    this.#state = new ObservableState(stateAtStart())
    this.#identity = new IdentityLink(port, (user) => {
      this.#following = this.#follow(user)
    })
    this.#admission = new Admission({
      identity: this.#identity,
      state: this.#state,
      personal: this.#personal,
    })
    // Where a build renders a page to HTML there is no window.
    if (!('addEventListener' in globalThis)) return
    globalThis.addEventListener('storage', ({ key, newValue }) => {
      if (key === SIGNED_OUT_KEY && newValue !== null) void this.#hearOfSignOut(newValue === BY_PERSON)
    })
    globalThis.addEventListener('focus', () => void this.#catchUp())
  }

  getState = (): SessionState => this.#state.current

  /** Number of the present session. A 401 to a request of an earlier one says nothing about this one. */
  get current(): number {
    return this.#sessions
  }

  /**
   * True while the session stands on the stored token alone (product §6): the person sees their pages and the backend judges
   * the token, before the identity service has been asked.
   */
  get isAssumed(): boolean {
    return this.#state.current.status === 'authenticated' && this.#tokens.user === null
  }

  /** True while it ends: a call would have no token any more. */
  get isLeaving(): boolean {
    return this.#state.current.status === 'leaving'
  }

  subscribe = (listener: () => void): (() => void) => this.#state.subscribe(listener)

  /** Runs `cleaner` whenever a session ends, to drop what is kept of the user in memory; returns its removal. */
  onEnd(cleaner: Cleaner): () => void {
    return this.#personal.onEnd(cleaner)
  }

  /** Navigates to /secret-login; the host sets its router's function. */
  setLoginNavigation(navigate: () => void | Promise<void>): void {
    this.#toLogin = navigate
  }

  /** Resolves a stored session, and finishes a sign-out that was interrupted. Loads nothing for any other visitor. */
  async start(): Promise<void> {
    if (isSignedOut()) {
      removeKey(TOKEN_KEY)
      await this.#personal.remove({ keepsWords: !isSignedOutByPerson() }).catch(() => undefined)
    } else if (this.#state.current.status !== 'loading' && !this.isAssumed) return
    try {
      await this.confirm()
    } catch {
      // The SDK could not be loaded: show what visitors see, not 'Loading...' for ever. The token stays.
      if (!this.isAssumed) this.#state.set('anonymous')
    }
  }

  /** Asks the identity service for this page's person; resolves with whether there is one. */
  async confirm(): Promise<boolean> {
    await this.#identity.open()
    // It may say something else while what it said before is taken over.
    let last
    do {
      last = this.#following
      await last
    } while (last !== this.#following)
    return this.#tokens.user !== null
  }

  /** Before an attempt to log in: whoever the identity service remembers without a session is signed out there. */
  async prepare(): Promise<void> {
    await this.#ending?.catch(() => undefined)
    await this.#identity.open()
    await this.#identity.dismissStranger()
  }

  /** Begins the session of `user`, who has just authenticated. Resolves once this page shows it. */
  admit(user: User): Promise<void> {
    return this.#admission.admit(user)
  }

  /** The identity of the session's user, once it is known whether there is one. */
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
      // The identity service cannot be reached: the stored token may still be good, and the backend decides.
      return stored
    }
  }

  /** Asks the identity service for changes that come without a new token, such as a verified address. */
  async reload(): Promise<void> {
    const user = await this.person()
    if (!user) return
    await user.reload()
    await this.#tokens.sync(user, true)
    if (this.#tokens.user === user) this.#state.show(user)
  }

  /**
   * Sign-out and a 401 both end here: leads to /secret-login and leaves nothing of the user behind (product §6) but
   * `returnTo`: the page that the next sign-in leads to; and what they could not send, when the session has expired.
   */
  end(returnTo?: string, how: SessionEnding = BY_PERSON): Promise<void> {
    this.#ending ??= this.#finish(returnTo, how).finally(() => {
      this.#ending = undefined
    })
    return this.#ending
  }

  async #finish(returnTo: string | undefined, how: SessionEnding): Promise<void> {
    this.#sessions += 1
    // A user who switches accounts may create one, and its verification mail opens another tab.
    if (returnTo !== undefined && how === BY_PERSON) rememberStep(returnTo)
    else {
      forgetPage()
      if (returnTo !== undefined) rememberPage(returnTo, 'tab')
    }
    // First of all: if the identity service cannot be reached, the next start finishes this sign-out.
    markSignedOut(how)
    this.#tokens.forget()
    removeKey(TOKEN_KEY)
    this.#state.set('leaving')
    await this.#toLogin()
    try {
      await this.#personal.remove({ keepsWords: how !== BY_PERSON })
    } finally {
      try {
        await this.#identity.signOut()
      } finally {
        // Requests made while leaving belong to no session either.
        this.#sessions += 1
        this.#state.set('anonymous')
      }
    }
  }

  /** Another tab signs out. If it cannot reach the identity service, this one may. */
  async #hearOfSignOut(isByPerson: boolean): Promise<void> {
    if (this.#ending || !(this.#identity.isOpen || this.isAssumed)) return
    void this.#follow(null, !isByPerson)
    await this.#identity.open().catch(() => undefined)
    await this.#identity.dismissStranger()
  }

  /**
   * Another tab may have signed somebody in before this page needed the SDK: it learns of that when it gets the focus, not
   * in the middle of an attempt to log in.
   */
  async #catchUp(): Promise<void> {
    if (this.#identity.isOpen || this.#ending || isSignedOut() || readKey(TOKEN_KEY) === null) return
    await this.#identity.open().catch(() => undefined)
  }

  /** Whom the identity service remembers has changed: another tab may have signed out, or in as somebody else. */
  async #follow(remembered: User | null, keepsWords = !isSignedOutByPerson()): Promise<void> {
    const isAllowed = remembered !== null && this.#admission.allows(remembered, this.#tokens.user?.uid)
    const user = isAllowed ? remembered : null
    this.#identity.hasStranger = user !== remembered
    const news = ++this.#news
    // The SDK hears of another tab's session later than of its token: neither is this page's to remove.
    if (!user && this.#isUnused()) return
    // A session that stands on the stored token has a person too, before the identity service names them.
    if (!user) this.#tokens.forget(this.#state.current.user?.uid)
    if (!this.#ending) await this.#leaveFor(user, keepsWords)
    if (news !== this.#news || this.#ending) return
    if (!user) return this.#state.set('anonymous')
    // Verified since the stored token was made: it would send them to verify again at every start. Asked for once.
    const isBehind =
      storedPerson()?.emailVerified === false && user.emailVerified && this.#tokens.user !== user
    removeNotesOfOthers(user.uid)
    this.#tokens.user = user
    try {
      await this.#tokens.sync(user, isBehind)
    } catch {
      // Offline at start: the user is known, the token follows with the next request.
    }
    if (this.#tokens.user === user) this.#state.show(user)
  }

  /** True while nobody has been signed in on this page, and nobody is being admitted. */
  #isUnused(): boolean {
    const isNobody = this.#state.current.status === 'anonymous' && this.#tokens.user === null
    return isNobody && !this.#admission.isUnderWay && !this.#ending
  }

  /** Removes what is kept of whoever was here before `user`; with nobody signed in, of everybody. */
  async #leaveFor(user: User | null, keepsWords: boolean): Promise<void> {
    const before = this.#state.current.user?.uid
    const isOther = before !== undefined && before !== user?.uid
    if (isOther) {
      this.#sessions += 1
      // Expired, not signed out: the next sign-in in this tab returns to this page.
      if (!user && keepsWords) rememberPage(shownPath(), 'tab')
      // The screens of the session close before its data goes: they would ask for it again, without a token.
      this.#state.set('leaving')
    }
    // A removal under way is awaited too: it would take the new user's token with it.
    const removal = { keepsWords: keepsWords && !user }
    await (isOther || !user ? this.#personal.remove(removal) : this.#personal.removal)?.catch(() => undefined)
  }
}

/** What is known without the identity SDK: a token that is still good has a person, and without a token there is none. */
function stateAtStart(): SessionState {
  const user = storedPerson()
  if (user) return { status: 'authenticated', user }
  return { status: readKey(TOKEN_KEY) && !isSignedOut() ? 'loading' : 'anonymous', user: null }
}
