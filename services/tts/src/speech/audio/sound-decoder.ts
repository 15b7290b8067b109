import { MPEGDecoder } from 'mpg123-decoder'
import { readFrameHeader, startOfFrames } from '@andscene/audio-format/mp3-header'
import { CLIP_SAMPLE_RATES } from './mp3-encoder.ts'
import { resample } from '@andscene/audio-format/sound/resample'
import type { Sound } from './sound.ts'
import { readWav } from './wav.ts'

const LARGEST_RATE = Math.max(...CLIP_SAMPLE_RATES)
/** Bytes of an ID3v1 tag or of padding that some servers add; more bytes after the last frame are damage. */
const TRAILER_LIMIT_BYTES = 512

/** Whether a file consists of MP3 frames from start to end; the last one may be truncated. */
export function isWholeMp3(file: Uint8Array): boolean {
  let at = startOfFrames(file)
  const first = readFrameHeader(file, at)
  if (!first) return false
  for (let header = readFrameHeader(file, at); header; header = readFrameHeader(file, at)) {
    if (header.sampleRate !== first.sampleRate) return false
    at += header.bytes
  }
  return file.length - at <= TRAILER_LIMIT_BYTES
}

export class SoundDecoder {
  readonly #mpeg: MPEGDecoder

  private constructor(mpeg: MPEGDecoder) {
    this.#mpeg = mpeg
  }

  static async create(): Promise<SoundDecoder> {
    const mpeg = new MPEGDecoder()
    await mpeg.ready
    return new SoundDecoder(mpeg)
  }

  async decode(file: Uint8Array): Promise<Sound | undefined> {
    const sound = readWav(file) ?? (await this.#decodeMp3(file))
    if (!sound || CLIP_SAMPLE_RATES.includes(sound.sampleRate)) return sound
    return {
      samples: resample(sound.samples, sound.sampleRate / LARGEST_RATE),
      sampleRate: LARGEST_RATE,
    }
  }

  async #decodeMp3(file: Uint8Array): Promise<Sound | undefined> {
    // Checked first, because the decoder writes to the console for every frame that it cannot read.
    if (!isWholeMp3(file)) return undefined
    await this.#mpeg.reset()
    const { channelData, sampleRate, samplesDecoded, errors } = this.#mpeg.decode(file)
    const [left, right] = channelData
    if (!left || samplesDecoded === 0 || errors.length > 0) return undefined
    return { samples: right ? left.map((sample, index) => (sample + right[index]!) / 2) : left, sampleRate }
  }
}
