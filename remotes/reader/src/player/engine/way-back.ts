import { NEAR_LINES } from '../limits.ts'
import { silence } from './endings.ts'
import type { Turn } from './events.ts'
import { start } from './run.ts'
import { isLine, show, type PlayerState, type WayBack } from './state.ts'

/** Where to go back to after a move to a line: offered anew when it leads far away from what was being heard. */
export function wayBackFrom({ shown, run, held }: PlayerState, to: number, at: number): WayBack | null {
  const wasListening = (run !== null || shown.state === 'paused') && shown.line >= 0
  const here = { line: shown.line, from: to, wasPlaying: run !== null, held, offeredAt: at }
  // Moves that follow each other are one: the first of them may have been the mistake.
  const back = shown.wayBack ?? (wasListening ? here : null)
  return back && Math.abs(to - back.line) > NEAR_LINES ? { ...back, from: to, offeredAt: at } : null
}

/** Playing goes on with that line from its start; what was paused is paused at the same point. */
export function goBack(state: PlayerState, turn: Turn): PlayerState {
  const { wayBack } = state.shown
  if (!wayBack) return state
  const { line, wasPlaying, held } = wayBack
  if (!isLine(state, line)) return show(state, { wayBack: null })
  const back = { page: state.reading.pageOf(line), wayBack: null, isFollowing: true }
  if (wasPlaying) return start(show(state, back), line, 0, turn)
  const paused = { state: 'paused', line, error: null, isAtEnd: false, ...back } as const
  return { ...show({ ...silence(state, turn), held: null }, paused), held }
}
