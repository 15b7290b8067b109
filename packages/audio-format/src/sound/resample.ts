/** Half the length of the filter, in samples. */
const REACH = 12
/** Positions between two samples for which the filter is computed. */
const PHASES = 512
/** The filter passes this much of the band, so that its soft edge does not alias. */
const PASSED = 0.92
/** Samples between two yields. */
const SLICE = 8_192

const sinc = (x: number) => (x === 0 ? 1 : Math.sin(Math.PI * x) / (Math.PI * x))
const hann = (x: number) => (Math.abs(x) < 1 ? 0.5 + 0.5 * Math.cos(Math.PI * x) : 0)

/** Returns the filter at each phase, one after another: a windowed sinc that removes what the new rate cannot hold. */
function filterFor(ratio: number): Float32Array {
  const cutoff = PASSED / Math.max(ratio, 1)
  const taps = new Float32Array((PHASES + 1) * 2 * REACH)
  for (let phase = 0; phase <= PHASES; phase += 1) {
    for (let tap = 0; tap < 2 * REACH; tap += 1) {
      const x = tap - REACH + 1 - phase / PHASES
      taps[phase * 2 * REACH + tap] = cutoff * sinc(cutoff * x) * hann(x / REACH)
    }
  }
  return taps
}

/** Reads `samples` at `ratio` times their speed, which raises the pitch by it: yields, and returns `length` samples. */
export function* resample(
  samples: Float32Array,
  ratio: number,
  length: number,
): Generator<void, Float32Array<ArrayBuffer>> {
  const out = new Float32Array(length)
  const taps = filterFor(ratio)
  const padded = new Float32Array(Math.max(samples.length, Math.ceil(length * ratio)) + 2 * REACH)
  padded.set(samples, REACH - 1)
  for (let i = 0; i < length; i += 1) {
    const at = i * ratio
    const whole = Math.floor(at)
    const filter = Math.round((at - whole) * PHASES) * 2 * REACH
    let sum = 0
    for (let tap = 0; tap < 2 * REACH; tap += 1) sum += taps[filter + tap]! * padded[whole + tap]!
    out[i] = sum
    if (i % SLICE === SLICE - 1) yield
  }
  return out
}
