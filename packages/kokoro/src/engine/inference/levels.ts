import type { Window } from '../heads/head-plan.ts'

/**
 * Level of the model's speech (root mean square) where its energy curve is 0; it rises by √e for each 1 of the curve. In
 * whole lines of six voices that holds within 0.3 dB for a voice and 1 dB for all.
 */
export const LEVEL_AT_ZERO = 10 ** (-51.1 / 20)
/** The energy curve has two values for each frame. */
const VALUES_PER_FRAME = 2
/** Windows are at most 3 dB off: what seems further off is a sound that the curve does not describe. */
const MOST_DECIBELS = 4
const MOST = 10 ** (MOST_DECIBELS / 20)

/**
 * A copy of a window's samples as loud as its energy curve says. The decoder normalises over what it decodes, so that a
 * quiet window would be too loud and a loud one too quiet, by up to 3 dB.
 */
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
