import { PAGE_FOLLOW_GUARD_MS } from '../limits.ts'
import type { Turn } from './events.ts'
import { pageShownWith, positionAt, show, type Heard, type PlayerState, type Run } from './state.ts'

/** Marks the line as audible. */
export function hear(before: PlayerState, run: Run, heard: Heard, turn: Turn): PlayerState {
  const { line } = heard
  const playing = {
    ...before,
    run: { ...run, heard },
    held: null,
    playingSince: before.playingSince ?? turn.at,
  }
  turn.emit({ type: 'save', line })
  turn.emit({ type: 'prefetch', line, rate: run.rate, afterMs: 0 })
  // A way back whose offer has ended is removed.
  const wayBack = before.shown.wayBack?.isOffered ? before.shown.wayBack : null
  return follow(show(playing, { state: 'playing', line, error: null, wayBack }), turn)
}

/** The audible line has no more sound for now: it loads, and its position stays at the end of the sound. */
export const stall = (state: PlayerState, run: Run, audibleAt: number): PlayerState =>
  show({ ...state, run: { ...run, heard: null }, held: positionAt(state, audibleAt) }, { state: 'loading' })

/** During playback the page follows the line, except in the first 100 ms (product §4). */
export function follow(state: PlayerState, turn: Turn): PlayerState {
  const ms = PAGE_FOLLOW_GUARD_MS - (turn.at - (state.playingSince ?? turn.at))
  if (ms <= 0) return show({ ...state, isFollowPending: false }, pageShownWith(state, state.shown.line))
  turn.emit({ type: 'timer', name: 'follow-due', ms })
  return { ...state, isFollowPending: true }
}
