import { NEAR_LINES } from '../limits.ts'
import { silence } from './endings.ts'
import type { Turn } from './events.ts'
import { start } from './run.ts'
import { isLine, show, type PlayerState, type WayBack } from './state.ts'

/** Where to return after a jump to a distant line. It is offered when something was being heard. */
export function wayBackFrom({ shown, run, held }: PlayerState, to: number, at: number): WayBack | null {
  const was = run ? 'playing' : shown.state === 'paused' ? 'paused' : 'stopped'
  const here = shown.line >= 0 ? ({ line: shown.line, was, held } as const) : null
  // Moves that follow each other are one: the first of them may have been the mistake.
  const back = shown.wayBack ?? here
  if (!back || Math.abs(to - back.line) <= NEAR_LINES) return null
  return { ...back, from: to, offeredAt: at, isOffered: back.was !== 'stopped' }
}

/** It is no longer offered. B still returns there until something is heard. */
export function withdrawWayBack(state: PlayerState): PlayerState {
  const { wayBack } = state.shown
  if (!wayBack) return state
  if (state.run) return show(state, { wayBack: null })
  return wayBack.isOffered ? show(state, { wayBack: { ...wayBack, isOffered: false } }) : state
}

/** Playback continues with that line from its start; if it was paused, it is paused at the same point. */
export function goBack(state: PlayerState, turn: Turn): PlayerState {
  const { wayBack } = state.shown
  if (!wayBack) return state
  const { line, was, held } = wayBack
  if (!isLine(state, line)) return show(state, { wayBack: null })
  const back = { page: state.reading.pageOf(line), wayBack: null, isFollowing: true }
  if (was === 'playing') return start(show(state, back), line, 0, turn)
  const still = {
    state: was,
    line,
    moves: state.shown.moves + 1,
    error: null,
    isAtEnd: false,
    ...back,
  } as const
  return { ...show({ ...silence(state, turn), held: null }, still), held }
}
