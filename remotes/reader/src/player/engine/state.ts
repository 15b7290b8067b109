import type { MissingVoice } from '@andscene/screenplay/voices'
import type { Away, PlayerError } from '../errors.ts'
import type { Reading } from './reading-plan.ts'

/** All that the player knows between two events. Only `transition` makes a new one of it; times are milliseconds. */
export type PlayerState = {
  /** What the screen shows: the same object for as long as nothing in it changes. */
  readonly shown: PlayerSnapshot
  readonly reading: Reading
  /** What is being played; null exactly while nothing sounds and nothing loads. */
  readonly run: Run | null
  /** Number of runs so far. The last number is the present run's id; events of former runs have another. */
  readonly runs: number
  /** Where the shown line resumes when it is played again; null for its start. */
  readonly held: Position | null
  /** When playback became audible; null until then. */
  readonly playingSince: number | null
  /** The page follows once the guard after the start of playback is over. */
  readonly isFollowPending: boolean
  /** Since when nothing has been audible while a line loads; null while none does. */
  readonly waitsSince: number | null
  /** A missing voice stopped playback, and nothing has been played or moved since. */
  readonly waitsForVoice: boolean
  /** A casting was saved, and playback is retried in a moment. */
  readonly isRetryPending: boolean
}

export type PlayerSnapshot = {
  /** product §4, sequential playback. */
  readonly state: 'idle' | 'loading' | 'playing' | 'paused' | 'stopped'
  /** The current line, from 0; -1 when there is none. */
  readonly line: number
  /** The page on show, from 0. */
  readonly page: number
  readonly rate: number
  /** How long a line has been loading in silence: `short` after 600 ms, `long` after 5 s. */
  readonly wait: 'short' | 'long' | null
  /** Why playback cannot continue. Cleared by anything that restarts it. */
  readonly error: PlayerError | null
  readonly failedLines: ReadonlySet<number>
  /** How often playback has reached the end. */
  readonly completions: number
  /** It has reached the end: played again, it begins with the first line. */
  readonly isAtEnd: boolean
  /** Where playback was last asked to begin; a new one each time. */
  readonly asked: { readonly line: number } | null
  /** While playing, the page follows the line. The person's own scrolling ends that. */
  readonly isFollowing: boolean
  /** How often the listener has moved to another line since something was last played. */
  readonly moves: number
  /** Where playback was before a move that led far away. */
  readonly wayBack: WayBack | null
}

export type WayBack = {
  readonly line: number
  readonly from: number
  readonly was: 'playing' | 'paused' | 'stopped'
  readonly held: Position | null
  readonly offeredAt: number
  /** For a moment, where something was being heard. */
  readonly isOffered: boolean
}

/** A point in a line's clip, in milliseconds at 1×. */
export type Position = { readonly line: number; readonly positionMs: number; readonly durationMs: number }

/** One stretch of playing at one speed, from a line until something ends it. */
export type Run = {
  readonly id: number
  readonly from: { readonly line: number; readonly offsetMs: number }
  readonly rate: number
  readonly task: Task
  /** Whether the browser allows sound; the answer may take a moment. */
  readonly permission: 'asked' | 'given' | Fault
  /** Nothing of this run sounds, nor is about to. */
  readonly isSilent: boolean
  /** The last line that was put on the time line. */
  readonly lastLine: number | null
  /** The line that is audible, or was last. */
  readonly heard: Heard | null
  /** Lines that failed one after the other, up to now. */
  readonly failures: Failures | null
  /** While the backend is unavailable, the line of the task is held. */
  readonly loss: Loss | null
}

/** What the run does next. What has to wait for silence is done when the lines before have died away. */
export type Task =
  | { readonly kind: 'load'; readonly line: number }
  /** Loaded; it sounds as soon as the browser allows it. */
  | { readonly kind: 'ready'; readonly line: number; readonly durationMs: number }
  /** On the time line, with enough sound there for now. */
  | { readonly kind: 'scheduled'; readonly line: number }
  /** Failed because the backend is unavailable; requested again in a moment. */
  | { readonly kind: 'held'; readonly line: number }
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

/** Why a line failed. */
export type Failure = {
  readonly text: string
  /** The backend is unavailable, and the line is not at fault. */
  readonly away: Away | undefined
  /** The day's allowance of new audio is used up (product §10). */
  readonly isUsedUp: boolean
}
/** Lines in a row. */
export type Failures = { readonly first: number; readonly count: number }
/** How, how often and since when one line has been asked for in vain. */
export type Loss = { readonly away: Away; readonly tries: number; readonly since: number }

/** Playback cannot continue, whatever the line. */
export type Fault = { readonly kind: 'blocked' | 'line'; readonly text: string }

export const NOTHING_FAILED: ReadonlySet<number> = new Set()

export const initialState = (reading: Reading, rate: number): PlayerState => ({
  shown: {
    state: 'idle',
    line: -1,
    page: 0,
    rate,
    wait: null,
    error: null,
    failedLines: NOTHING_FAILED,
    completions: 0,
    isAtEnd: false,
    asked: null,
    isFollowing: true,
    moves: 0,
    wayBack: null,
  },
  reading,
  run: null,
  runs: 0,
  held: null,
  playingSince: null,
  isFollowPending: false,
  waitsSince: null,
  waitsForVoice: false,
  isRetryPending: false,
})

export const newRun = (
  { runs, shown }: PlayerState,
  from: Run['from'],
  permission: Run['permission'],
): Run => ({
  id: runs + 1,
  from,
  rate: shown.rate,
  task: { kind: 'end' },
  permission,
  isSilent: true,
  lastLine: null,
  heard: null,
  failures: null,
  loss: null,
})

/** Whether something sounds, or is about to. */
export const isActive = ({ state }: Pick<PlayerSnapshot, 'state'>) =>
  state === 'playing' || state === 'loading'

/** Whether a line is being read, or is held and will be. */
export const isReading = ({ state, error }: PlayerSnapshot) =>
  isActive({ state }) || (error?.kind === 'away' && error.isWaiting)

export const isLine = ({ reading }: PlayerState, index: number) =>
  Number.isInteger(index) && index >= 0 && index < reading.lineCount

/** The page of a line, while the page follows; what the person has scrolled to is not taken from under their eyes. */
export const pageShownWith = (state: PlayerState, line: number) =>
  state.shown.isFollowing && isLine(state, line) ? { page: state.reading.pageOf(line) } : {}

/** Where playback is at a point of the output's time line, or where it was paused. */
export function positionAt({ run, held }: PlayerState, audibleAt: number): Position | null {
  if (!run?.heard) return held
  const { line, startsAt, offsetMs, durationMs, rate } = run.heard
  const passed = Math.max((audibleAt - startsAt) * rate, 0)
  return { line, positionMs: Math.min(offsetMs + passed, durationMs), durationMs }
}

/** What is still to be said once nothing is waited for any more. */
export const errorAtHand = ({ shown: { error } }: PlayerState) => (error?.kind === 'away' ? null : error)

export const heldOffset = ({ held }: PlayerState) => held?.positionMs ?? 0

/** Changes the shown state. The held point belongs to the shown line, and is dropped with it. */
export function show(state: PlayerState, patch: Partial<PlayerSnapshot>): PlayerState {
  const keys = Object.keys(patch) as (keyof PlayerSnapshot)[]
  if (keys.every((key) => Object.is(state.shown[key], patch[key]))) return state
  const shown = { ...state.shown, ...patch }
  const held = state.held?.line === shown.line ? state.held : null
  return { ...state, shown, held }
}
