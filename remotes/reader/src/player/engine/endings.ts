import { missingVoiceMessage } from '@andscene/screenplay/voices'
import { gaveUp, type PlayerError } from '../errors.ts'
import type { Turn } from './events.ts'
import { isLine, pageShownWith, show, type Failures, type PlayerState, type Task } from './state.ts'

/** Ends whatever sounds or loads; leaves what is shown to the caller. */
export function silence(state: PlayerState, turn: Turn): PlayerState {
  turn.emit({ type: 'silence' })
  return {
    ...state,
    run: null,
    playingSince: null,
    isFollowPending: false,
    waitsForVoice: false,
    isRetryPending: false,
  }
}

/** Stops at the line of the error, and shows it. */
export function stopWith(state: PlayerState, error: PlayerError, turn: Turn): PlayerState {
  const { line } = error
  const stopped = { ...silence(state, turn), held: null }
  const position = isLine(state, line) ? { line, ...pageShownWith(state, line) } : {}
  return show(stopped, { state: 'stopped', error, ...position })
}

/** A missing voice stops playback (product §4); a casting that is saved next may start it again. */
export function stopForVoice(
  state: PlayerState,
  { line, missing }: Extract<Task, { kind: 'voiceless' }>,
  turn: Turn,
): PlayerState {
  const error: PlayerError = { kind: 'voice', text: missingVoiceMessage(missing), line, missing }
  return { ...stopWith(state, error, turn), waitsForVoice: true }
}

/** Stops at the first of the lines that failed one after the other. */
export const giveUp = (state: PlayerState, { first, count }: Failures, turn: Turn): PlayerState =>
  stopWith(state, { kind: 'failed', text: gaveUp(first, count), line: first }, turn)

/** Playback has come to the end. What could not be had up to there has not been played. */
export function complete(state: PlayerState, failures: Failures | null, turn: Turn): PlayerState {
  if (failures) return giveUp(state, failures, turn)
  const stopped = { ...silence(state, turn), held: null }
  return show(stopped, { state: 'stopped', completions: state.shown.completions + 1, isAtEnd: true })
}
