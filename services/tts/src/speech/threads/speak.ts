import type { WordTime } from '@andscene/contracts/voices/word-time'
import { trimSilence } from '../audio/finish.ts'
import { integratedLoudness } from '../audio/loudness.ts'
import { atOneRate, levelOf } from '../audio/mix.ts'
import { delayed, samplesIn, type Sound } from '../audio/sound.ts'
import { speechChunks } from '../text-chunks.ts'

const PAUSE_MS = 350

/** Speaks piece by piece, which bounds memory and the time until an abort takes effect. Undefined if canceled. */
export function speakInPieces(
  text: string,
  speak: (piece: string) => Sound,
  isCancelled: () => boolean,
): Sound | undefined {
  const sounds: Sound[] = []
  let after = 0
  for (const piece of speechChunks(text)) {
    if (isCancelled()) return undefined
    const sound = speak(piece)
    // A piece lacks some of the spaces of the text.
    const words = sound.words?.map((word) => {
      const at = Math.max(after, text.indexOf(piece.slice(word.at, word.at + word.length), after))
      after = at + word.length
      return { ...word, at }
    })
    sounds.push({ ...sound, words })
  }
  return joinPieces(sounds)
}

/** Joins finished sounds of several voices, each as loud as it is. `level`: how much louder they are than usual. */
export function inSequence(sounds: readonly Sound[]): Sound & { level: number } {
  const joined = joinPieces(atOneRate(sounds))
  return { ...joined, level: levelOf(integratedLoudness(joined)) }
}

/**
 * Joins sounds of one sample rate with pauses. `cut`: samples to remove at the start of the first of several sounds.
 */
export function joinPieces(pieces: Sound[], cut?: number): Sound {
  if (pieces.length === 1) return pieces[0]!
  const sounds = pieces.map((piece, index) => trimSilence(piece, index === 0 ? cut : undefined))
  const sampleRate = sounds[0]?.sampleRate ?? 16_000
  const pause = samplesIn(PAUSE_MS, sampleRate)
  const total = sounds.reduce((sum, { samples }) => sum + samples.length + pause, 0)
  const samples = new Float32Array(Math.max(0, total - pause))
  const words: WordTime[] = []
  let at = 0
  for (const sound of sounds) {
    samples.set(sound.samples, at)
    words.push(...(delayed(sound, at) ?? []))
    at += sound.samples.length + pause
  }
  return { samples, sampleRate, words: sounds.some((sound) => sound.words) ? words : undefined }
}
