import type { MissingVoice } from '@andscene/screenplay/voices'
import type { PlayerError } from '../errors.ts'
import type { Reading } from './reading-plan.ts'

/** All that the player knows between two events. Only `transition` makes a new one of it; times are milliseconds. */
export type PlayerState = {
  /** What the screen shows: the same object for as long as nothing in it changes. */
  readonly shown: PlayerSnapshot
  readonly reading: Reading
  /** What is being played; null exactly while nothing sounds and nothing loads. */
  readonly run: Run | null
  /** Runs begun so far. The last one's number is its id, by which events of former runs are told apart. */
  readonly runs: number
  /** Where the shown line goes on when it is played again; null for its start. */
  readonly held: Position | null
  /** When playback became audible; null until then. */
  readonly playingSince: number | null
  /** The page follows once the guard after the start of playback is over. */
  readonly isFollowPending: boolean
  /** A missing voice stopped playback, and nothing has been played or moved since. */
  readonly waitsForVoice: boolean
  /** A casting was saved, and playback is retried in a moment. */
  readonly isRetryPending: boolean
  /** When failed lines last stopped playback. */
  readonly failedAt: number
}

export type PlayerSnapshot = {
  /** product §4, sequential playback. */
  readonly state: 'idle' | 'loading' | 'playing' | 'paused' | 'stopped'
  /** The current line, from 0; -1 when there is none. */
  readonly line: number
  /** The page on show, from 0. */
  readonly page: number
  readonly rate: number
  /** Why playback cannot go on. Cleared by whatever starts it again. */
  readonly error: PlayerError | null
  /** Lines that could not be had since playback began. */
  readonly failedLines: ReadonlySet<number>
  /** How often playback has come to the end. */
  readonly completions: number
}

/** A point in a line's clip, in milliseconds at 1×. */
export type Position = { readonly line: number; readonly positionMs: number; readonly durationMs: number }

/** One stretch of playing at one speed, from a line until something ends it. */
export type Run = {
  readonly id: number
  readonly from: { readonly line: number; readonly offsetMs: number }
  readonly rate: number
  readonly task: Task
  /** Whether the browser lets the page sound; it may take a moment to say so. */
  readonly permission: 'asked' | 'given' | Fault
  /** Nothing of this run sounds, nor is about to. */
  readonly isSilent: boolean
  /** The last line that was put on the time line. */
  readonly lastLine: number | null
  /** The line that is audible, or was last. */
  readonly heard: Heard | null
  /** Lines that failed one after the other, up to now. */
  readonly failures: Failures | null
}

/** What the run does next. What has to wait for silence is done when the lines before have died away. */
export type Task =
  | { readonly kind: 'load'; readonly line: number }
  /** Loaded; it sounds as soon as the browser allows it. */
  | { readonly kind: 'ready'; readonly line: number; readonly durationMs: number }
  /** On the time line, with enough sound there for now. */
  | { readonly kind: 'scheduled'; readonly line: number }
  /** Waits for silence, then it is skipped or ends the run. */
  | { readonly kind: 'failed'; readonly line: number; readonly failure: Failure }
  /** Waits for silence, then it ends the run. */
  | { readonly kind: 'voiceless'; readonly line: number; readonly missing: MissingVoice }
  /** Nothing is left to read; waits for silence. */
  | { readonly kind: 'end' }

/** The audible sound, on the output's time line. */
export type Heard = {
  readonly line: number
  readonly startsAt: number
  /** Point of the clip at which it started, at 1×. */
  readonly offsetMs: number
  readonly durationMs: number
  readonly rate: number
}

/** Why a line could not be had. */
export type Failure = {
  readonly text: string
  /** No response came: the network is away. */
  readonly isOffline: boolean
  /** The day's allowance of new audio is used up (product §10). */
  readonly isUsedUp: boolean
}
/** Lines in a row; the last one's fault decides whether the network's return helps. */
export type Failures = { readonly first: number; readonly count: number; readonly isOffline: boolean }

/** Playback cannot go on, whatever the line. */
export type Fault = { readonly kind: 'blocked' | 'line'; readonly text: string }

export const NOTHING_FAILED: ReadonlySet<number> = new Set()

export const initialState = (reading: Reading, rate: number): PlayerState => ({
  shown: {
    state: 'idle',
    line: -1,
    page: 0,
    rate,
    error: null,
    failedLines: NOTHING_FAILED,
    completions: 0,
  },
  reading,
  run: null,
  runs: 0,
  held: null,
  playingSince: null,
  isFollowPending: false,
  waitsForVoice: false,
  isRetryPending: false,
  failedAt: Number.NEGATIVE_INFINITY,
})

/** Whether something sounds, or is about to. */
export const isActive = ({ state }: Pick<PlayerSnapshot, 'state'>) =>
  state === 'playing' || state === 'loading'

export const isLine = ({ reading }: PlayerState, index: number) =>
  Number.isInteger(index) && index >= 0 && index < reading.lineCount

/** Where playback is at a point of the output's time line, or where it was paused. */
export function positionAt({ run, held }: PlayerState, audibleAt: number): Position | null {
  if (!run?.heard) return held
  const { line, startsAt, offsetMs, durationMs, rate } = run.heard
  const passed = Math.max((audibleAt - startsAt) * rate, 0)
  return { line, positionMs: Math.min(offsetMs + passed, durationMs), durationMs }
}

/** Where the shown line is to be started again. */
export const heldOffset = ({ held }: PlayerState) => held?.positionMs ?? 0

/** Changes what is shown. The point that is held belongs to the shown line, and goes with it. */
export function show(state: PlayerState, patch: Partial<PlayerSnapshot>): PlayerState {
  const keys = Object.keys(patch) as (keyof PlayerSnapshot)[]
  if (keys.every((key) => Object.is(state.shown[key], patch[key]))) return state
  const shown = { ...state.shown, ...patch }
  const held = state.held?.line === shown.line ? state.held : null
  return { ...state, shown, held }
}
