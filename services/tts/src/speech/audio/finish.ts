import type { Direction } from '../delivery.ts'
import { limitPeaks } from './limiter.ts'
import { integratedLoudness } from './loudness.ts'
import { delayed, fromDecibels, samplesIn, type Sound } from './sound.ts'

export const TARGET_LUFS = -19
/** Two decibels below the promised −1 dBFS, because MP3 encoding and decoding moves peaks by up to 1.3 dB. */
const CEILING = fromDecibels(-3)
const FADE_MS = 3

// The threshold of silence is a little above the softest 5 ms (some engines breathe), but never near the loudest, to
// keep soft first or last sounds (f, h, s).
const WINDOW_MS = 5
const SOFTEST_SHARE = 0.1
const ABOVE_SOFTEST = fromDecibels(8)
const SILENCE_AT_LEAST_BELOW = fromDecibels(-34)
const SILENCE_AT_MOST_BELOW = fromDecibels(-42)
const KEEP_BEFORE_MS = 20
const KEEP_AFTER_MS = 30

/** Removes the silence at both ends, or starts at `from`; empty for silence. */
export function trimSilence({ samples, sampleRate, words }: Sound, from?: number): Sound {
  const window = samplesIn(WINDOW_MS, sampleRate)
  const levels = windowLevels(samples, window)
  const sorted = levels.toSorted()
  const loudest = sorted.at(-1) ?? 0
  if (loudest === 0) return { samples: samples.subarray(0, 0), sampleRate }
  const background = sorted[Math.floor(sorted.length * SOFTEST_SHARE)]!
  const threshold = Math.min(
    loudest * SILENCE_AT_LEAST_BELOW,
    Math.max(loudest * SILENCE_AT_MOST_BELOW, background * ABOVE_SOFTEST),
  )
  const audible = (loudness: number) => loudness > threshold
  const first = Math.max(
    0,
    from ?? levels.findIndex(audible) * window - samplesIn(KEEP_BEFORE_MS, sampleRate),
  )
  const last = (levels.findLastIndex(audible) + 1) * window + samplesIn(KEEP_AFTER_MS, sampleRate)
  return {
    samples: samples.subarray(first, Math.min(samples.length, last)),
    sampleRate,
    words: delayed({ words, sampleRate }, -first),
  }
}

function windowLevels(samples: Float32Array, window: number): Float64Array {
  const levels = new Float64Array(Math.ceil(samples.length / window))
  for (let index = 0; index < samples.length; index++)
    levels[Math.floor(index / window)]! += samples[index]! ** 2
  return levels.map((energy) => Math.sqrt(energy / window))
}

/** Brings the sound to a loudness in LUFS with no peak above the ceiling; `gain` is the applied factor. */
export function level(sound: Sound, target = TARGET_LUFS): Sound & { gain: number } {
  const loudness = integratedLoudness(sound)
  if (loudness === -Infinity) return { samples: new Float32Array(0), sampleRate: sound.sampleRate, gain: 1 }
  let gain = fromDecibels(target - loudness)
  let levelled = raise(sound, gain)
  // Limiting reduces the loudness a little: compensate once.
  const missing = target - integratedLoudness(levelled)
  if (missing > 0.2) {
    gain *= fromDecibels(missing)
    levelled = raise(sound, gain)
  }
  return { ...levelled, gain }
}

function raise({ samples, sampleRate }: Sound, gain: number): Sound {
  const louder = { samples: samples.map((sample) => sample * gain), sampleRate }
  return { samples: limitPeaks(louder, CEILING), sampleRate }
}

/** Fades in and out, so that clips placed end to end do not click. Changes the samples in place. */
export function fadeEdges({ samples, sampleRate }: Sound): void {
  const length = Math.min(samplesIn(FADE_MS, sampleRate), samples.length >> 1)
  for (let index = 0; index < length; index++) {
    const gain = 0.5 - 0.5 * Math.cos((Math.PI * index) / length)
    samples[index]! *= gain
    samples[samples.length - 1 - index]! *= gain
  }
}

/** Samples of silence cut off at the start, and the gain. */
export type Finishing = { cut: number; gain: number }

/** Words that end in the sound, in whole milliseconds. */
function within({ words, samples, sampleRate }: Sound): Sound['words'] {
  const most = Math.floor((1_000 * samples.length) / sampleRate)
  return words?.map(({ startMs, endMs, ...range }) => ({
    ...range,
    startMs: Math.min(Math.round(startMs), most),
    endMs: Math.min(Math.round(endMs), most),
  }))
}

/**
 * Trims, levels and fades, and adds the pauses; empty for silence. With `given`, finishes it like a shorter beginning of
 * the same clip.
 */
export function finish(
  sound: Sound,
  given: Partial<Finishing> = {},
  direction: Direction = {},
): Sound & Finishing {
  const trimmed = trimSilence(sound, given.cut)
  const { samples, sampleRate, gain } =
    given.gain === undefined
      ? level(trimmed, TARGET_LUFS + (direction.level ?? 0))
      : { ...raise(trimmed, given.gain), gain: given.gain }
  fadeEdges({ samples, sampleRate })
  const cut = (trimmed.samples.byteOffset - sound.samples.byteOffset) / Float32Array.BYTES_PER_ELEMENT
  const words = within({ ...trimmed, samples })
  return { ...withPauses({ samples, sampleRate, words }, direction), gain, cut }
}

function withPauses(sound: Sound, { beforeMs = 0, afterMs = 0 }: Direction): Sound {
  const { samples, sampleRate } = sound
  const before = samplesIn(beforeMs, sampleRate)
  const after = samplesIn(afterMs, sampleRate)
  if (samples.length === 0 || before + after === 0) return sound
  const spaced = new Float32Array(before + samples.length + after)
  spaced.set(samples, before)
  return { samples: spaced, sampleRate, words: delayed(sound, before) }
}
