import { heldAt, type Away } from '../errors.ts'
import { reconnectDelay, RESUME_WHEN_ONLINE_MS } from '../limits.ts'
import { silence } from './endings.ts'
import type { Turn } from './events.ts'
import { pageShownWith, show, type Loss, type PlayerState, type Run } from './state.ts'

/* During an outage, the next line is held and requested again (product §4). */

/** Returns the run whose line is held, or null. */
const heldRun = ({ run }: PlayerState): (Run & { loss: Loss }) | null =>
  run?.loss ? { ...run, loss: run.loss } : null

/** Returns whether a line is held and nothing is audible any more. */
export const isLineHeld = (state: PlayerState) => heldRun(state)?.isSilent === true

/** Resuming this late would surprise the listener. */
const isTooLate = (loss: Loss, turn: Turn) => turn.at - loss.since > RESUME_WHEN_ONLINE_MS

export function hold(run: Run, line: number, away: Away, turn: Turn): Run {
  const { tries, since } = run.loss ?? { tries: 0, since: turn.at }
  turn.emit({ type: 'timer', name: 'reload-due', ms: reconnectDelay(tries) })
  return { ...run, task: { kind: 'held', line }, loss: { away, tries: tries + 1, since } }
}

/** All sounds have ended: shows the held line, and why it is held. */
export function showHeld(state: PlayerState, run: Run, { away }: Loss, line: number): PlayerState {
  const before = state.shown.error
  const isSame = before?.kind === 'away' && before.away === away && before.line === line && before.isWaiting
  const error = isSame
    ? before
    : ({ kind: 'away', text: heldAt(away, line), line, away, isWaiting: true } as const)
  // The position belongs to the line before.
  const silent = { ...state, run: { ...run, heard: null } }
  return show(silent, { state: 'paused', line, error, ...pageShownWith(state, line) })
}

export function reload(state: PlayerState, turn: Turn): PlayerState {
  const run = heldRun(state)
  if (run?.task.kind !== 'held') return state
  if (isTooLate(run.loss, turn)) return stopWaiting(state, turn)
  const { line } = run.task
  const { rate } = state.shown
  turn.emit({ type: 'load', run: run.id, line, rate })
  return { ...state, run: { ...run, rate, task: { kind: 'load', line } } }
}

/** The network is back: requests the line immediately, and resets the delays. */
export function reconnect(state: PlayerState, turn: Turn): PlayerState {
  const { error } = state.shown
  const run = heldRun(state)
  if (run && !isTooLate(run.loss, turn))
    return reload({ ...state, run: { ...run, loss: { ...run.loss, tries: 0 } } }, turn)
  // The line has arrived, and stays shown as held until it is audible.
  if (!run && state.run) return state
  const waited = run ? stopWaiting(state, turn) : state
  return error?.kind === 'away' ? show(waited, { error: null }) : waited
}

/** Stays paused at the line until the user presses play. */
export function stopWaiting(state: PlayerState, turn: Turn): PlayerState {
  const { error, line } = state.shown
  const held = state.held
  const silent = { ...silence(state, turn), held }
  return show(silent, {
    state: 'paused',
    line,
    error: error?.kind === 'away' ? { ...error, isWaiting: false } : error,
  })
}

/** Returns whether the line arrived too late to resume. */
export const comesTooLate = ({ loss }: Run, turn: Turn) => loss !== null && isTooLate(loss, turn)
