import type { MissingVoice } from '@andscene/screenplay/voices'
import type { Away, PlayerError } from '../errors.ts'
import type { Reading } from './reading-plan.ts'

/** The complete state of the player between two events; only `transition` creates a new one. Times are milliseconds. */
export type PlayerState = {
  /** The state shown on screen: the same object until something in it changes. */
  readonly shown: PlayerSnapshot
  readonly reading: Reading
  /** The current run; null exactly when nothing is audible or loading. */
  readonly run: Run | null
  /** Number of runs so far, which is also the id of the last run; events of former runs have another id. */
  readonly runs: number
  /** The position at which the shown line resumes; null for its start. */
  readonly held: Position | null
  /** When playback became audible, or null. */
  readonly playingSince: number | null
  /** The page follows when the guard after the start of playback ends. */
  readonly isFollowPending: boolean
  /** When the current silence while loading started; null when no line is loading in silence. */
  readonly waitsSince: number | null
  /** A missing voice stopped playback, and nothing has been played or moved since. */
  readonly waitsForVoice: boolean
  /** The sleep timer has faded out the sound. */
  readonly isFaded: boolean
  /** A casting was saved, and playback is retried after a delay. */
  readonly isRetryPending: boolean
}

export type PlayerSnapshot = {
  /** Playback state (product §4, sequential playback). */
  readonly state: 'idle' | 'loading' | 'playing' | 'paused' | 'stopped'
  /** The current line, from 0; -1 when there is none. */
  readonly line: number
  /** The visible page, from 0. */
  readonly page: number
  readonly rate: number
  /** How long a line has been loading in silence: `short` after 600 ms, `long` after 5 s. */
  readonly wait: 'short' | 'long' | null
  /** Why playback cannot continue. Cleared when playback restarts. */
  readonly error: PlayerError | null
  readonly failedLines: ReadonlySet<number>
  /** How often playback has reached the end. */
  readonly completions: number
  /** Playback has reached the end: play starts again at the first line. */
  readonly isAtEnd: boolean
  /** The line of the last play request; a new object for each request. */
  readonly asked: { readonly line: number } | null
  /** During playback, the page follows the line. Scrolling by the user ends that. */
  readonly isFollowing: boolean
  /** Number of moves to another line since the last playback. */
  readonly moves: number
  /** The position before a jump to a distant line. */
  readonly wayBack: WayBack | null
  readonly sleep: Sleep | null
}

/** The sleep timer; `endsAt` is the clock's time. `over`: it has paused playback, and nothing was played since. */
export type Sleep =
  | { readonly kind: 'time'; readonly ms: number; readonly endsAt: number; readonly isFading: boolean }
  | { readonly kind: 'scene' | 'act' | 'over' }

export type WayBack = {
  readonly line: number
  readonly from: number
  readonly was: 'playing' | 'paused' | 'stopped'
  readonly held: Position | null
  readonly offeredAt: number
  /** True for a moment after a jump, if something was being played. */
  readonly isOffered: boolean
}

/** A point in a line's clip, in milliseconds at 1×. */
export type Position = { readonly line: number; readonly positionMs: number; readonly durationMs: number }

/** Uninterrupted playback at one speed from a line on. */
export type Run = {
  readonly id: number
  readonly from: { readonly line: number; readonly offsetMs: number }
  readonly rate: number
  readonly task: Task
  /** Whether the browser allows sound; `asked` until it responds. */
  readonly permission: 'asked' | 'given' | Fault
  /** Nothing of this run is audible or scheduled. */
  readonly isSilent: boolean
  /** The last scheduled line. */
  readonly lastLine: number | null
  /** The line that is or was last audible. */
  readonly heard: Heard | null
  /** The current sequence of failed lines. */
  readonly failures: Failures | null
  /** The current outage, while the line of the task is held. */
  readonly loss: Loss | null
}

/** The next step of the run. Steps that require silence wait until the scheduled lines have ended. */
export type Task =
  | { readonly kind: 'load'; readonly line: number }
  /** Loaded; plays as soon as the browser allows it. */
  | { readonly kind: 'ready'; readonly line: number; readonly durationMs: number }
  /** Scheduled, with enough sound ahead for now. */
  | { readonly kind: 'scheduled'; readonly line: number }
  /** Failed because the backend is unavailable; retried after a delay. */
  | { readonly kind: 'held'; readonly line: number }
  /** Waits for silence, then is skipped or ends the run. */
  | { readonly kind: 'failed'; readonly line: number; readonly failure: Failure }
  /** Waits for silence, then ends the run. */
  | { readonly kind: 'voiceless'; readonly line: number; readonly missing: MissingVoice }
  /** The sleep timer pauses before this line; waits for silence. */
  | { readonly kind: 'asleep'; readonly line: number }
  /** No line is left; waits for silence. */
  | { readonly kind: 'end' }

/** The audible sound on the output's timeline. */
export type Heard = {
  readonly line: number
  readonly startsAt: number
  /** The point of the clip at which it started, at 1×. */
  readonly offsetMs: number
  readonly durationMs: number
  readonly rate: number
}

export type Failure = {
  readonly text: string
  /** Set when the backend is unavailable and the line is not at fault. */
  readonly away: Away | undefined
  /** The daily allowance of new audio is used up (product §10). */
  readonly isUsedUp: boolean
}
/** Consecutive failed lines. */
export type Failures = { readonly first: number; readonly count: number }
/** The outage during which a line was requested: its kind, attempts and start. */
export type Loss = { readonly away: Away; readonly tries: number; readonly since: number }

/** An error that prevents all playback. */
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
    sleep: null,
  },
  reading,
  run: null,
  runs: 0,
  held: null,
  playingSince: null,
  isFollowPending: false,
  waitsSince: null,
  waitsForVoice: false,
  isFaded: false,
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

/** Returns whether something is audible or about to be. */
export const isActive = ({ state }: Pick<PlayerSnapshot, 'state'>) =>
  state === 'playing' || state === 'loading'

/** Returns whether a line is being played, or is held and will resume. */
export const isReading = ({ state, error }: PlayerSnapshot) =>
  isActive({ state }) || (error?.kind === 'away' && error.isWaiting)

export const isLine = ({ reading }: PlayerState, index: number) =>
  Number.isInteger(index) && index >= 0 && index < reading.lineCount

/** Returns the page of a line while the page follows; otherwise nothing, so that the user's page stays. */
export const pageShownWith = (state: PlayerState, line: number) =>
  state.shown.isFollowing && isLine(state, line) ? { page: state.reading.pageOf(line) } : {}

/** Returns the position at a point of the output's timeline, or the paused position. */
export function positionAt({ run, held }: PlayerState, audibleAt: number): Position | null {
  if (!run?.heard) return held
  const { line, startsAt, offsetMs, durationMs, rate } = run.heard
  const passed = Math.max((audibleAt - startsAt) * rate, 0)
  return { line, positionMs: Math.min(offsetMs + passed, durationMs), durationMs }
}

/** Returns the current error, unless it reports an outage. */
export const errorAtHand = ({ shown: { error } }: PlayerState) => (error?.kind === 'away' ? null : error)

export const heldOffset = ({ held }: PlayerState) => held?.positionMs ?? 0

/** Changes the shown state. The held position belongs to the shown line and is dropped with it. */
export function show(state: PlayerState, patch: Partial<PlayerSnapshot>): PlayerState {
  const keys = Object.keys(patch) as (keyof PlayerSnapshot)[]
  if (keys.every((key) => Object.is(state.shown[key], patch[key]))) return state
  const shown = { ...state.shown, ...patch }
  const held = state.held?.line === shown.line ? state.held : null
  return { ...state, shown, held }
}
