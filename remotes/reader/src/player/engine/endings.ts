import { missingVoiceMessage, type MissingVoice } from '@andscene/screenplay/voices'
import { gaveUp, type PlayerError } from '../errors.ts'
import type { Turn } from './events.ts'
import { isLine, pageShownWith, show, type Failures, type PlayerState, type Task } from './state.ts'

/** Stops all sound and loading; the caller updates the shown state. */
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

export function stopWith(state: PlayerState, error: PlayerError, turn: Turn): PlayerState {
  const { line } = error
  const stopped = { ...silence(state, turn), held: null }
  const position = isLine(state, line) ? { line, ...pageShownWith(state, line) } : {}
  return show(stopped, { state: 'stopped', error, ...position })
}

/** A missing voice stops playback (product §4); the next saved casting may restart it. */
export function stopForVoice(
  state: PlayerState,
  { line, missing }: Extract<Task, { kind: 'voiceless' }>,
  turn: Turn,
): PlayerState {
  return { ...stopWith(state, voiceError(line, missing), turn), waitsForVoice: true }
}

/** The voice list, which arrives after the failure, shows that the failed line no longer has a voice. */
export function explainFailure(state: PlayerState): PlayerState {
  const { error } = state.shown
  if (error?.kind !== 'failed' || !isLine(state, error.line)) return state
  const request = state.reading.request(error.line)
  if (!('missing' in request)) return state
  return { ...show(state, { error: voiceError(error.line, request.missing) }), waitsForVoice: true }
}

const voiceError = (line: number, missing: MissingVoice): PlayerError => ({
  kind: 'voice',
  text: missingVoiceMessage(missing),
  line,
  missing,
})

export const giveUp = (state: PlayerState, { first, count }: Failures, turn: Turn): PlayerState =>
  stopWith(state, { kind: 'failed', text: gaveUp(first, count), line: first }, turn)

/** Playback has reached the end; if the last lines failed, it reports them instead of completing. */
export function complete(state: PlayerState, failures: Failures | null, turn: Turn): PlayerState {
  if (failures) return giveUp(state, failures, turn)
  const stopped = { ...silence(state, turn), held: null }
  // The last scene and act have ended too.
  const sleep = state.shown.sleep?.kind === 'time' ? state.shown.sleep : null
  return show(stopped, { state: 'stopped', completions: state.shown.completions + 1, isAtEnd: true, sleep })
}
