import { limitPeaks } from './limiter.ts'
import { integratedLoudness } from './loudness.ts'
import { fromDecibels, samplesIn, type Sound } from './sound.ts'

/** What every clip sounds like, whoever spoke it. */
export const TARGET_LUFS = -19
/** Two decibels below what is promised (−1 dBFS), because coding to MP3 and back moves peaks, by 1.3 dB at worst. */
const CEILING = fromDecibels(-3)
const FADE_MS = 3

// Silence is what lies this far below the loudest 5 ms; the noisiest of the voices breathes at −46 dB between words.
// Soft first and last sounds (f, h, s) are kept by the margins.
const SILENCE_BELOW = fromDecibels(-42)
const WINDOW_MS = 5
const KEEP_BEFORE_MS = 20
const KEEP_AFTER_MS = 30

/** Without the silence at both ends; empty when there is nothing but silence. */
export function trimSilence({ samples, sampleRate }: Sound): Sound {
  const window = samplesIn(WINDOW_MS, sampleRate)
  const energies = new Float64Array(Math.ceil(samples.length / window))
  for (let index = 0; index < samples.length; index++)
    energies[Math.floor(index / window)]! += samples[index]! ** 2
  const loudest = energies.reduce((most, energy) => Math.max(most, energy), 0)
  if (loudest === 0) return { samples: samples.subarray(0, 0), sampleRate }
  const audible = (energy: number) => energy > loudest * SILENCE_BELOW ** 2
  const first = energies.findIndex(audible) * window - samplesIn(KEEP_BEFORE_MS, sampleRate)
  const last = (energies.findLastIndex(audible) + 1) * window + samplesIn(KEEP_AFTER_MS, sampleRate)
  return { samples: samples.subarray(Math.max(0, first), Math.min(samples.length, last)), sampleRate }
}

/** At the target loudness, with no peak above the ceiling. */
export function level(sound: Sound): Sound {
  const loudness = integratedLoudness(sound)
  if (loudness === -Infinity) return { samples: new Float32Array(0), sampleRate: sound.sampleRate }
  let gain = fromDecibels(TARGET_LUFS - loudness)
  let levelled = raise(sound, gain)
  // Limiting takes a little loudness away: give it back once.
  const missing = TARGET_LUFS - integratedLoudness(levelled)
  if (missing > 0.2) {
    gain *= fromDecibels(missing)
    levelled = raise(sound, gain)
  }
  return levelled
}

function raise({ samples, sampleRate }: Sound, gain: number): Sound {
  const louder = { samples: samples.map((sample) => sample * gain), sampleRate }
  return { samples: limitPeaks(louder, CEILING), sampleRate }
}

/** Glides in from and out to nothing, so that clips placed end to end do not click. Changes the samples in place. */
export function fadeEdges({ samples, sampleRate }: Sound): void {
  const length = Math.min(samplesIn(FADE_MS, sampleRate), samples.length >> 1)
  for (let index = 0; index < length; index++) {
    const gain = 0.5 - 0.5 * Math.cos((Math.PI * index) / length)
    samples[index]! *= gain
    samples[samples.length - 1 - index]! *= gain
  }
}

/** A sound as it goes into a clip: trimmed, levelled, faded. Empty when nothing can be heard in it. */
export function finish(sound: Sound): Sound {
  const finished = level(trimSilence(sound))
  fadeEdges(finished)
  return finished
}
