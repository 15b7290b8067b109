import type { Direction } from '@andscene/screenplay/navigation'
import { invalidLineIndex } from '../errors.ts'
import { RETRY_AFTER_CASTING_MS } from '../limits.ts'
import { explainFailure, silence } from './endings.ts'
import type { Effect, PlayerEvent, Turn } from './events.ts'
import { isLineHeld, reconnect, reload } from './hold.ts'
import { upcoming, type Reading } from './reading-plan.ts'
import type { ClipRequest } from '../ports.ts'
import { follow } from './hear.ts'
import { applySleep, restart, runTransition, start } from './run.ts'
import { ringIfOverdue, setSleep, sleepDue, wakeBy } from './sleep.ts'
import {
  errorAtHand,
  heldOffset,
  isActive,
  isLine,
  positionAt,
  show,
  type PlayerState,
  type Position,
} from './state.ts'
import { measureWait, waitDue } from './wait.ts'
import { goBack, wayBackFrom, withdrawWayBack } from './way-back.ts'

/** The player's state machine (product §4) as a pure function. An irrelevant event returns the same state. */
export function transition(
  state: PlayerState,
  event: PlayerEvent,
): { state: PlayerState; effects: readonly Effect[] } {
  const effects: Effect[] = []
  const turn: Turn = { at: event.at, emit: (effect) => void effects.push(effect) }
  const changed = measureWait(state, next(wakeBy(state, event, turn), event, turn), effects, turn)
  ringIfOverdue(changed, effects, turn)
  return { state: changed, effects }
}

function next(state: PlayerState, event: PlayerEvent, turn: Turn): PlayerState {
  const { shown, reading } = state
  switch (event.type) {
    case 'play':
      if (isActive(shown)) return state
      if (shown.isAtEnd) return start(startFollowing(state), 0, 0, turn)
      return startFromCurrentLine(
        startFollowing(state),
        shown.state === 'paused' ? heldOffset(state) : 0,
        turn,
      )
    case 'pause': {
      if (!state.run) return state
      const position = positionAt(state, event.audibleAt)
      const held = position?.line === shown.line ? position : null
      return show({ ...silence(state, turn), held }, { state: 'paused', error: errorAtHand(state) })
    }
    case 'resume':
      return shown.state === 'paused' ? startFromCurrentLine(state, heldOffset(state), turn) : state
    case 'stop':
      return show({ ...silence(state, turn), held: null }, { state: 'stopped', error: errorAtHand(state) })
    case 'retry':
      return startFromCurrentLine(startFollowing(state), 0, turn)
    case 'jump':
      return jump(state, event.line, turn)
    case 'clear-error': {
      // Closing the message of an outage also stops the automatic resumption.
      const isHeld = shown.error?.kind === 'away' && state.run !== null
      return show(isHeld ? { ...silence(state, turn), held: state.held } : state, { error: null })
    }
    case 'seek':
      return seek(state, event.to, turn)
    case 'go-to-line':
      return goToLine(state, event.line, turn)
    case 'move':
      return goToLine(state, reading.move(event.unit, Math.max(shown.line, 0), event.direction), turn)
    case 'move-spoken':
      return goToLine(state, nearestSpoken(state, event.direction), turn)
    case 'go-to-page': {
      // Not available while playing (product §2).
      const isPage = event.page >= 0 && event.page < reading.pageCount
      if (isActive(shown) || event.page === shown.page || !isPage) return state
      return goToLine(state, reading.firstLineOf(event.page), turn)
    }
    case 'show-line':
      if (!isLine(state, event.line)) return state
      return show(stopFollowing(state), { page: reading.pageOf(event.line) })
    case 'scrolled':
      return stopFollowing(state)
    case 'follow':
      return show(state, { isFollowing: true, page: reading.pageOf(Math.max(shown.line, 0)) })
    case 'go-back':
      return goBack(state, turn)
    case 'forget-way-back':
      return withdrawWayBack(state)
    case 'restore':
      if (shown.state !== 'idle' || shown.line >= 0 || !isLine(state, event.line)) return state
      return show(state, { line: event.line, page: reading.pageOf(event.line) })
    case 'set-rate':
      if (event.rate === shown.rate) return state
      // A held line keeps waiting, and plays at the new speed.
      return isLineHeld(state)
        ? show(state, { rate: event.rate })
        : restart(show(state, { rate: event.rate }), turn)
    case 'set-reading':
      return setReading(state, event.reading, turn)
    case 'set-sleep':
      return applySleep(setSleep(state, event.sleep, turn), turn)
    case 'sleep-due':
      return sleepDue(state, event.audibleAt, turn)
    case 'casting-saved':
      if (!state.waitsForVoice) return state
      turn.emit({ type: 'timer', name: 'retry-due', ms: RETRY_AFTER_CASTING_MS })
      return { ...state, isRetryPending: true }
    case 'retry-due':
      return state.isRetryPending ? retryForVoice({ ...state, isRetryPending: false }, turn) : state
    case 'follow-due':
      return state.isFollowPending ? follow(state, turn) : state
    case 'reload-due':
      return reload(state, turn)
    case 'wait-due':
      return waitDue(state, turn)
    case 'online':
      return reconnect(state, turn)
    default:
      // Ignores events of runs that have ended or been replaced.
      return event.run === state.run?.id ? runTransition(state, state.run, event, turn) : state
  }
}

/** The user wants to hear the line, and to see it (product §4). */
const startFollowing = (state: PlayerState) => show(state, { isFollowing: true })

/** During playback, the user has turned to another page. */
const stopFollowing = (state: PlayerState) => (state.run ? show(state, { isFollowing: false }) : state)

/** Starts from the current line, or line 0 if there is none (product §4). */
const startFromCurrentLine = (state: PlayerState, offsetMs: number, turn: Turn) =>
  start(state, Math.max(state.shown.line, 0), offsetMs, turn)

/** Stops the sound, sets the line and plays it; ignored for a line that is already starting (product §4). */
function jump(state: PlayerState, line: number, turn: Turn): PlayerState {
  const { shown } = state
  if (!isLine(state, line) && shown.error?.kind === 'away') return state
  if (!isLine(state, line))
    return show(state, { error: { kind: 'line', text: invalidLineIndex(line), line: shown.line } })
  if (shown.state === 'loading' && shown.line === line) return state
  const wayBack = wayBackFrom(state, line, turn.at)
  return start(show(state, { wayBack, isFollowing: true }), line, 0, turn)
}

/** Continues or stays paused at that point; a line out of range is ignored. */
function seek(before: PlayerState, held: Position, turn: Turn): PlayerState {
  const { line, positionMs } = held
  if (!isLine(before, line)) return before
  const wayBack = wayBackFrom(before, line, turn.at)
  const shown = { line, page: before.reading.pageOf(line), error: null, isAtEnd: false } as const
  const state = show(before, { ...shown, wayBack, isFollowing: true })
  if (isActive(before.shown)) return start({ ...state, held }, line, positionMs, turn)
  return { ...show(silence(state, turn), { state: 'paused', moves: before.shown.moves + 1 }), held }
}

/** Stops playback, sets the line and shows its page (product §4); out of range is ignored (product §5). */
function goToLine(state: PlayerState, line: number | undefined, turn: Turn): PlayerState {
  if (line === undefined || !isLine(state, line)) return state
  const { shown, reading } = state
  const wayBack = wayBackFrom(state, line, turn.at)
  return show(
    { ...silence(state, turn), held: null },
    {
      state: shown.state === 'idle' ? 'idle' : 'stopped',
      line,
      page: reading.pageOf(line),
      error: null,
      isAtEnd: false,
      isFollowing: true,
      moves: shown.moves + 1,
      wayBack,
    },
  )
}

/** Returns the nearest line that is read aloud: playing from a skipped one would always move forward. */
function nearestSpoken({ reading, shown }: PlayerState, direction: Direction): number | undefined {
  const beside = (line: number) => reading.move('line', line, direction)
  let line = beside(Math.max(shown.line, 0))
  while (line !== undefined && reading.spokenFrom(line) !== line) line = beside(line)
  return line
}

/** Adopts a changed casting, script or choice of what is read aloud. */
function setReading(state: PlayerState, reading: Reading, turn: Turn): PlayerState {
  const before = state.run && upcoming(state.reading, state.shown.line)
  const line = Math.min(state.shown.line, reading.lineCount - 1)
  const page = Math.min(state.shown.page, Math.max(reading.pageCount - 1, 0))
  const changed = show({ ...state, reading, held: heldIn(state, reading) }, { line, page })
  if (before === null) return explainFailure(changed)
  // Removed lines may be loading or scheduled.
  if (reading.lineCount < state.reading.lineCount)
    return startFromCurrentLine(changed, heldOffset(changed), turn)
  if (before !== upcoming(reading, line)) return restart(changed, turn)
  turn.emit({ type: 'prefetch', line, rate: changed.shown.rate, afterMs: 0 })
  return changed
}

/**
 * Returns the same point of the words after the pace of the character has changed. A line whose directions are heard
 * another way has other words, and starts again.
 */
function heldIn({ held, run, reading: before }: PlayerState, reading: Reading): Position | null {
  if (!held || held.line >= Math.min(before.lineCount, reading.lineCount)) return held
  const [was, is] = [before, reading].map((one) => requestIn(one, held.line))
  if (!run && was?.readsDirections !== is?.readsDirections) return null
  const change = (was?.sound?.pace ?? 1) / (is?.sound?.pace ?? 1)
  return { ...held, positionMs: held.positionMs * change, durationMs: held.durationMs * change }
}

function requestIn(reading: Reading, line: number): ClipRequest | undefined {
  const request = reading.request(line)
  return 'missing' in request ? undefined : request
}

/** After a casting was saved, continues playback if a missing voice had stopped it (product §4). */
function retryForVoice(state: PlayerState, turn: Turn): PlayerState {
  const { reading, shown } = state
  const spoken = reading.spokenFrom(shown.line)
  if (spoken !== null && 'missing' in reading.request(spoken)) return state
  return startFromCurrentLine(state, 0, turn)
}
