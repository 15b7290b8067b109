import { finished } from '@andscene/audio-format/sound/finished'
import { resample } from '@andscene/audio-format/sound/resample'
import { stretch } from '@andscene/audio-format/sound/time-stretch'
import { TARGET_LUFS, trimSilence } from './finish.ts'
import { integratedLoudness } from './loudness.ts'
import { delayed, samplesIn, type Sound } from './sound.ts'

/** No two people start in the same instant. */
const LATER_MS = [0, 14, 24, 9]
/** Voices are brought to a common length, but none is changed more than this. */
const MOST_LONGER = 1.18

/**
 * Sounds of the same text in several voices as one sound: they start together and, stretched, end together. The words
 * are those of the first. `level`: how much louder than usual the voices are on average, in decibels.
 */
export function mixed(sounds: readonly Sound[]): Sound & { level: number } {
  const voices = atOneRate(sounds).map((sound) => trimSilence(sound))
  const { sampleRate } = voices[0]!
  const audible = voices.filter(({ samples }) => samples.length > 0)
  const loudness = audible.reduce((sum, voice) => sum + integratedLoudness(voice), 0) / audible.length
  const mean = audible.reduce((sum, { samples }) => sum + samples.length, 0) / audible.length
  const timed = audible.map((voice) => {
    const factor = Math.min(MOST_LONGER, Math.max(1 / MOST_LONGER, mean / voice.samples.length))
    return stretched(voice, factor)
  })
  const starts = timed.map((_voice, index) => samplesIn(LATER_MS[index % LATER_MS.length]!, sampleRate))
  const samples = new Float32Array(
    Math.max(0, ...timed.map((voice, index) => voice.samples.length + starts[index]!)),
  )
  for (const [index, voice] of timed.entries())
    for (let at = 0; at < voice.samples.length; at++) samples[starts[index]! + at]! += voice.samples[at]!
  const [first] = timed
  const level = levelOf(loudness)
  return { samples, sampleRate, words: first && delayed(first, starts[0]!), level }
}

/** How much louder than usual a sound of this loudness is, in decibels. */
export const levelOf = (loudness: number): number => (Number.isFinite(loudness) ? loudness - TARGET_LUFS : 0)

/** At the highest of their sample rates. */
export function atOneRate(sounds: readonly Sound[]): Sound[] {
  const sampleRate = Math.max(...sounds.map((sound) => sound.sampleRate))
  return sounds.map((sound) => ({
    ...sound,
    samples: resample(sound.samples, sound.sampleRate / sampleRate),
    sampleRate,
  }))
}

/** Speaks faster or slower at the same pitch, `factor` times as long. */
function stretched({ samples, sampleRate, words }: Sound, factor: number): Sound {
  if (factor === 1) return { samples, sampleRate, words }
  const times = words?.map(({ startMs, endMs, ...range }) => ({
    ...range,
    startMs: startMs * factor,
    endMs: endMs * factor,
  }))
  return { samples: finished(stretch(samples, sampleRate, 1 / factor)), sampleRate, words: times }
}
