import { finished } from './finished.ts'

/** Half the length of the filter, in samples. */
const REACH = 16
/** Positions between two samples for which the filter is computed. */
const PHASES = 256
/** The filter passes this much of the band, so that its soft edge does not alias. */
const PASSED = 0.96
/** Samples between two yields. */
const SLICE = 8_192

/** A windowed-sinc low pass, one row of taps per phase between two samples. Rows are cached, as few ratios are used. */
const filters = new Map<number, Float32Array[]>()

function filterFor(cutoff: number): Float32Array[] {
  const known = filters.get(cutoff)
  if (known) return known
  const rows = Array.from({ length: PHASES + 1 }, (_, phase) => {
    const taps = Float32Array.from({ length: 2 * REACH }, (_tap, index) => {
      const at = index - REACH + 1 - phase / PHASES
      const x = Math.PI * at * cutoff
      const sinc = at === 0 ? 1 : Math.sin(x) / x
      return sinc * (0.5 + 0.5 * Math.cos((Math.PI * at) / REACH))
    })
    const sum = taps.reduce((total, tap) => total + tap, 0)
    return taps.map((tap) => tap / sum)
  })
  filters.set(cutoff, rows)
  return rows
}

/**
 * Reads `samples` at `ratio` times their speed without aliasing, which raises the pitch by it: yields, and returns
 * `length` samples.
 */
export function* resampling(
  samples: Float32Array,
  ratio: number,
  length: number,
): Generator<void, Float32Array<ArrayBuffer>> {
  const rows = filterFor(Math.min(1, 1 / ratio) * PASSED)
  const out = new Float32Array(length)
  for (let index = 0; index < length; index++) {
    const position = index * ratio
    const whole = Math.floor(position)
    const taps = rows[Math.round((position - whole) * PHASES)]!
    const from = whole - REACH + 1
    const first = Math.max(0, -from)
    const last = Math.min(taps.length, samples.length - from)
    let value = 0
    for (let tap = first; tap < last; tap++) value += taps[tap]! * samples[from + tap]!
    out[index] = value
    if (index % SLICE === SLICE - 1) yield
  }
  return out
}

/** Resamples to `ratio` times fewer samples (more for a ratio below 1), in one pass without slices. */
export const resample = (samples: Float32Array, ratio: number): Float32Array =>
  ratio === 1 ? samples : finished(resampling(samples, ratio, Math.floor(samples.length / ratio)))
