import { MPEGDecoder } from 'mpg123-decoder'
import { readFrameHeader } from '@andscene/audio-format/mp3-header'
import { fromDecibels, type Sound } from '../speech/audio/sound.ts'

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

/** Decodes like a player that uses the tag (`trim`) or ignores it. */
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

export function spoken(sampleRate: number): Sound {
  const quiet = silence(sampleRate, 0.5)
  return inSequence(quiet, sine(sampleRate, 1, { level: -35 }), quiet)
}

export const withoutTag = (mp3: Uint8Array): Uint8Array => mp3.subarray(readFrameHeader(mp3, 0)!.bytes)

export const withId3 = (mp3: Uint8Array): Uint8Array =>
  Buffer.concat([Uint8Array.of(0x49, 0x44, 0x33, 4, 0, 0, 0, 0, 0, 20), Buffer.alloc(20), mp3])

/** A WAV file of a server that does not know the length at the start. */
export function streamedWav({ samples, sampleRate }: Sound): Uint8Array {
  const file = Buffer.alloc(44 + samples.length * 2)
  file.write('RIFF', 0)
  file.writeUInt32LE(0xffffffff, 4)
  file.write('WAVEfmt ', 8)
  file.writeUInt32LE(16, 16)
  file.writeUInt16LE(1, 20)
  file.writeUInt16LE(1, 22)
  file.writeUInt32LE(sampleRate, 24)
  file.writeUInt32LE(sampleRate * 2, 28)
  file.writeUInt16LE(2, 32)
  file.writeUInt16LE(16, 34)
  file.write('data', 36)
  file.writeUInt32LE(0xffffffff, 40)
  samples.forEach((sample, index) => file.writeInt16LE(Math.round(sample * 32_767), 44 + 2 * index))
  return file
}
