/** Changes samples in place. Keeps its state, so that a sound may be processed in parts. */
export type Effect = (samples: Float32Array) => void

type Band = { kind: 'high-pass' | 'low-pass' | 'peak'; hertz: number; q?: number; gainDb?: number }

/** A filter of second order, by the formulas of R. Bristow-Johnson's "Audio EQ Cookbook". */
export function biquad(sampleRate: number, { kind, hertz, q = Math.SQRT1_2, gainDb = 0 }: Band): Effect {
  const w = (2 * Math.PI * hertz) / sampleRate
  const [cos, alpha] = [Math.cos(w), Math.sin(w) / (2 * q)]
  const amp = 10 ** (gainDb / 40)
  const [b0, b1, b2] =
    kind === 'peak'
      ? [1 + alpha * amp, -2 * cos, 1 - alpha * amp]
      : kind === 'low-pass'
        ? [(1 - cos) / 2, 1 - cos, (1 - cos) / 2]
        : [(1 + cos) / 2, -1 - cos, (1 + cos) / 2]
  const [over, under] = kind === 'peak' ? [alpha / amp, alpha / amp] : [alpha, alpha]
  const a0 = 1 + over
  const [c0, c1, c2, d1, d2] = [b0! / a0, b1! / a0, b2! / a0, (-2 * cos) / a0, (1 - under) / a0]
  let [x1, x2, y1, y2] = [0, 0, 0, 0]
  return (samples) => {
    for (let i = 0; i < samples.length; i += 1) {
      const x = samples[i]!
      const y = c0 * x + c1 * x1 + c2 * x2 - d1 * y1 - d2 * y2
      x2 = x1
      x1 = x
      y2 = y1
      y1 = y
      samples[i] = y
    }
  }
}

export const gain = (decibels: number): Effect => {
  const factor = 10 ** (decibels / 20)
  return (samples) => {
    for (let i = 0; i < samples.length; i += 1) samples[i]! *= factor
  }
}

/** Rounds peaks off, as a small loudspeaker does; quiet sound is unchanged, and none exceeds `ceiling`. */
export const saturate =
  (ceiling: number): Effect =>
  (samples) => {
    for (let i = 0; i < samples.length; i += 1) samples[i] = ceiling * Math.tanh(samples[i]! / ceiling)
  }

type Compression = { threshold: number; ratio: number; attackMs: number; releaseMs: number }

/** Lowers what is louder than the threshold. */
export function compress(sampleRate: number, { threshold, ratio, attackMs, releaseMs }: Compression): Effect {
  const towards = (ms: number) => 1 - Math.exp(-1_000 / (ms * sampleRate))
  const [attack, release] = [towards(attackMs), towards(releaseMs)]
  let level = 0
  return (samples) => {
    for (let i = 0; i < samples.length; i += 1) {
      const now = Math.abs(samples[i]!)
      level += (now - level) * (now > level ? attack : release)
      if (level > threshold) samples[i]! *= (level / threshold) ** (1 / ratio - 1)
    }
  }
}

/** Adds the same noise to every sound, so that parts of one sound can be cross-faded. */
export function noise(decibels: number): Effect {
  const factor = 10 ** (decibels / 20)
  let seed = 1
  return (samples) => {
    for (let i = 0; i < samples.length; i += 1) {
      seed = (Math.imul(seed, 1_664_525) + 1_013_904_223) | 0
      samples[i]! += (seed / 2 ** 31) * factor
    }
  }
}

/** Adds the sound of a small room: reflections that repeat after each of the delays, and decay. */
export function room(
  sampleRate: number,
  delaysMs: readonly number[],
  decay: number,
  decibels: number,
): Effect {
  const walls = delaysMs.map((ms) => ({
    past: new Float32Array(Math.round((ms / 1_000) * sampleRate)),
    at: 0,
  }))
  const factor = 10 ** (decibels / 20)
  return (samples) => {
    for (let i = 0; i < samples.length; i += 1) {
      const dry = samples[i]!
      let wet = 0
      for (const wall of walls) {
        const reflected = wall.past[wall.at]!
        wet += reflected
        wall.past[wall.at] = dry + decay * reflected
        wall.at = (wall.at + 1) % wall.past.length
      }
      samples[i] = dry + factor * wet
    }
  }
}
