import type { PlayerError } from '../errors.ts'
import { createStore } from '../store.ts'

/** product §4, sequential playback. */
export type PlayerState = 'idle' | 'loading' | 'playing' | 'paused' | 'stopped'

export type PlayerSnapshot = {
  readonly state: PlayerState
  /** The current line, from 0; -1 when there is none. */
  readonly line: number
  /** The page on show, from 0. */
  readonly page: number
  readonly rate: number
  /** Why playback cannot go on. Cleared by whatever starts it again. */
  readonly error: PlayerError | null
  /** Lines that could not be had since playing began. */
  readonly failedLines: ReadonlySet<number>
  /** How often playback has come to the end. */
  readonly completions: number
}

/** A point in a line's clip, in milliseconds at 1×. */
export type Position = { line: number; positionMs: number; durationMs: number }

export const NOTHING_FAILED: ReadonlySet<number> = new Set()

export const createPlayerStore = (rate: number) =>
  createStore<PlayerSnapshot>({
    state: 'idle',
    line: -1,
    page: 0,
    rate,
    error: null,
    failedLines: NOTHING_FAILED,
    completions: 0,
  })

/** Whether something sounds, or is about to. */
export const isActive = ({ state }: Pick<PlayerSnapshot, 'state'>) =>
  state === 'playing' || state === 'loading'
