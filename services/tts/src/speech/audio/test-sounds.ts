import { MPEGDecoder } from 'mpg123-decoder'
import { fromDecibels, type Sound } from './sound.ts'

/** Sounds for tests. */
export function sine(sampleRate: number, seconds: number, { hertz = 997, level = -20 } = {}): Sound {
  const amplitude = fromDecibels(level)
  const samples = Float32Array.from(
    { length: Math.round(sampleRate * seconds) },
    (_, index) => amplitude * Math.sin((2 * Math.PI * hertz * index) / sampleRate),
  )
  return { samples, sampleRate }
}

export function inSequence(...sounds: Sound[]): Sound {
  const samples = new Float32Array(sounds.reduce((sum, sound) => sum + sound.samples.length, 0))
  let at = 0
  for (const sound of sounds) {
    samples.set(sound.samples, at)
    at += sound.samples.length
  }
  return { samples, sampleRate: sounds[0]!.sampleRate }
}

export const silence = (sampleRate: number, seconds: number): Sound => ({
  samples: new Float32Array(Math.round(sampleRate * seconds)),
  sampleRate,
})

export const rms = (samples: Float32Array): number =>
  Math.sqrt(samples.reduce((sum, sample) => sum + sample ** 2, 0) / samples.length)

/** What a player that honours (`trim`) or ignores the tag makes of an MP3 file. */
export async function decoded(mp3: Uint8Array, { trim = true } = {}): Promise<Sound> {
  const decoder = new MPEGDecoder({ enableGapless: trim })
  await decoder.ready
  try {
    const { channelData, sampleRate, errors } = decoder.decode(mp3)
    if (errors.length > 0) throw new Error(`The MP3 is damaged: ${errors[0]!.message}`)
    return { samples: channelData[0]!, sampleRate }
  } finally {
    decoder.free()
  }
}
