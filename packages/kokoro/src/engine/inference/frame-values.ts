import type { Tensor } from 'onnxruntime-common'
import { NAMES } from '../graph-names.ts'
import type { Window } from '../heads/head-plan.ts'
import type { Runtime } from './crew.ts'

const ENERGIES = 2
/** Values of each frame, by the name of a value that has some for each; they are in the last dimension. */
export const PER_FRAME: Readonly<Record<string, number>> = {
  [NAMES.pitch]: 2,
  [NAMES.energy]: ENERGIES,
  [NAMES.aligned]: 1,
}

/** A copy: each run disposes of its inputs. */
export function valuesOf(
  { Tensor }: Runtime,
  values: ReadonlyMap<string, Tensor>,
  { decodedFrom, decodedTo }: Window,
): Map<string, Tensor> {
  const some = new Map<string, Tensor>()
  for (const [name, tensor] of values) {
    const { dims } = tensor
    const data = tensor.data as Float32Array
    const length = dims.at(-1) ?? 1
    const each = PER_FRAME[name]
    const from = each === undefined ? 0 : decodedFrom * each
    const to = each === undefined ? length : decodedTo * each
    const kept = new Float32Array((data.length / length) * (to - from))
    for (let row = 0; row * length < data.length; row++)
      kept.set(data.subarray(row * length + from, row * length + to), row * (to - from))
    some.set(name, new Tensor('float32', kept, [...dims.slice(0, -1), to - from]))
  }
  return some
}

/** Root mean square of speech where the energy curve is 0; rises by √e for each 1. Holds within 1 dB. */
export const LEVEL_AT_ZERO = 10 ** (-51.1 / 20)
/** Speech without a voice is so much softer than its energy curve says: between 5 and 11 dB. */
const VOICELESS = 10 ** (-7 / 20)
const MOST_DECIBELS = 4
const MOST = 10 ** (MOST_DECIBELS / 20)

/** A copy as loud as the energy curve says: the decoder normalizes each window, up to 3 dB wrong. */
export function evenLevel(
  samples: Float32Array,
  energy: Float32Array,
  { from, to }: Pick<Window, 'from' | 'to'>,
  isVoiceless = false,
): Float32Array<ArrayBuffer> {
  const curve = energy.subarray(from * ENERGIES, to * ENERGIES)
  const voiced = LEVEL_AT_ZERO * Math.sqrt(mean(curve, Math.exp))
  const expected = isVoiceless ? voiced * VOICELESS : voiced
  const level = Math.sqrt(mean(samples, (sample) => sample ** 2))
  const factor = level > 0 ? Math.min(MOST, Math.max(1 / MOST, expected / level)) : 1
  return Float32Array.from(samples, (sample) => sample * factor)
}

function mean(values: Float32Array, of: (value: number) => number): number {
  let sum = 0
  for (const value of values) sum += of(value)
  return sum / Math.max(1, values.length)
}
