import type { WordTime } from '@andscene/contracts/voices/word-time'

/** One channel of audio; samples between −1 and 1. `words`: when each is heard, if the engine reports it. */
export type Sound = {
  samples: Float32Array
  sampleRate: number
  words?: readonly WordTime[] | undefined
}

export const toDecibels = (factor: number): number => 20 * Math.log10(factor)
export const fromDecibels = (decibels: number): number => 10 ** (decibels / 20)

/** The same words in a sound that begins so many samples earlier or, if negative, later. */
export function delayed(
  { words, sampleRate }: Omit<Sound, 'samples'>,
  samples: number,
): WordTime[] | undefined {
  const ms = (1_000 * samples) / sampleRate
  return words?.map(({ startMs, endMs, ...range }) => ({
    ...range,
    startMs: Math.max(0, startMs + ms),
    endMs: Math.max(0, endMs + ms),
  }))
}

export const samplesIn = (milliseconds: number, sampleRate: number): number =>
  Math.round((milliseconds * sampleRate) / 1000)
