import { integratedLoudness } from '@andscene/tts/speech/audio/loudness'
import { truePeak } from '@andscene/tts/speech/audio/limiter'
import { samplesIn, toDecibels, type Sound } from '@andscene/tts/speech/audio/sound'

const WINDOW_MS = 5
/** Audio this many dB below the loudest 5 ms counts as silence. */
const SILENT = -40

export type SoundMeasures = {
  seconds: number
  /** LUFS, as defined by ITU-R BS.1770. */
  loudness: number
  /** dBTP. */
  truePeak: number
  /** Milliseconds of silence before the first sound and after the last. */
  before: number
  after: number
}

export function measureSound(sound: Sound): SoundMeasures {
  const window = samplesIn(WINDOW_MS, sound.sampleRate)
  const levels = Array.from({ length: Math.ceil(sound.samples.length / window) }, (_, at) => {
    const part = sound.samples.subarray(at * window, (at + 1) * window)
    return toDecibels(Math.sqrt(part.reduce((sum, value) => sum + value ** 2, 0) / part.length) + 1e-9)
  })
  const loudest = levels.reduce((most, level) => Math.max(most, level), -Infinity)
  const audible = (level: number) => level > loudest + SILENT
  return {
    seconds: sound.samples.length / sound.sampleRate,
    loudness: integratedLoudness(sound),
    truePeak: toDecibels(truePeak(sound)),
    before: levels.findIndex(audible) * WINDOW_MS,
    after: (levels.length - 1 - levels.findLastIndex(audible)) * WINDOW_MS,
  }
}
