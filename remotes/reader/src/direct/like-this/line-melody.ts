import { readWordTimes } from '@andscene/contracts/routes/speech'
import { MELODY_LIMIT } from '@andscene/contracts/voices/deliveries'
import type { Melody } from '@andscene/contracts/voices/melody'
import { RATE } from '@andscene/melody/features'
import { melodyOf, type MelodyFailure } from '@andscene/melody/melody'
import { call } from '@andscene/web-kit/api-client'
import { clipServer } from '../../player/clips/clip-server.ts'
import { decodeSound } from '../../player/output/web-sound.ts'
import type { Trial } from '../trials.ts'
import { NAMED_WORDS } from './limits.ts'

/** A sentence for users: why a recording cannot be followed. */
export class LikeThisError extends Error {
  override readonly name = 'LikeThisError'
}

const UNKNOWN_TIMES = 'The times of the words did not load. Check your connection and try again.'

const TOO_LONG = 'This line is too long to be recorded. Record lines of up to 30 seconds.'

/**
 * Returns how a recording says the line of a trial, word by word: in the browser, against a plain reading by the line's
 * own voice. Rejects with LikeThisError, or with a ClipError if that reading cannot be loaded.
 */
export async function lineMelody(recording: ArrayBuffer, plain: Trial, signal: AbortSignal): Promise<Melody> {
  const context = new OfflineAudioContext(1, 1, RATE)
  const recorded = await context.decodeAudioData(recording).catch(() => undefined)
  if (!recorded) throw new LikeThisError(sentenceOf({ reason: 'silent' }))
  // Positions of a melody are those of the text without directions.
  const { bytes, path } = await clipServer.trial({ ...plain, readsDirections: false }, signal)
  const times = await call(readWordTimes, { params: { '*': path ?? '' }, signal }).catch(() => undefined)
  if (!times || times.data.words.length === 0) throw new LikeThisError(UNKNOWN_TIMES)
  const { buffer, cutMs } = await decodeSound(context, bytes)
  const { text, words } = times.data
  if (words.length > MELODY_LIMIT) throw new LikeThisError(TOO_LONG)
  const heard = words.map((word) => ({
    ...word,
    startMs: Math.max(0, word.startMs - cutMs),
    endMs: Math.max(0, word.endMs - cutMs),
  }))
  const found = melodyOf(recorded.getChannelData(0), buffer.getChannelData(0), heard)
  if (Array.isArray(found)) return found
  const spoken = words.map(({ at, length }) => text.slice(at, at + length))
  throw new LikeThisError(sentenceOf(found, spoken))
}

export function sentenceOf(failure: MelodyFailure, spoken: readonly string[] = []): string {
  switch (failure.reason) {
    case 'silent':
      return 'The recording is silent. Check the microphone and try again.'
    case 'voiceless':
      return 'The recording has no clear pitch. Say the line aloud, without whispering, and try again.'
    case 'other': {
      const words = failure.words.slice(0, NAMED_WORDS).map((n) => `“${spoken[n]}”`)
      const more = failure.words.length - words.length
      const list = more > 0 ? `${words.join(', ')} and ${more} more` : words.join(', ')
      return `These words were not found in the recording: ${list}. Say the line as it is written.`
    }
  }
}
