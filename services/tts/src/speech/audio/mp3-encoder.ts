import { createMp3Encoder, type WasmMediaEncoder } from 'wasm-media-encoders'
import { infoFrame } from './lame-tag.ts'
import { readFrameHeader } from '@andscene/audio-format/mp3-header'
import type { Sound } from './sound.ts'

/** Samples that LAME adds before the sound. */
const ENCODER_DELAY = 576
/** Bit rates in kbit/s: transparent for one voice at these sample rates. */
const BITRATES = new Map<number, 48 | 64>([
  [16_000, 48],
  [22_050, 64],
  [24_000, 64],
])

/** LAME reduces the level to this at these bit rates; the samples are amplified before, so that the level stays. */
const ENCODER_GAIN = 0.95

export const CLIP_SAMPLE_RATES: readonly number[] = [...BITRATES.keys()]

/** Samples per call of the encoder, which bounds its memory. */
const BLOCK = 65_536

export class Mp3Encoder {
  readonly #encoder: WasmMediaEncoder<'audio/mpeg'>

  private constructor(encoder: WasmMediaEncoder<'audio/mpeg'>) {
    this.#encoder = encoder
  }

  static async create(): Promise<Mp3Encoder> {
    return new Mp3Encoder(await createMp3Encoder())
  }

  /** Encodes a complete MP3 file, tag first. Decoders that read the tag return exactly the length of these samples. */
  encode({ samples, sampleRate }: Sound): Uint8Array<ArrayBuffer> {
    const bitrate = BITRATES.get(sampleRate)
    if (!bitrate) throw new RangeError(`Clips are not made at ${sampleRate} Hz.`)
    this.#encoder.configure({ channels: 1, sampleRate, outputSampleRate: sampleRate as 16_000, bitrate })
    const parts: Uint8Array[] = []
    // The encoder returns its own memory, so copy it before the next call.
    for (let at = 0; at < samples.length; at += BLOCK) {
      const block = samples.subarray(at, at + BLOCK).map((sample) => sample / ENCODER_GAIN)
      parts.push(this.#encoder.encode([block]).slice())
    }
    parts.push(this.#encoder.finalize().slice())
    const audio = new Uint8Array(Buffer.concat(parts))

    let frames = 0
    let coded = 0
    for (let at = 0; at < audio.length; frames++) {
      const header = readFrameHeader(audio, at)
      if (!header) throw new Error('The encoder wrote something that is not a frame.')
      coded += header.samples
      at += header.bytes
    }
    const padding = coded - ENCODER_DELAY - samples.length
    const tag = infoFrame({ sampleRate, bitrate, frames, audio, delay: ENCODER_DELAY, padding })
    const mp3 = new Uint8Array(tag.length + audio.length)
    mp3.set(tag)
    mp3.set(audio, tag.length)
    return mp3
  }
}
