import FFT from 'fft.js'

/** Samples per second of the analysed speech. */
export const RATE = 16_000
/** Milliseconds from one frame to the next. */
export const HOP_MS = 10
const HOP = 160
const WINDOW = 400
const SIZE = 512
const BANDS = 20
const LOWEST_HZ = 80
const HIGHEST_HZ = 6_500
/** Cepstral coefficients after the first, which is the level. */
const COEFFICIENTS = 8
/** Frames before and after a frame between which its change is taken. */
const CHANGE = 3
/** Frames this far below the loudest (dB) are silence: how long someone is silent must not matter. */
const SILENT_BELOW = 35

const mel = (hz: number) => 1_127 * Math.log(1 + hz / 700)
const hz = (mels: number) => 700 * (Math.exp(mels / 1_127) - 1)

type Band = { first: number; weights: number[] }

/**
 * For each band its weights by bin of the spectrum: triangles, evenly spaced on the mel scale. `warp` is the length of
 * the vocal tract: below 1 for a longer one.
 */
function bandsFor(warp: number): Band[] {
  const step = (mel(HIGHEST_HZ) - mel(LOWEST_HZ)) / (BANDS + 1)
  const edgeAt = (n: number) => (hz(mel(LOWEST_HZ) + n * step) * warp * SIZE) / RATE
  return Array.from({ length: BANDS }, (_, band) => {
    const [low, middle, high] = [edgeAt(band), edgeAt(band + 1), Math.min(edgeAt(band + 2), SIZE / 2)]
    const first = Math.ceil(low)
    const weights = Array.from({ length: Math.max(0, Math.floor(high) - first + 1) }, (_each, n) => {
      const bin = first + n
      return bin < middle ? (bin - low) / (middle - low) : (high - bin) / (high - middle)
    })
    return { first, weights }
  })
}

const HAMMING = Float32Array.from(
  { length: WINDOW },
  (_, n) => 0.54 - 0.46 * Math.cos((2 * Math.PI * n) / (WINDOW - 1)),
)
const COSINES = Array.from({ length: COEFFICIENTS }, (_, k) =>
  Array.from({ length: BANDS }, (_each, n) => Math.cos((Math.PI * (k + 1) * (n + 0.5)) / BANDS)),
)

const frameCount = (samples: Float32Array) => Math.max(0, Math.floor((samples.length - WINDOW) / HOP) + 1)

/** The level of each frame, in dB below full scale. */
export function levelsOf(samples: Float32Array): Float32Array {
  return Float32Array.from({ length: frameCount(samples) }, (_, frame) => {
    let sum = 0
    for (let at = frame * HOP; at < frame * HOP + WINDOW; at++) sum += samples[at]! ** 2
    return 10 * Math.log10(sum / WINDOW + 1e-10)
  })
}

/**
 * Returns features by which frames of the same sound are similar for all speakers: mel-frequency cepstral coefficients,
 * the level, and their changes, each with mean 0 and deviation 1 over the speech.
 */
export function featuresOf(samples: Float32Array, levels: Float32Array, warp = 1): Float32Array[] {
  const bands = bandsFor(warp)
  const fft = new FFT(SIZE)
  const input = Array.from({ length: SIZE }, () => 0)
  const spectrum = fft.createComplexArray() as number[]
  const still = Array.from(levels, (level, frame) => {
    for (let n = 0; n < WINDOW; n++) {
      const at = frame * HOP + n
      // Speech falls towards high frequencies.
      input[n] = (samples[at]! - 0.97 * (samples[at - 1] ?? 0)) * HAMMING[n]!
    }
    fft.realTransform(spectrum, input)
    const logs = bands.map(({ first, weights }) => {
      let energy = 1e-8
      for (let n = 0; n < weights.length; n++) {
        const bin = 2 * (first + n)
        energy += weights[n]! * (spectrum[bin]! ** 2 + spectrum[bin + 1]! ** 2)
      }
      return Math.log(energy)
    })
    return [...COSINES.map((cosines) => cosines.reduce((sum, each, n) => sum + each * logs[n]!, 0)), level]
  })
  const features = still.map((frame, n) => {
    const [before, after] = [still[Math.max(0, n - CHANGE)]!, still[Math.min(still.length - 1, n + CHANGE)]!]
    return Float32Array.from([...frame, ...frame.map((_, k) => after[k]! - before[k]!)])
  })
  return normalised(features, levels)
}

/** Values beyond this many deviations count as this many. */
const FARTHEST = 4

function normalised(features: Float32Array[], levels: Float32Array): Float32Array[] {
  const loudest = levels.reduce((most, level) => Math.max(most, level), -Infinity)
  const voiced = features.filter((_, n) => levels[n]! > loudest - SILENT_BELOW)
  for (let k = 0; k < 2 * (COEFFICIENTS + 1); k++) {
    let mean = 0
    for (const frame of voiced) mean += frame[k]! / voiced.length
    let variance = 1e-6
    for (const frame of voiced) variance += (frame[k]! - mean) ** 2 / voiced.length
    const deviation = Math.sqrt(variance)
    for (const frame of features)
      frame[k] = Math.min(FARTHEST, Math.max(-FARTHEST, (frame[k]! - mean) / deviation))
  }
  // The spectrum of silence is that of the microphone: any two silences are alike.
  for (const [n, frame] of features.entries())
    if (levels[n]! <= loudest - SILENT_BELOW) frame.fill(0, 0, COEFFICIENTS)
  return features
}
