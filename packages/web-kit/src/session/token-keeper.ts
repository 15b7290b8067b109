import type { User } from 'firebase/auth'
import { removeKey, TOKEN_KEY, writeKey } from '../storage-keys.ts'
import { isSignedOut, tokenOwner } from './stored-session.ts'

/** A token is refreshed this long before it expires (product §9). */
const REFRESH_BEFORE_EXPIRY_MS = 60_000
/** Used when the expiry of a token cannot be read (product §4). */
const REFRESH_FALLBACK_MS = 60 * 60_000
/** An older token is read from the SDK again before the next request (product §9, §6). */
const TOKEN_SYNC_MAX_AGE_MS = 5 * 60_000
/** Browsers fire a timer with a longer delay immediately. */
const LONGEST_TIMER_MS = 2 ** 31 - 1

/** Stores and refreshes the token of the signed-in user (product §4, §9). */
export class TokenKeeper {
  user: User | null = null
  #syncedAt = Number.NEGATIVE_INFINITY
  #timer: ReturnType<typeof setTimeout> | undefined

  isFresh(): boolean {
    return Date.now() - this.#syncedAt < TOKEN_SYNC_MAX_AGE_MS
  }

  /** Returns the token of `user` and stores it, unless they have signed out meanwhile, here or in another tab. */
  async sync(user: User, force = false): Promise<string> {
    const { token, expirationTime, issuedAtTime } = await user.getIdTokenResult(force)
    if (this.user !== user) return token
    if (!isSignedOut() && !this.isReplaced()) writeKey(TOKEN_KEY, token)
    this.#syncedAt = Date.now()
    const expiresAt = Date.parse(expirationTime)
    const life = expiresAt - Date.parse(issuedAtTime)
    this.#schedule(user, force ? life : Math.min(expiresAt - Date.now(), life))
    return token
  }

  /** True when another tab has stored another user's token, and this page was not notified yet. */
  isReplaced(): boolean {
    const owner = tokenOwner()
    return this.user !== null && owner !== undefined && owner !== this.user.uid
  }

  /** Removes the user `uid` and their token; the token of a later user is kept. */
  forget(uid = this.user?.uid): void {
    const owner = tokenOwner()
    if (owner === undefined || uid === undefined || owner === uid) removeKey(TOKEN_KEY)
    this.user = null
    clearTimeout(this.#timer)
    this.#syncedAt = Number.NEGATIVE_INFINITY
  }

  /** A new token lasts for its whole life, whatever the clock of this device shows. */
  #schedule(user: User, validMs: number): void {
    clearTimeout(this.#timer)
    const wait = Number.isNaN(validMs) ? REFRESH_FALLBACK_MS : validMs - REFRESH_BEFORE_EXPIRY_MS
    this.#timer = setTimeout(
      () => void this.sync(user, true).catch(() => undefined),
      Math.min(Math.max(wait, 1_000), LONGEST_TIMER_MS),
    )
  }
}
