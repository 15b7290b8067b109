import { samplesIn, type Sound } from './sound.ts'

const PHASES = 4
const TAPS = 12
const LOOK_AHEAD_MS = 4

/** Windowed-sinc interpolators for the points ¼, ½ and ¾ between two samples. */
const INTERPOLATORS = Array.from({ length: PHASES - 1 }, (_, phase) => {
  const shift = (phase + 1) / PHASES
  const taps = Float64Array.from({ length: TAPS }, (_tap, index) => {
    const at = index - (TAPS / 2 - 1) - shift
    const window = 0.5 + 0.5 * Math.cos((2 * Math.PI * at) / TAPS)
    return (Math.sin(Math.PI * at) / (Math.PI * at)) * window
  })
  const sum = taps.reduce((total, tap) => total + tap, 0)
  return taps.map((tap) => tap / sum)
})

/** Highest level between this sample and the next, by 4 × oversampling (ITU-R BS.1770 annex 2). */
function peakAt(samples: Float32Array, index: number): number {
  let peak = Math.abs(samples[index]!)
  const from = index - (TAPS / 2 - 1)
  for (const taps of INTERPOLATORS) {
    let value = 0
    for (let tap = 0; tap < TAPS; tap++) value += taps[tap]! * (samples[from + tap] ?? 0)
    peak = Math.max(peak, Math.abs(value))
  }
  return peak
}

export function truePeak({ samples }: Sound): number {
  let peak = 0
  for (let index = 0; index < samples.length; index++) peak = Math.max(peak, peakAt(samples, index))
  return peak
}

/** A look-ahead limiter for the true peak without clipping. Returns the same samples when no peak is too loud. */
export function limitPeaks({ samples, sampleRate }: Sound, ceiling: number): Float32Array {
  const needed = new Float32Array(samples.length).fill(1)
  let limited = false
  // In speech, the level between two samples stays below 1.5 × theirs, so only louder samples are checked.
  const suspicious = ceiling / 1.5
  for (let index = 0; index < samples.length; index++) {
    if (Math.abs(samples[index]!) < suspicious && Math.abs(samples[index + 1] ?? 0) < suspicious) continue
    const peak = peakAt(samples, index)
    if (peak <= ceiling) continue
    limited = true
    needed[index] = Math.min(needed[index]!, ceiling / peak)
    if (index + 1 < samples.length) needed[index + 1] = Math.min(needed[index + 1]!, ceiling / peak)
  }
  if (!limited) return samples
  // The lowest required gain within the reach, averaged over the same reach, never exceeds what a peak allows.
  const reach = samplesIn(LOOK_AHEAD_MS, sampleRate)
  const lowest = slidingMinimum(needed, reach)
  const output = new Float32Array(samples.length)
  const width = 2 * reach + 1
  let sum = 0
  const at = (index: number) => lowest[Math.min(lowest.length - 1, Math.max(0, index))]!
  for (let index = -reach; index <= reach; index++) sum += at(index)
  for (let index = 0; index < samples.length; index++) {
    output[index] = samples[index]! * (sum / width)
    sum += at(index + reach + 1) - at(index - reach)
  }
  return output
}

/** Returns the lowest of the values up to `reach` positions away on either side. */
function slidingMinimum(values: Float32Array, reach: number): Float32Array {
  const result = new Float32Array(values.length)
  const candidates: number[] = []
  let head = 0
  for (let index = 0; index < values.length + reach; index++) {
    if (index < values.length) {
      while (candidates.length > head && values[candidates.at(-1)!]! >= values[index]!) candidates.pop()
      candidates.push(index)
    }
    const centre = index - reach
    if (centre < 0) continue
    while (candidates[head]! < centre - reach) head++
    result[centre] = values[candidates[head]!]!
  }
  return result
}
