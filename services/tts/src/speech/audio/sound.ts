/** One channel of audio; samples between −1 and 1. */
export type Sound = { samples: Float32Array; sampleRate: number }

export const toDecibels = (factor: number): number => 20 * Math.log10(factor)
export const fromDecibels = (decibels: number): number => 10 ** (decibels / 20)

export const samplesIn = (milliseconds: number, sampleRate: number): number =>
  Math.round((milliseconds * sampleRate) / 1000)
