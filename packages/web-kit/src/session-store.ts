import type { User } from 'firebase/auth'
import { clearPersonalStorage, readKey, TOKEN_KEY } from './storage-keys.ts'
import { TokenKeeper } from './token-keeper.ts'

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
  /** On the way out: nobody any more, but no guard may lead elsewhere than to the login. */
  | { status: 'leaving'; user: null }

/** What the store needs of the identity service; `identity.ts` gives the real one. */
export type IdentityPort = {
  /** Calls back now and on every sign-in, sign-out and token change; resolves once the first call was made. */
  watch(listener: (user: User | null) => void): Promise<() => void>
  signOut(): Promise<void>
}

type Listener = () => void

/** The session of this page: state, stored token and its refresh, and what happens when it ends (SPEC §4, §8). */
export class SessionStore {
  /**
   * While true, whom the identity service signs in stays out of this page's session: someone who has just registered is
   * asked to log in first (SPEC §2). Ends with the session.
   */
  held = false
  private state: SessionState
  private readonly listeners = new Set<Listener>()
  private readonly cleaners = new Set<() => void | Promise<void>>()
  private readonly tokens = new TokenKeeper()
  private watching: Promise<unknown> | undefined
  private ending: Promise<void> | undefined
  private cleaning: Promise<void> | undefined
  private news = 0
  private sessions = 0
  private toLogin: () => void | Promise<void> = () => globalThis.location.assign('/secret-login')
  private readonly port: () => Promise<IdentityPort>

  constructor(port: () => Promise<IdentityPort>) {
    this.port = port
    // Without a stored token nobody is signed in, and the SDK need not be loaded to say so.
    this.state = readKey(TOKEN_KEY) ? { status: 'loading', user: null } : { status: 'anonymous', user: null }
  }

  getState = (): SessionState => this.state

  /** Which session this is, counted. A 401 to a request of an earlier one says nothing about this one. */
  get current(): number {
    return this.sessions
  }

  subscribe = (listener: Listener): (() => void) => {
    this.listeners.add(listener)
    return () => this.listeners.delete(listener)
  }

  /** Runs `cleaner` whenever a session ends, to drop what is kept of the person in memory. */
  onEnd(cleaner: () => void | Promise<void>): () => void {
    this.cleaners.add(cleaner)
    return () => this.cleaners.delete(cleaner)
  }

  /** How to get to /secret-login; the host gives its router. */
  setLoginNavigation(navigate: () => void | Promise<void>): void {
    this.toLogin = navigate
  }

  /** Resolves a stored session. Does nothing, and loads nothing, for a visitor. */
  async start(): Promise<void> {
    if (this.state.status !== 'loading') return
    try {
      await this.connect()
    } catch {
      // The SDK could not be loaded: show the visitor's side rather than 'Loading...' for ever. The token stays.
      this.set({ status: 'anonymous', user: null })
    }
  }

  /** Loads the SDK and follows it; every identity call does this first. */
  connect(): Promise<unknown> {
    this.watching ??= this.port()
      .then((port) => port.watch((user) => void this.follow(user)))
      .catch((error: unknown) => {
        this.watching = undefined
        throw error
      })
    return this.watching
  }

  /** The token for a request, or null for a visitor. */
  async token(): Promise<string | null> {
    if (this.ending) return null
    const stored = readKey(TOKEN_KEY)
    if (!stored && !this.tokens.user) return null
    if (stored && this.tokens.isFresh()) return stored
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
    if (this.tokens.user === user) this.publish(user)
  }

  /** Sign-out and a 401 both end here: to /secret-login, with nothing of the person left (RULINGS, Identity). */
  end({ stay = false }: { stay?: boolean } = {}): Promise<void> {
    this.ending ??= this.finish(stay).finally(() => {
      this.ending = undefined
    })
    return this.ending
  }

  private async finish(stay: boolean): Promise<void> {
    this.sessions += 1
    this.tokens.forget()
    this.set({ status: 'leaving', user: null })
    if (!stay) await this.toLogin()
    try {
      await this.clean()
    } finally {
      try {
        const port = await this.port()
        await port.signOut()
      } finally {
        this.held = false
        // What was asked on the way out belongs to no session either.
        this.sessions += 1
        this.set({ status: 'anonymous', user: null })
      }
    }
  }

  /** Drops what is kept of a person: first in memory, so that nothing is written back, then in storage. */
  private clean(): Promise<void> {
    this.cleaning ??= this.drop().finally(() => {
      this.cleaning = undefined
    })
    return this.cleaning
  }

  private async drop(): Promise<void> {
    const results = await Promise.allSettled([...this.cleaners].map(async (cleaner) => cleaner()))
    await clearPersonalStorage()
    const failed = results.find((result) => result.status === 'rejected')
    if (failed) throw failed.reason
  }

  /** What the identity service says of this browser; another tab may have signed out, or in as someone else. */
  private async follow(user: User | null): Promise<void> {
    const news = ++this.news
    if (!this.ending) await this.part(user)
    // Said meanwhile: what is newer counts.
    if (news !== this.news) return
    if (!user) {
      this.tokens.forget()
      if (!this.ending) this.set({ status: 'anonymous', user: null })
      return
    }
    if (this.ending || this.held) return
    this.tokens.user = user
    try {
      await this.tokens.sync(user)
    } catch {
      // Offline at start: the person is known, the token follows with the next request.
    }
    if (this.tokens.user === user) this.publish(user)
  }

  /** Cleans up after whoever was here before `user`; with nobody signed in nothing of anybody may be left. */
  private async part(user: User | null): Promise<void> {
    const before = this.state.user?.uid
    const other = before !== undefined && before !== user?.uid
    if (other) this.sessions += 1
    // A clean-up under way is waited for too, or it would take the new person's token with it.
    await (other || !user ? this.clean() : this.cleaning)?.catch(() => undefined)
  }

  private publish(user: User): void {
    const { uid, email, displayName, emailVerified } = user
    this.set({ status: 'authenticated', user: { uid, email, displayName, emailVerified } })
  }

  private set(state: SessionState): void {
    this.state = state
    for (const listener of this.listeners) listener()
  }
}
