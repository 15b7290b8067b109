import { samplesIn, type Sound } from '@andscene/tts/speech/audio/sound'

// YIN (de Cheveigné and Kawahara, 2002). Another method than that of packages/melody, so that what is measured cannot
// share the errors of the measure.
const WINDOW_MS = 30
const HOP_MS = 10
const LOWEST_HZ = 60
const HIGHEST_HZ = 600
/** A period that repeats worse than this is no voice. */
const APERIODIC = 0.15
/** Frames this much softer than the loudest count as silence (dB). */
const SILENT = -30

export type PitchTrack = {
  /** Fundamental frequency of each voiced frame of 10 ms, in Hz. */
  voiced: number[]
  /** Number of frames with sound. */
  audible: number
}

export function pitchTrack({ samples, sampleRate }: Sound): PitchTrack {
  const window = samplesIn(WINDOW_MS, sampleRate)
  const lags = Math.ceil(sampleRate / LOWEST_HZ)
  const starts = Array.from(
    { length: Math.max(0, Math.ceil((samples.length - window - lags) / samplesIn(HOP_MS, sampleRate))) },
    (_, index) => index * samplesIn(HOP_MS, sampleRate),
  )
  const levels = starts.map((start) => energy(samples, start, window))
  const least = Math.max(...levels) * 10 ** (SILENT / 10)
  const audible = starts.filter((_, index) => levels[index]! > least)
  const voiced = audible.flatMap((start) => {
    const period = periodAt(samples, start, { window, lags, shortest: Math.floor(sampleRate / HIGHEST_HZ) })
    return period === undefined ? [] : [sampleRate / period]
  })
  return { voiced, audible: audible.length }
}

function energy(samples: Float32Array, start: number, length: number): number {
  let sum = 0
  for (let index = start; index < start + length; index++) sum += samples[index]! ** 2
  return sum
}

type Search = { window: number; lags: number; shortest: number }

/** In samples; undefined without a voice. */
function periodAt(
  samples: Float32Array,
  start: number,
  { window, lags, shortest }: Search,
): number | undefined {
  const normed = new Float64Array(lags + 1).fill(1)
  let sum = 0
  for (let lag = 1; lag <= lags; lag++) {
    let difference = 0
    for (let index = start; index < start + window; index++)
      difference += (samples[index]! - samples[index + lag]!) ** 2
    sum += difference
    normed[lag] = sum === 0 ? 1 : (difference * lag) / sum
  }
  for (let lag = shortest; lag < lags; lag++) {
    if (normed[lag]! >= APERIODIC || normed[lag + 1]! < normed[lag]!) continue
    const [before, at, after] = [normed[lag - 1]!, normed[lag]!, normed[lag + 1]!]
    const bend = before - 2 * at + after
    return bend > 0 ? lag + (before - after) / (2 * bend) : lag
  }
  return undefined
}
