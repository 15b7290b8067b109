import type { User } from 'firebase/auth'
import { removeKey, TOKEN_KEY, writeKey } from '../storage-keys.ts'
import { isSignedOut, tokenOwner } from './stored-session.ts'

/** A token is refreshed this long before it expires (product §9). */
const REFRESH_BEFORE_EXPIRY_MS = 60_000
/** When the expiry of a token cannot be read (product §4). */
const REFRESH_FALLBACK_MS = 60 * 60_000
/** A token synced longer ago is asked for again before the next request (product §9, §6). */
const TOKEN_SYNC_MAX_AGE_MS = 5 * 60_000
/** Browsers fire a longer timer at once. */
const LONGEST_TIMER_MS = 2 ** 31 - 1

/** The stored token of the person signed in on this page, and its refresh (product §4, §9). */
export class TokenKeeper {
  /** Whose token it is. */
  user: User | null = null
  #syncedAt = Number.NEGATIVE_INFINITY
  #timer: ReturnType<typeof setTimeout> | undefined

  /** True while the stored token need not be asked for again. */
  isFresh(): boolean {
    return Date.now() - this.#syncedAt < TOKEN_SYNC_MAX_AGE_MS
  }

  /** Returns the token of `user` and stores it, unless they have left meanwhile, here or in another tab. */
  async sync(user: User, force = false): Promise<string> {
    const { token, expirationTime } = await user.getIdTokenResult(force)
    if (this.user !== user) return token
    if (!isSignedOut() && !this.isReplaced()) writeKey(TOKEN_KEY, token)
    this.#syncedAt = Date.now()
    this.#schedule(user, Date.parse(expirationTime))
    return token
  }

  /** True when another tab has stored somebody else's token, of which this page has not heard yet. */
  isReplaced(): boolean {
    const owner = tokenOwner()
    return this.user !== null && owner !== undefined && owner !== this.user.uid
  }

  /** Ends with the person `uid` here. Their token goes; the one of who has signed in after them stays. */
  forget(uid = this.user?.uid): void {
    const owner = tokenOwner()
    if (owner === undefined || uid === undefined || owner === uid) removeKey(TOKEN_KEY)
    this.user = null
    clearTimeout(this.#timer)
    this.#syncedAt = Number.NEGATIVE_INFINITY
  }

  #schedule(user: User, expiresAt: number): void {
    clearTimeout(this.#timer)
    const wait = Number.isNaN(expiresAt)
      ? REFRESH_FALLBACK_MS
      : expiresAt - REFRESH_BEFORE_EXPIRY_MS - Date.now()
    this.#timer = setTimeout(
      () => void this.sync(user, true).catch(() => undefined),
      Math.min(Math.max(wait, 1_000), LONGEST_TIMER_MS),
    )
  }
}
