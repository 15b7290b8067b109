import type { Window } from '../heads/head-plan.ts'

/** Root mean square of speech where the energy curve is 0; rises by √e for each 1. Holds within 1 dB. */
export const LEVEL_AT_ZERO = 10 ** (-51.1 / 20)
/** The energy curve has two values for each frame. */
const VALUES_PER_FRAME = 2
const MOST_DECIBELS = 4
const MOST = 10 ** (MOST_DECIBELS / 20)

/** A copy as loud as the energy curve says: the decoder normalizes each window, up to 3 dB wrong. */
export function evenLevel(
  samples: Float32Array,
  energy: Float32Array,
  { from, to }: Pick<Window, 'from' | 'to'>,
): Float32Array<ArrayBuffer> {
  const curve = energy.subarray(from * VALUES_PER_FRAME, to * VALUES_PER_FRAME)
  const expected = LEVEL_AT_ZERO * Math.sqrt(mean(curve, Math.exp))
  const level = Math.sqrt(mean(samples, (sample) => sample ** 2))
  const factor = level > 0 ? Math.min(MOST, Math.max(1 / MOST, expected / level)) : 1
  return Float32Array.from(samples, (sample) => sample * factor)
}

function mean(values: Float32Array, of: (value: number) => number): number {
  let sum = 0
  for (const value of values) sum += of(value)
  return sum / Math.max(1, values.length)
}
