import { HttpError } from '@andscene/service-kit/http-error'
import { countRefusal } from '@andscene/service-kit/metrics/process-metrics'
import { performance } from 'node:perf_hooks'
import type { Clock } from '../clock.ts'
import { createSlots, type SlotOptions } from '../parse/slots.ts'
import { randomBytes, scrypt, timingSafeEqual, type ScryptOptions } from 'node:crypto'
import { promisify } from 'node:util'

/**
 * Two of the four libuv threads, because file access needs the others. Forty concurrent attempts wait less than a
 * second.
 */
const HASHES: Omit<SlotOptions, 'busy'> = { count: 2, waiting: 40 }
const OF_A_LINK_A_MINUTE = 40
/** More than a caller who knows the passphrases of some links can use, so that the other links remain usable. */
const OF_AN_OWNERS_LINKS_A_MINUTE = 5 * OF_A_LINK_A_MINUTE
const NEW_OF_AN_OWNER_A_MINUTE = 60

type Known = { id: string; ownerId: string; passphraseHash: string }

/** Hashes passphrases, at some 40 ms of a core each: rate-limited per link and owner, at most two concurrently. */
export class Passphrases {
  readonly #clock: Clock
  readonly #hashing: { hashPassphrase: typeof hashPassphrase; isPassphrase: typeof isPassphrase }
  readonly #ofLink: (id: string) => void
  readonly #ofOwnersLinks: (uid: string) => void
  readonly #newOfOwner: (uid: string) => void
  readonly #slots = createSlots({ ...HASHES, busy })
  /** Duration of the last hash. Milliseconds. */
  #lastMs: number | undefined

  constructor(clock: Clock, hashing = { hashPassphrase, isPassphrase }) {
    this.#clock = clock
    this.#hashing = hashing
    this.#ofLink = createMinuteLimit('link_passphrases', OF_A_LINK_A_MINUTE, clock)
    this.#ofOwnersLinks = createMinuteLimit('owner_passphrases', OF_AN_OWNERS_LINKS_A_MINUTE, clock)
    this.#newOfOwner = createMinuteLimit('new_passphrases', NEW_OF_AN_OWNER_A_MINUTE, clock)
  }

  /** Hashes the passphrase of a new link of this owner. */
  async hash(ownerId: string, passphrase: string): Promise<string> {
    this.#newOfOwner(ownerId)
    return this.#inTurn(() => this.#hashing.hashPassphrase(passphrase))
  }

  async isRight({ id, ownerId, passphraseHash }: Known, passphrase: string): Promise<boolean> {
    this.#ofLink(id)
    this.#ofOwnersLinks(ownerId)
    return this.#inTurn(() => this.#hashing.isPassphrase(passphrase, passphraseHash))
  }

  /**
   * For a link that does not exist or has ended: takes as long as `isRight` and throws the same errors, but uses
   * neither a thread nor a slot. Pass `id` only if it is that of a known link.
   */
  async pretend(id?: string): Promise<void> {
    if (id !== undefined) this.#ofLink(id)
    this.#slots.requireRoom()
    // The first one hashes, because the duration is not known yet.
    if (this.#lastMs === undefined) return void (await this.#inTurn(() => this.#hashing.hashPassphrase('')))
    const turns = 1 + Math.floor(this.#slots.load() / HASHES.count)
    await new Promise<void>((done) => this.#clock.after(turns * this.#lastMs!, done))
  }

  #inTurn<T>(hash: () => Promise<T>): Promise<T> {
    return this.#slots.run(async () => {
      const began = performance.now()
      const result = await hash()
      this.#lastMs = performance.now() - began
      return result
    })
  }
}

function busy(): HttpError {
  countRefusal('passphrases')
  const sentence = 'Many people are opening links right now. Please try again in a moment.'
  return new HttpError('UNAVAILABLE', sentence, { retryAfter: 1 })
}

/** 16 MiB and some 40 ms of one core for each hash (RFC 7914). */
const COST: ScryptOptions = { N: 2 ** 14, r: 8, p: 1 }
const [SALT_BYTES, HASH_BYTES] = [16, 32]
const derive = promisify<string, Buffer, number, ScryptOptions, Buffer>(scrypt)

/** Returns `salt.hash`, both base64url. Normalized, so that differently composed letters match. */
export async function hashPassphrase(passphrase: string): Promise<string> {
  const salt = randomBytes(SALT_BYTES)
  const hash = await derive(passphrase.normalize('NFKC'), salt, HASH_BYTES, COST)
  return `${salt.toString('base64url')}.${hash.toString('base64url')}`
}

export async function isPassphrase(passphrase: string, hash: string): Promise<boolean> {
  const [salt = '', expected = ''] = hash.split('.')
  const given = await derive(passphrase.normalize('NFKC'), Buffer.from(salt, 'base64url'), HASH_BYTES, COST)
  const known = Buffer.from(expected, 'base64url')
  return known.length === given.length && timingSafeEqual(known, given)
}

const MINUTE_MS = 60_000

/**
 * Returns a function that counts a use of `key`; throws TOO_MANY_REQUESTS with Retry-After past `most` uses in a
 * minute. It protects this process, so the count is not shared.
 */
function createMinuteLimit(name: string, most: number, clock: Pick<Clock, 'now'>): (key: string) => void {
  let minute = 0
  const counts = new Map<string, number>()
  return (key) => {
    const now = clock.now().getTime()
    const present = Math.floor(now / MINUTE_MS)
    if (present !== minute) counts.clear()
    minute = present
    const count = counts.get(key) ?? 0
    if (count >= most) {
      countRefusal(name)
      throw new HttpError('TOO_MANY_REQUESTS', 'Too many attempts. Please wait a minute and try again.', {
        retryAfter: Math.max(1, ((minute + 1) * MINUTE_MS - now) / 1_000),
      })
    }
    counts.set(key, count + 1)
  }
}
