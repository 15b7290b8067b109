import type { ErrorCode } from '@andscene/contracts/schema/envelope'
import type { MissingVoice } from '@andscene/screenplay/voices'
import { ApiError } from '@andscene/web-kit/api-client'

/** Errors of the player with their texts (product §8, Playback); those of missing voices are with the voice rules. */

export const NO_LINES = 'No lines to play'
export const invalidLineIndex = (index: number) => `Invalid line index: ${index}`
/** `index` counts from 0, the text from 1. */
export const lineFailed = (index: number) => `Audio playback failed for line ${index + 1}`
/** `count` failed lines in a row, starting at `index`. */
export function gaveUp(index: number, count: number): string {
  const others = count > 2 ? `the next ${count - 1}` : 'the next'
  return `${lineFailed(index)}${count > 1 ? `, nor could ${others} be played` : ''}. Playback stopped.`
}

/** The kind of an outage: no network, no response, or a proxy's error. The line is not at fault. */
export type Away = 'offline' | 'unreachable' | 'server'

const AWAY: Record<Away, string> = {
  offline: "You're offline.",
  unreachable: 'And Scene cannot be reached.',
  server: 'And Scene is not responding.',
}
/** `index` counts from 0. */
export const heldAt = (away: Away, index: number) => `${AWAY[away]} Paused at line ${index + 1}.`

/** Statuses of proxies. A 502 or 503 of the backend itself also has a sentence and a code. */
const PROXY_STATUSES = [502, 503, 504]

/** Returns the kind of outage when nothing responds. */
export const withoutResponse = (): Away => (navigator.onLine ? 'unreachable' : 'offline')

export function awayOf(error: unknown): Away | undefined {
  if (error instanceof ClipError) return error.away
  if (!(error instanceof ApiError)) return undefined
  const { code, status, serverMessage } = error
  if (code === 'NETWORK' || (code === 'TIMEOUT' && status === 0 && !navigator.onLine))
    return withoutResponse()
  if (code === 'AWAY') return 'server'
  if (!PROXY_STATUSES.includes(status) || code === 'SPEECH_FAILED') return undefined
  // Any other 503 with a sentence comes from an available service, which may serve other lines.
  return status === 503 && serverMessage !== undefined ? undefined : 'server'
}

/** What the screen shows while playback cannot continue. */
export type PlayerError =
  | { kind: 'voice'; text: string; line: number; missing: MissingVoice }
  /** The line is held; while `isWaiting`, playback resumes automatically. */
  | { kind: 'away'; text: string; line: number; away: Away; isWaiting: boolean }
  | { kind: 'failed' | 'blocked' | 'empty' | 'line'; text: string; line: number }

/** The browser requires a gesture before a page may play sound. */
export class SoundBlockedError extends Error {
  override name = 'SoundBlockedError'
  constructor() {
    super('Your browser is holding back the sound. Press play to hear it.')
  }
}

/** Longest and shortest wait for one Retry-After. */
const MOST_WAIT_MS = 30_000
const LEAST_WAIT_MS = 1_000

type Details = Partial<Pick<ClipError, 'retryAfterMs' | 'code' | 'away'>>

/** A clip that failed to load. `status` is 0 for a network fault or timeout; `code` is the backend's. */
export class ClipError extends Error {
  override name = 'ClipError'
  readonly status: number
  /** From the Retry-After header, if any. */
  readonly retryAfterMs: number | undefined
  readonly code: ErrorCode | undefined
  /** The kind of outage, if the response did not come from the backend. */
  readonly away: Away | undefined

  constructor(message: string, status: number, { retryAfterMs, code, away }: Details = {}) {
    super(message)
    this.status = status
    this.retryAfterMs = retryAfterMs
    this.code = code
    this.away = away
  }

  /** The daily allowance is used up, for hours. The message is shown to the listener. */
  get isAllowanceUsedUp(): boolean {
    return this.code === 'ALLOWANCE_USED_UP'
  }

  /** Whether a retry may help: network faults, 408, 429 and 5xx (product §4). */
  get transient(): boolean {
    if (this.isAllowanceUsedUp) return false
    return this.status === 0 || this.status === 408 || this.status === 429 || this.status >= 500
  }

  /** When to repeat a request rejected by a rate limit or because the voice is still loading. */
  get waitMs(): number | undefined {
    const isLimit = this.status === 429 && !this.isAllowanceUsedUp
    if (!isLimit && this.code !== 'VOICE_LOADING') return undefined
    return Math.min(Math.max(this.retryAfterMs ?? 0, LEAST_WAIT_MS), MOST_WAIT_MS)
  }
}

/** A clip that timed out. It is not retried: the next line serves the listener better. */
export class ClipTimeoutError extends ClipError {
  constructor(away?: Away) {
    super('Audio loading timeout', 0, { away })
  }
  override get transient(): boolean {
    return false
  }
}

export const isAbort = (error: unknown) =>
  typeof error === 'object' && error !== null && 'name' in error && error.name === 'AbortError'
export const abortError = () => new DOMException('Request aborted', 'AbortError')
