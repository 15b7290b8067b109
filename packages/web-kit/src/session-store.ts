import type { User } from 'firebase/auth'
import { clearPersonalStorage, readKey, removeKey, TOKEN_KEY, writeKey } from './storage-keys.ts'

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

/** A token is refreshed this long before it expires (SPEC §9). */
export const REFRESH_BEFORE_EXPIRY_MS = 60_000
/** When the expiry of a token cannot be read (SPEC §4). */
export const REFRESH_FALLBACK_MS = 60 * 60_000
/** A token synced longer ago is asked for again before the next request (SPEC §9, RULINGS). */
export const TOKEN_SYNC_MAX_AGE_MS = 5 * 60_000
/** Browsers fire a longer timer at once. */
const LONGEST_TIMER_MS = 2 ** 31 - 1

/** What the store needs of the identity service; `identity.ts` gives the real one. */
export type IdentityPort = {
  /** Calls back now and on every sign-in, sign-out and token change; resolves once the first call was made. */
  watch(listener: (user: User | null) => void): Promise<() => void>
  signOut(): Promise<void>
}

type Listener = () => void

/** The session of this page: state, stored token and its refresh, and what happens when it ends (SPEC §4, §8). */
export class SessionStore {
  private state: SessionState
  private readonly listeners = new Set<Listener>()
  private readonly cleaners = new Set<() => void | Promise<void>>()
  private user: User | null = null
  private watching: Promise<unknown> | undefined
  private syncedAt = Number.NEGATIVE_INFINITY
  private timer: ReturnType<typeof setTimeout> | undefined
  private ending: Promise<void> | undefined
  private toLogin: () => void | Promise<void> = () => globalThis.location.assign('/secret-login')
  private readonly port: () => Promise<IdentityPort>

  constructor(port: () => Promise<IdentityPort>) {
    this.port = port
    // Without a stored token nobody is signed in, and the SDK need not be loaded to say so.
    this.state = readKey(TOKEN_KEY) ? { status: 'loading', user: null } : { status: 'anonymous', user: null }
  }

  getState = (): SessionState => this.state

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
    if (!stored && !this.user) return null
    if (stored && Date.now() - this.syncedAt < TOKEN_SYNC_MAX_AGE_MS) return stored
    try {
      await this.connect()
      return this.user ? await this.sync(this.user) : null
    } catch {
      // The identity service is out of reach: the stored token may still be good, and the backend decides.
      return stored
    }
  }

  /** Takes over what changed of the signed-in person without a token change (verified address). */
  async reload(): Promise<void> {
    if (!this.user) return
    await this.user.reload()
    await this.sync(this.user, true)
    this.publish(this.user)
  }

  /** Sign-out and a 401 both end here: to /secret-login, with nothing of the person left (RULINGS, Identity). */
  end({ stay = false }: { stay?: boolean } = {}): Promise<void> {
    this.ending ??= this.finish(stay).finally(() => {
      this.ending = undefined
    })
    return this.ending
  }

  private async finish(stay: boolean): Promise<void> {
    this.forget()
    // First away from the guarded route, or its guard would lead to / instead.
    if (!stay) await this.toLogin()
    try {
      await this.clean()
    } finally {
      try {
        const port = await this.port()
        await port.signOut()
      } finally {
        this.set({ status: 'anonymous', user: null })
      }
    }
  }

  /** Drops what is kept of a person: first in memory, so that nothing is written back, then in storage. */
  private async clean(): Promise<void> {
    const results = await Promise.allSettled([...this.cleaners].map(async (cleaner) => cleaner()))
    await clearPersonalStorage()
    const failed = results.find((result) => result.status === 'rejected')
    if (failed) throw failed.reason
  }

  /** What the identity service says of this browser; another tab may have signed out, or in as someone else. */
  private async follow(user: User | null): Promise<void> {
    const before = this.state.user?.uid
    if (!this.ending && before !== undefined && before !== user?.uid)
      await this.clean().catch(() => undefined)
    if (!user) {
      this.forget()
      this.set({ status: 'anonymous', user: null })
      return
    }
    if (this.ending) return
    this.user = user
    try {
      await this.sync(user)
    } catch {
      // Offline at start: the person is known, the token follows with the next request.
    }
    if (this.user === user) this.publish(user)
  }

  private async sync(user: User, force = false): Promise<string> {
    const { token, expirationTime } = await user.getIdTokenResult(force)
    if (this.user !== user) return token
    writeKey(TOKEN_KEY, token)
    this.syncedAt = Date.now()
    this.schedule(user, Date.parse(expirationTime))
    return token
  }

  private schedule(user: User, expiresAt: number): void {
    clearTimeout(this.timer)
    const wait = Number.isNaN(expiresAt)
      ? REFRESH_FALLBACK_MS
      : expiresAt - REFRESH_BEFORE_EXPIRY_MS - Date.now()
    this.timer = setTimeout(
      () => void this.sync(user, true).catch(() => undefined),
      Math.min(Math.max(wait, 1_000), LONGEST_TIMER_MS),
    )
  }

  private forget(): void {
    this.user = null
    clearTimeout(this.timer)
    this.syncedAt = Number.NEGATIVE_INFINITY
    removeKey(TOKEN_KEY)
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
