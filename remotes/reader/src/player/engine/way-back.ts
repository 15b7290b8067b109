import { NEAR_LINES } from '../limits.ts'
import { silence } from './endings.ts'
import type { Turn } from './events.ts'
import { start } from './run.ts'
import { isLine, show, type PlayerState, type WayBack } from './state.ts'

/** Returns the position to return to after a jump to a distant line. It is offered if something was being played. */
export function wayBackFrom({ shown, run, held }: PlayerState, to: number, at: number): WayBack | null {
  const was = run ? 'playing' : shown.state === 'paused' ? 'paused' : 'stopped'
  const here = shown.line >= 0 ? ({ line: shown.line, was, held } as const) : null
  // Successive moves share one way back: the first of them may have been the mistake.
  const back = shown.wayBack ?? here
  if (!back || Math.abs(to - back.line) <= NEAR_LINES) return null
  return { ...back, from: to, offeredAt: at, isOffered: back.was !== 'stopped' }
}

/** Ends the offer of the way back. B still returns there until playback starts. */
export function withdrawWayBack(state: PlayerState): PlayerState {
  const { wayBack } = state.shown
  if (!wayBack) return state
  if (state.run) return show(state, { wayBack: null })
  return wayBack.isOffered ? show(state, { wayBack: { ...wayBack, isOffered: false } }) : state
}

/** Continues playback at the start of that line, or stays paused at the former position. */
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
