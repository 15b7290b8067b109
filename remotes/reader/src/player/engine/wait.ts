import { LONG_WAIT_MS, WAIT_SHOWN_MS } from '../limits.ts'
import type { Effect, Turn } from './events.ts'
import { show, type PlayerState } from './state.ts'

/** Measures how long lines have been loading in silence since the last sound, across lines. */
export function measureWait(
  before: PlayerState,
  state: PlayerState,
  effects: readonly Effect[],
  turn: Turn,
): PlayerState {
  if (state.shown.state !== 'loading')
    return state.waitsSince === null ? state : show({ ...state, waitsSince: null }, { wait: null })
  const waitsSince = before.waitsSince ?? turn.at
  const waiting = state.waitsSince === waitsSince ? state : { ...state, waitsSince }
  // The `silence` effect clears all timers.
  if (before.waitsSince === null || effects.some(({ type }) => type === 'silence')) planNext(waiting, turn)
  return waiting
}

function planNext({ shown: { wait }, waitsSince }: PlayerState, turn: Turn) {
  if (waitsSince === null || wait === 'long') return
  const dueAt = waitsSince + (wait === 'short' ? LONG_WAIT_MS : WAIT_SHOWN_MS)
  turn.emit({ type: 'timer', name: 'wait-due', ms: Math.max(0, dueAt - turn.at) })
}

/** The timer may belong to an earlier wait. */
export function waitDue(state: PlayerState, turn: Turn): PlayerState {
  if (state.waitsSince === null) return state
  const passed = turn.at - state.waitsSince
  const wait = passed < WAIT_SHOWN_MS ? null : passed < LONG_WAIT_MS ? 'short' : 'long'
  const told = show(state, { wait })
  planNext(told, turn)
  return told
}
