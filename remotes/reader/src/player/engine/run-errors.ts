import { missingVoiceMessage } from '@andscene/screenplay/voices'
import { ClipError, gaveUp, SoundBlockedError, type PlayerError } from '../errors.ts'
import type { RunEnd } from './run.ts'

/** What the screen says of a run that could not go on. */
export function errorOf(end: Exclude<RunEnd, { reason: 'completed' }>): PlayerError {
  const { line } = end
  if (end.reason === 'voice') {
    const { missing } = end
    return { kind: 'voice', text: missingVoiceMessage(missing), line, missing }
  }
  const { error } = end
  if (end.reason === 'failures') {
    const offline = error instanceof ClipError && error.status === 0
    return { kind: 'failed', text: gaveUp(line, end.count), line, offline }
  }
  const text = error instanceof Error ? error.message : String(error)
  return { kind: error instanceof SoundBlockedError ? 'blocked' : 'line', text, line }
}
