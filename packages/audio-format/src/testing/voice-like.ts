export const RATE = 48_000

/** A voice-like tone: a low pitch with overtones, whose level varies four times a second. */
export const voice = (seconds: number, pitch: number) =>
  Float32Array.from({ length: seconds * RATE }, (_, i) => {
    const t = i / RATE
    const tone = [1, 2, 3, 5].reduce((sum, n) => sum + Math.sin(2 * Math.PI * pitch * n * t) / n, 0)
    return 0.25 * tone * (0.6 + 0.4 * Math.sin(2 * Math.PI * 4 * t))
  })

/** Returns the pitch in hertz: the best autocorrelation between 70 and 400 Hz. */
export function pitchOf(samples: Float32Array): number {
  const from = Math.floor(samples.length / 3)
  let best = 0
  let bestLag = 1
  for (let lag = Math.floor(RATE / 400); lag <= RATE / 70; lag += 1) {
    let score = 0
    for (let i = 0; i < 9_600; i += 1) score += samples[from + i]! * samples[from + i + lag]!
    if (score > best) {
      best = score
      bestLag = lag
    }
  }
  return RATE / bestLag
}

/** The level in decibels, 0 for the loudest square wave. */
export const decibels = (samples: Float32Array) =>
  10 * Math.log10(samples.reduce((sum, sample) => sum + sample * sample, 0) / samples.length)

export const loudest = (samples: Float32Array) =>
  samples.reduce((most, sample) => Math.max(most, Math.abs(sample)), 0)

export const tone = (hertz: number, seconds: number, amplitude = 0.03) =>
  Float32Array.from(
    { length: seconds * RATE },
    (_, i) => amplitude * Math.sin((2 * Math.PI * hertz * i) / RATE),
  )

/** The level of one frequency, in decibels. */
export function levelAt(samples: Float32Array, hertz: number): number {
  let [real, imaginary] = [0, 0]
  for (let i = 0; i < samples.length; i += 1) {
    const angle = (2 * Math.PI * hertz * i) / RATE
    real += samples[i]! * Math.cos(angle)
    imaginary += samples[i]! * Math.sin(angle)
  }
  return 20 * Math.log10((2 * Math.hypot(real, imaginary)) / samples.length)
}
