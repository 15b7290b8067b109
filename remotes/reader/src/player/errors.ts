import type { MissingVoice } from '@andscene/screenplay/voices'

/** Failures of the player and their wording (SPEC §8, Playback); that of missing voices stands with the voice rules. */

const REQUEST_ABORTED = 'Request aborted'
export const LOADING_TIMEOUT = 'Audio loading timeout'
export const NO_LINES = 'No lines to play'
export const SOUND_BLOCKED = 'Your browser is holding back the sound. Press play to hear it.'

export const invalidLineIndex = (index: number) => `Invalid line index: ${index}`
/** `index` is counted from 0, people count lines from 1. */
export const lineFailed = (index: number) => `Audio playback failed for line ${index + 1}`
/** `count` lines in a row, the first of them at `index`. */
export function gaveUp(index: number, count: number): string {
  const others = count > 2 ? `the next ${count - 1}` : 'the next'
  return `${lineFailed(index)}${count > 1 ? `, nor could ${others} be played` : ''}. Playback stopped.`
}

/** What the screen shows while playback cannot go on. */
export type PlayerError =
  | { kind: 'voice'; text: string; line: number; missing: MissingVoice }
  | { kind: 'failed'; text: string; line: number; offline: boolean }
  | { kind: 'blocked' | 'empty' | 'line'; text: string; line: number }

/** The browser wants a gesture before it lets a page sound. */
export class SoundBlockedError extends Error {
  override name = 'SoundBlockedError'
  constructor() {
    super(SOUND_BLOCKED)
  }
}

/** A clip that could not be had. `status` 0 is a network fault or a time-out. */
export class ClipError extends Error {
  override name = 'ClipError'
  readonly status: number
  /** From Retry-After, when the server gave one. */
  readonly retryAfterMs: number | undefined

  constructor(message: string, status: number, retryAfterMs?: number) {
    super(message)
    this.status = status
    this.retryAfterMs = retryAfterMs
  }

  /** Whether another try may help: network faults, 408, 429 and 5xx (RULINGS). */
  get transient(): boolean {
    return this.status === 0 || this.status === 408 || this.status === 429 || this.status >= 500
  }
}

/** A clip that took too long. A listener who has waited that long is better served by the next line than by another try. */
export class ClipTimeoutError extends ClipError {
  constructor() {
    super(LOADING_TIMEOUT, 0)
  }
  override get transient(): boolean {
    return false
  }
}

export const isAbort = (error: unknown) =>
  typeof error === 'object' && error !== null && 'name' in error && error.name === 'AbortError'
export const abortError = () => new DOMException(REQUEST_ABORTED, 'AbortError')
