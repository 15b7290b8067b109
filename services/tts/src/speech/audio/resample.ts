const HALF_WIDTH = 16
const PHASES = 256

/** A windowed-sinc low pass, one row of taps per phase between two samples. Rows are cached, as few ratios are used. */
const kernels = new Map<number, Float32Array[]>()

function kernelFor(cutoff: number): Float32Array[] {
  const known = kernels.get(cutoff)
  if (known) return known
  const rows = Array.from({ length: PHASES + 1 }, (_, phase) => {
    const taps = Float32Array.from({ length: 2 * HALF_WIDTH }, (_tap, index) => {
      const at = index - HALF_WIDTH + 1 - phase / PHASES
      const x = Math.PI * at * cutoff
      const sinc = at === 0 ? 1 : Math.sin(x) / x
      return sinc * (0.5 + 0.5 * Math.cos((Math.PI * at) / HALF_WIDTH))
    })
    const sum = taps.reduce((total, tap) => total + tap, 0)
    return taps.map((tap) => tap / sum)
  })
  kernels.set(cutoff, rows)
  return rows
}

/** Resamples to `step` times fewer samples (more for `step` below 1) without aliasing. */
export function resample(samples: Float32Array, step: number): Float32Array {
  if (step === 1) return samples
  const rows = kernelFor(Math.min(1, 1 / step) * 0.96)
  const output = new Float32Array(Math.floor(samples.length / step))
  for (let index = 0; index < output.length; index++) {
    const position = index * step
    const whole = Math.floor(position)
    const taps = rows[Math.round((position - whole) * PHASES)]!
    const from = whole - HALF_WIDTH + 1
    const first = Math.max(0, -from)
    const last = Math.min(taps.length, samples.length - from)
    let value = 0
    for (let tap = first; tap < last; tap++) value += taps[tap]! * samples[from + tap]!
    output[index] = value
  }
  return output
}
