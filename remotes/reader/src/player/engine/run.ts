import { NO_LINES } from '../errors.ts'
import { FIRST_LINE_ALONE_MS, MOST_FAILURES_IN_A_ROW } from '../limits.ts'
import { complete, giveUp, silence, stopForVoice, stopWith } from './endings.ts'
import type { RunEvent, Turn } from './events.ts'
import { comesTooLate, hold, showHeld, stopWaiting } from './hold.ts'
import { hear, stall } from './hear.ts'
import { gapAtRate } from '@andscene/screenplay/timing/line-gaps'
import { sleepAt, sleepLine, wakeUp } from './sleep.ts'
import {
  errorAtHand,
  heldOffset,
  isLine,
  newRun,
  NOTHING_FAILED,
  positionAt,
  show,
  type Failure,
  type Failures,
  type Heard,
  type PlayerState,
  type Run,
  type Task,
} from './state.ts'

/** A line paused this close to its end counts as heard. Milliseconds. */
const END_TOLERANCE_MS = 30

export function start(before: PlayerState, line: number, offsetMs: number, turn: Turn): PlayerState {
  const state = wakeUp(silence(before, turn), turn)
  if (state.reading.spokenFrom(0) === null)
    return show(state, { state: 'stopped', error: { kind: 'empty', text: NO_LINES, line: -1 } })
  const { rate } = state.shown
  const run = newRun(state, { line, offsetMs }, 'asked')
  turn.emit({ type: 'claim', run: run.id })
  // The wait starts with the first line.
  turn.emit({ type: 'prefetch', line, rate, afterMs: FIRST_LINE_ALONE_MS })
  const begun = { ...state, runs: run.id, run, held: offsetMs > 0 ? state.held : null }
  const shown = {
    state: 'loading',
    line,
    error: null,
    failedLines: NOTHING_FAILED,
    isAtEnd: false,
    moves: 0,
    asked: { line },
  } as const
  return advance(show(begun, shown), run, line, turn)
}

/** Restarts at the current position, so that a new speed, casting or choice applies to the next sound. */
export function restart(state: PlayerState, turn: Turn): PlayerState {
  const { run, shown, reading } = state
  if (!run) return state
  const isHeard = shown.state === 'playing' && run.heard?.line === shown.line
  if (!isHeard || reading.spokenFrom(0) === null)
    return start(state, Math.max(shown.line, 0), heldOffset(state), turn)
  turn.emit({ type: 'prepare', run: run.id, line: shown.line, rate: shown.rate })
  return state
}

export function runTransition(state: PlayerState, run: Run, event: RunEvent, turn: Turn): PlayerState {
  const { task } = run
  const isAwaited = 'line' in event && task.kind === 'load' && task.line === event.line
  switch (event.type) {
    case 'loaded': {
      if (!isAwaited) return state
      if (comesTooLate(run, turn)) return stopWaiting(state, turn)
      const { line, durationMs } = event
      const { rate } = state.shown
      if (rate !== run.rate && run.loss) {
        // The speed changed while the line was held: load it again, which only prepares the cached sound.
        turn.emit({ type: 'load', run: run.id, line, rate })
        return { ...state, run: { ...run, rate } }
      }
      const ready: Task = { kind: 'ready', line, durationMs }
      return sound(state, { ...run, failures: null, loss: null, task: ready }, turn)
    }
    case 'failed': {
      // The rest of a scheduled line failed to load.
      const isCutOff = task.kind === 'scheduled' && task.line === event.line
      if (!isAwaited && !isCutOff) return state
      const { line, failure } = event
      if (failure.away) return onceSilent(state, hold(run, line, failure.away, turn), turn)
      return onceSilent(state, { ...run, loss: null, task: { kind: 'failed', line, failure } }, turn)
    }
    case 'dropped':
      return isAwaited ? advance(state, run, event.line, turn) : state
    case 'allowed':
      return sound(state, { ...run, permission: 'given' }, turn)
    case 'refused':
      return sound(state, { ...run, permission: event.fault }, turn)
    case 'audible':
      return isLine(state, event.heard.line) ? hear(state, run, event.heard, turn) : state
    case 'stalled':
      return run.heard?.line === event.line ? stall(state, run, event.audibleAt) : state
    case 'room':
      return task.kind === 'scheduled' ? advance(state, run, task.line + 1, turn) : state
    case 'silent':
      return onceSilent(state, { ...run, isSilent: true }, turn)
    case 'prepared':
      if (event.rate !== state.shown.rate) return state
      // The next line has started: continue with that one.
      if (run.heard?.line !== event.line || state.shown.line !== event.line) return restart(state, turn)
      return continueLine(state, run.heard, event.audibleAt, turn)
    case 'fault':
      return stopWith(state, { ...event.fault, line: run.heard?.line ?? run.from.line }, turn)
  }
}

/** The sleep timer was set or ended: what comes after the audible line changes if it is beyond the scene or act. */
export function applySleep(state: PlayerState, turn: Turn): PlayerState {
  const { run, shown } = state
  if (!run) return state
  const { task } = run
  if (task.kind === 'asleep') return advance(state, run, task.line, turn)
  const asleep = 'line' in task ? sleepLine(state, Math.max(shown.line, run.from.line), task.line) : undefined
  if (asleep === undefined) return state
  if (task.kind === 'scheduled') return restart(state, turn)
  return onceSilent(state, { ...run, task: { kind: 'asleep', line: asleep } }, turn)
}

/** Continues with the first line at or after `index` that is read aloud. */
function advance(state: PlayerState, run: Run, index: number, turn: Turn): PlayerState {
  const line = state.reading.spokenFrom(index)
  if (line === null) return onceSilent(state, { ...run, task: { kind: 'end' } }, turn)
  const asleep = index > run.from.line ? sleepLine(state, index - 1, line) : undefined
  if (asleep !== undefined) return onceSilent(state, { ...run, task: { kind: 'asleep', line: asleep } }, turn)
  const request = state.reading.request(line)
  if ('missing' in request) {
    const task: Task = { kind: 'voiceless', line, missing: request.missing }
    return onceSilent(state, { ...run, task }, turn)
  }
  turn.emit({ type: 'load', run: run.id, line, rate: run.rate })
  return onceSilent(state, { ...run, task: { kind: 'load', line } }, turn)
}

/** Schedules a loaded line once the browser allows sound. */
function sound(before: PlayerState, run: Run, turn: Turn): PlayerState {
  const state = { ...before, run }
  const { task, from, permission, lastLine, rate } = run
  if (task.kind !== 'ready' || permission === 'asked') return state
  if (permission !== 'given') return stopWith(state, { ...permission, line: from.line }, turn)
  const { line, durationMs } = task
  const offsetMs = line === from.line ? from.offsetMs : 0
  if (isOver(offsetMs, durationMs)) return advance(state, run, line + 1, turn)
  const isBehind = lastLine !== null && isLine(state, lastLine) && isLine(state, line)
  const gapMs = isBehind ? gapAtRate(state.reading.gap(lastLine, line), rate) : 0
  turn.emit({ type: 'schedule', run: run.id, line, offsetMs, gapMs, rate })
  return { ...state, run: { ...run, task: { kind: 'scheduled', line }, isSilent: false, lastLine: line } }
}

/** Returns whether a line was paused after its last word. */
const isOver = (offsetMs: number, durationMs: number) =>
  offsetMs > 0 && offsetMs >= durationMs - END_TOLERANCE_MS

/** Continues the audible line with its own sound, in a new run at the shown speed. */
function continueLine(state: PlayerState, heard: Heard, audibleAt: number, turn: Turn): PlayerState {
  const { line } = heard
  const { rate } = state.shown
  const held = positionAt(state, audibleAt)
  const offsetMs = held?.positionMs ?? 0
  const run = newRun(state, { line, offsetMs }, 'given')
  const next = { ...state, runs: run.id, run, held }
  if (isOver(offsetMs, heard.durationMs)) {
    turn.emit({ type: 'replace', run: run.id, replay: null })
    return advance(next, run, line + 1, turn)
  }
  turn.emit({ type: 'replace', run: run.id, replay: { offsetMs, rate } })
  return { ...next, run: { ...run, task: { kind: 'scheduled', line }, isSilent: false, lastLine: line } }
}

/** Runs the part of the task that requires silence. */
function onceSilent(before: PlayerState, run: Run, turn: Turn): PlayerState {
  const state = { ...before, run }
  const { task, failures, loss } = run
  if (!run.isSilent) return state
  switch (task.kind) {
    case 'held':
    case 'load':
      if (loss) return showHeld(state, run, loss, task.line)
      return show(state, { state: 'loading', line: task.line, error: errorAtHand(state) })
    case 'failed':
      return fail(state, run, task.line, task.failure, turn)
    case 'voiceless':
      return stopForVoice(state, task, turn)
    case 'asleep':
      return sleepAt(state, task.line, turn)
    case 'end':
      return complete(state, failures, turn)
    default:
      return state
  }
}

/** Skips a failed line; three in a row stop playback (product §4). */
function fail(before: PlayerState, run: Run, line: number, failure: Failure, turn: Turn): PlayerState {
  // Used up for hours: no clip can be generated, and continuing would skip through the script.
  if (failure.isUsedUp) return stopWith(before, { kind: 'line', text: failure.text, line }, turn)
  const { first = line, count = 0 } = run.failures ?? {}
  const failures: Failures = { first, count: count + 1 }
  const failedLines = new Set(before.shown.failedLines).add(line)
  const state = show(before, { line, failedLines })
  if (failures.count >= MOST_FAILURES_IN_A_ROW) return giveUp(state, failures, turn)
  return advance(state, { ...run, failures }, line + 1, turn)
}
