import type { User } from 'firebase/auth'
import { PersonalData } from './personal-data.ts'
import { ObservableState, type SessionState } from './session-state.ts'
import { readKey, removeKey, SIGNED_OUT_KEY, TOKEN_KEY, writeKey } from './storage-keys.ts'
import { isSignedOut, markSignedOut, tokenOwner, unmarkSignedOut } from './stored-session.ts'
import { TokenKeeper } from './token-keeper.ts'

/** What the store needs of the identity service; `identity.ts` gives the real one. */
export type IdentityPort = {
  /** Calls back now and on every sign-in, sign-out and token change; resolves once the first call was made. */
  watch(listener: (user: User | null) => void): Promise<() => void>
  /** Stores `user`, who has proved elsewhere who they are, as this browser's person. */
  adopt(user: User): Promise<void>
  signOut(): Promise<void>
}

/**
 * The session of this page: state, stored token and its refresh, and what happens when it ends (product §4, §8). Whom the
 * identity service remembers is no session yet: it takes an attempt of this page that succeeded, or a stored token of
 * the same person, which every such attempt stores first and every sign-out removes first.
 */
export class SessionStore {
  private readonly state: ObservableState
  private readonly personal = new PersonalData()
  private readonly tokens = new TokenKeeper()
  private watching: Promise<unknown> | undefined
  private ending: Promise<void> | undefined
  private news = 0
  /** Who is being let in. */
  private entering: string | undefined
  /** True while the identity service remembers somebody whom this page does not let in. */
  private stranger = false
  private sessions = 0
  private toLogin: () => void | Promise<void> = () => globalThis.location.assign('/secret-login')
  private readonly port: () => Promise<IdentityPort>

  constructor(port: () => Promise<IdentityPort>) {
    this.port = port
    // Without a stored token nobody is signed in, and the SDK need not be loaded to say so.
    this.state = new ObservableState(readKey(TOKEN_KEY) && !isSignedOut() ? 'loading' : 'anonymous')
    globalThis.addEventListener('storage', ({ key, newValue }) => {
      if (key === SIGNED_OUT_KEY && newValue !== null) void this.hearOfSignOut()
    })
    globalThis.addEventListener('focus', () => void this.catchUp())
  }

  getState = (): SessionState => this.state.current

  /** Which session this is, counted. A 401 to a request of an earlier one says nothing about this one. */
  get current(): number {
    return this.sessions
  }

  subscribe = (listener: () => void): (() => void) => this.state.subscribe(listener)

  /** Runs `cleaner` whenever a session ends, to drop what is kept of the person in memory. */
  onEnd(cleaner: () => void | Promise<void>): () => void {
    return this.personal.onEnd(cleaner)
  }

  /** How to get to /secret-login; the host gives its router. */
  setLoginNavigation(navigate: () => void | Promise<void>): void {
    this.toLogin = navigate
  }

  /** Resolves a stored session, and finishes a sign-out that stopped half-way. Loads nothing for any other visitor. */
  async start(): Promise<void> {
    if (isSignedOut()) {
      removeKey(TOKEN_KEY)
      await this.personal.remove().catch(() => undefined)
    } else if (this.state.current.status !== 'loading') return
    try {
      await this.connect()
    } catch {
      // The SDK could not be loaded: show the visitor's side rather than 'Loading...' for ever. The token stays.
      this.state.set('anonymous')
    }
  }

  /** Loads the SDK and follows it. */
  connect(): Promise<unknown> {
    this.watching ??= this.port()
      .then(async (port) => {
        await port.watch((user) => void this.follow(user))
        await this.dismiss()
      })
      .catch((error: unknown) => {
        this.watching = undefined
        throw error
      })
    return this.watching
  }

  /** Before an attempt to log in: whom the identity service remembers without a session is signed out there. */
  async prepare(): Promise<void> {
    await this.ending?.catch(() => undefined)
    await this.connect()
    await this.dismiss()
  }

  /** Begins the session of `user`, who has just proved who they are. Resolves once this page shows it. */
  async admit(user: User): Promise<void> {
    const port = await this.port()
    const { token } = await user.getIdTokenResult()
    await this.personal.removal?.catch(() => undefined)
    this.entering = user.uid
    try {
      unmarkSignedOut()
      // Before the identity itself: other tabs let in only whom the stored token names.
      writeKey(TOKEN_KEY, token)
      await port.adopt(user)
      const shown = this.state.current.user?.uid === user.uid ? this.state.current : await this.state.next()
      if (shown.user?.uid !== user.uid) throw new Error('The session has ended in the meantime')
    } catch (error) {
      if (this.state.current.user?.uid !== user.uid && tokenOwner() === user.uid) removeKey(TOKEN_KEY)
      throw error
    } finally {
      this.entering = undefined
    }
  }

  /** The identity of the session's person, once it is known whether there is one. */
  async person(): Promise<User | null> {
    await this.start()
    if (this.state.current.status === 'loading') await this.state.next()
    return this.tokens.user
  }

  /** The token for a request, or null for a visitor. */
  async token(): Promise<string | null> {
    if (this.ending) return null
    const stored = readKey(TOKEN_KEY)
    if (!stored && !this.tokens.user) return null
    if (stored && this.tokens.isFresh() && !this.tokens.isReplaced()) return stored
    try {
      await this.connect()
      return this.tokens.user ? await this.tokens.sync(this.tokens.user) : null
    } catch {
      // The identity service is out of reach: the stored token may still be good, and the backend decides.
      return stored
    }
  }

  /** Takes over what changed of the signed-in person without a token change (verified address). */
  async reload(): Promise<void> {
    const { user } = this.tokens
    if (!user) return
    await user.reload()
    await this.tokens.sync(user, true)
    if (this.tokens.user === user) this.state.show(user)
  }

  /** Sign-out and a 401 both end here: to /secret-login, with nothing of the person left (product §6). */
  end(): Promise<void> {
    this.ending ??= this.finish().finally(() => {
      this.ending = undefined
    })
    return this.ending
  }

  private async finish(): Promise<void> {
    this.sessions += 1
    // First of all: should the identity service not be reached, the next start finishes what this one began.
    markSignedOut()
    this.tokens.forget()
    removeKey(TOKEN_KEY)
    this.state.set('leaving')
    await this.toLogin()
    try {
      await this.personal.remove()
    } finally {
      try {
        await this.signOut()
      } finally {
        // What was asked on the way out belongs to no session either.
        this.sessions += 1
        this.state.set('anonymous')
      }
    }
  }

  private async signOut(): Promise<void> {
    const port = await this.port()
    await port.signOut()
    unmarkSignedOut()
  }

  /** Signs out whom the identity service still remembers though their session has ended, or never began. */
  private async dismiss(): Promise<void> {
    if (!isSignedOut() && !(this.stranger && readKey(TOKEN_KEY) === null)) return
    // In vain: they stay outside all the same, and the next attempt or start tries again.
    await this.signOut().catch(() => undefined)
  }

  /** Another tab signs out; should it not get through to the identity service, this one may. */
  private async hearOfSignOut(): Promise<void> {
    if (this.ending || !this.watching) return
    void this.follow(null)
    await this.watching.catch(() => undefined)
    await this.dismiss()
  }

  /**
   * Another tab may have signed somebody in before this page had any need of the SDK: it learns of that now, not in the
   * middle of an attempt to log in.
   */
  private async catchUp(): Promise<void> {
    if (this.watching || this.ending || isSignedOut() || readKey(TOKEN_KEY) === null) return
    await this.connect().catch(() => undefined)
  }

  /** What the identity service says of this browser; another tab may have signed out, or in as someone else. */
  private async follow(remembered: User | null): Promise<void> {
    const user = remembered && this.admits(remembered) ? remembered : null
    this.stranger = user !== remembered
    const news = ++this.news
    // Of another tab's session the SDK hears a moment later than of its token: nothing of that is this page's to remove.
    if (!user && this.isUnused()) return
    if (!user) this.tokens.forget()
    if (!this.ending) await this.part(user)
    // Said meanwhile: what is newer counts.
    if (news !== this.news || this.ending) return
    if (!user) return this.state.set('anonymous')
    this.tokens.user = user
    try {
      await this.tokens.sync(user)
    } catch {
      // Offline at start: the person is known, the token follows with the next request.
    }
    if (this.tokens.user === user) this.state.show(user)
  }

  /** True while this page has had nobody, and lets nobody in. */
  private isUnused(): boolean {
    const nobody = this.state.current.status === 'anonymous' && this.tokens.user === null
    return nobody && this.entering === undefined && !this.ending
  }

  /** Whether this page may show the session of `user`. */
  private admits({ uid }: User): boolean {
    if (uid === this.entering) return true
    return !isSignedOut() && (uid === this.tokens.user?.uid || uid === tokenOwner())
  }

  /** Cleans up after whoever was here before `user`; with nobody signed in nothing of anybody may be left. */
  private async part(user: User | null): Promise<void> {
    const before = this.state.current.user?.uid
    const other = before !== undefined && before !== user?.uid
    if (other) this.sessions += 1
    // A clean-up under way is waited for too, or it would take the new person's token with it.
    await (other || !user ? this.personal.remove() : this.personal.removal)?.catch(() => undefined)
  }
}
