import { Type, type Static, type TSchema } from '@andscene/contracts/schema/schema'
import { fits } from '@andscene/contracts/schema/fits'
import { Sound } from '@andscene/contracts/voices/pronunciation'
import { WordTime } from '@andscene/contracts/voices/word-time'
import { Melody } from '@andscene/contracts/voices/melody'
import type { KokoroLanguage } from '../kokoro-voice.ts'

// Protocol of worker and engine. A frame: length of the rest (uint32, little-endian), kind (uint8),
// number of the request (uint32), payload.

/** Part of the socket's address, so that processes of different versions never connect. */
export const PROTOCOL_VERSION = 11

export const FRAME = {
  /** engine: JSON {@link Hello} */
  hello: 0,
  /** worker: JSON {@link SpeakRequest} */
  speak: 1,
  /** worker */
  cancel: 2,
  /** worker; the engine says `pong` */
  ping: 3,
  pong: 4,
  /** engine: float32 samples at 24 kHz, the next ones */
  samples: 5,
  /** engine: JSON {@link Part}; the samples before it are all of this part */
  part: 6,
  /** engine: JSON {@link Done}; all parts were sent */
  done: 7,
  /** engine: JSON {@link Failure} */
  failed: 8,
  /** engine: JSON {@link Head}; the samples before it, perhaps none, overlap with the previous head's */
  head: 9,
  /** worker: JSON {@link Rank} */
  rank: 10,
} as const
export type FrameKind = (typeof FRAME)[keyof typeof FRAME]
export type Frame = { kind: number; request: number; payload: Buffer }

/** A worker's frames are requests of one text; the engine's carry at most {@link SAMPLES_PER_FRAME}. */
export const LONGEST_FRAME = 1 << 20
export const SAMPLES_PER_FRAME = 1 << 16
const PREFIX = 4
const HEAD = 5

export const Hello = Type.Object({ version: Type.Integer(), pid: Type.Integer({ minimum: 1 }) })
export type Hello = Static<typeof Hello>

const styleName = Type.String({ pattern: '^[a-z0-9_-]{1,64}$' })
const Share = Type.Object({
  name: styleName,
  share: Type.Number({ exclusiveMinimum: 0, maximum: 1 }),
})
/** Stressed words in a text. */
export const STRESSED_LIMIT = 200
const share = Type.Number({ minimum: 0, maximum: 1 })
/** How the text is spoken, beyond pitch and speed. */
export const Shape = Type.Object({
  /** Factor of the melody's range, around its mean. */
  range: Type.Optional(Type.Number({ minimum: 0, maximum: 3 })),
  /** Without a fundamental frequency, like a whisper. */
  voiceless: Type.Optional(Type.Boolean()),
  /** Shares of another style in the timbre and in the prosody; ignored if that style is not installed. */
  blend: Type.Optional(Type.Object({ name: styleName, timbre: share, prosody: share })),
  /** Ranges of the text whose words are stressed. */
  emphasis: Type.Optional(
    Type.Array(Type.Object({ at: Type.Integer({ minimum: 0 }), length: Type.Integer({ minimum: 0 }) }), {
      maxItems: STRESSED_LIMIT,
    }),
  ),
  /** Timing and pitch of words of the text. */
  melody: Type.Optional(Melody),
})
export type Shape = Static<typeof Shape>
export const SpeakRequest = Type.Object({
  text: Type.String({ maxLength: 100_000 }),
  language: Type.Unsafe<KokoroLanguage>(Type.String({ pattern: '^(en-US|en-GB|es|fr|it|pt-BR|hi)$' })),
  /** Words of the text with IPA by a user. */
  sounds: Type.Optional(Type.Array(Sound)),
  styles: Type.Array(Share, { minItems: 1, maxItems: 4 }),
  pitch: Type.Number({ minimum: 0.5, maximum: 2 }),
  speed: Type.Number({ minimum: 0.5, maximum: 2 }),
  shape: Type.Optional(Shape),
  priority: Type.Number(),
  /** No client waits for it: it may be spoken in a lane. */
  patient: Type.Optional(Type.Boolean()),
  /** The buffer of the listener and its playback rate; heads are sent while it plays. */
  head: Type.Optional(
    Type.Object({
      afterMs: Type.Number({ minimum: 0 }),
      rate: Type.Number({ minimum: 0.1, maximum: 10 }),
    }),
  ),
})
export type SpeakRequest = Static<typeof SpeakRequest>

/** A request is needed sooner or later than at first. */
export const Rank = Type.Object({ priority: Type.Number(), patient: Type.Boolean() })
export type Rank = Static<typeof Rank>

/**
 * `durations`: frames of 25 ms (600 samples) of each token of `phonemes`, with the two silences at its ends.
 * `words`: ranges in the text of the request, and times in the samples of this part.
 */
export const Part = Type.Object({
  phonemes: Type.String(),
  durations: Type.Array(Type.Number()),
  words: Type.Array(WordTime),
})
export type Part = Static<typeof Part>

export const Head = Type.Object({ wholeMs: Type.Number({ minimum: 0 }) })
export type Head = Static<typeof Head>

/** Duration of all its steps, in ms. */
export const Done = Type.Object({ tookMs: Type.Number({ minimum: 0 }) })
export type Done = Static<typeof Done>

/** `text`: it cannot be spoken, `message` is for people. Else the process exits, and `message` is for the log. */
export const Failure = Type.Object({
  kind: Type.Union([Type.Literal('text'), Type.Literal('memory'), Type.Literal('engine')]),
  message: Type.String(),
})
export type Failure = Static<typeof Failure>

export function frameOf(kind: FrameKind, request: number, payload: Uint8Array = new Uint8Array(0)): Buffer {
  const frame = Buffer.allocUnsafe(PREFIX + HEAD + payload.length)
  frame.writeUInt32LE(HEAD + payload.length, 0)
  frame.writeUInt8(kind, PREFIX)
  frame.writeUInt32LE(request, PREFIX + 1)
  frame.set(payload, PREFIX + HEAD)
  return frame
}

export const jsonFrame = (kind: FrameKind, request: number, value: object): Buffer =>
  frameOf(kind, request, Buffer.from(JSON.stringify(value)))

/** Invalid frame: the connection is unusable. */
export class ProtocolError extends Error {
  override readonly name = 'ProtocolError'
}

export function jsonOf<T extends TSchema>(shape: T, { payload }: Frame): Static<T> {
  let value: unknown
  try {
    value = JSON.parse(payload.toString())
  } catch {
    throw new ProtocolError('a payload is no JSON')
  }
  if (!fits(shape, value)) throw new ProtocolError('a payload has another shape')
  return value as Static<T>
}

export function samplesOf({ payload }: Frame): Float32Array<ArrayBuffer> {
  if (payload.length % 4 !== 0) throw new ProtocolError('half a sample')
  return new Float32Array(new Uint8Array(payload).buffer)
}

/** Assembles frames from chunks of any size. */
export class FrameReader {
  #chunks: Buffer[] = []
  #length = 0

  push(chunk: Buffer): Frame[] {
    this.#chunks.push(chunk)
    this.#length += chunk.length
    const frames: Frame[] = []
    for (let size = this.#nextSize(); size !== undefined && this.#length >= size; size = this.#nextSize()) {
      const all = this.#chunks.length === 1 ? this.#chunks[0]! : Buffer.concat(this.#chunks)
      const frame = all.subarray(0, size)
      this.#chunks = size < all.length ? [all.subarray(size)] : []
      this.#length -= size
      frames.push({
        kind: frame.readUInt8(PREFIX),
        request: frame.readUInt32LE(PREFIX + 1),
        payload: frame.subarray(PREFIX + HEAD),
      })
    }
    return frames
  }

  #nextSize(): number | undefined {
    if (this.#length < PREFIX) return undefined
    if (this.#chunks[0]!.length < PREFIX) this.#chunks = [Buffer.concat(this.#chunks)]
    const length = this.#chunks[0]!.readUInt32LE(0)
    if (length < HEAD || length > LONGEST_FRAME) throw new ProtocolError(`a frame of ${length} bytes`)
    return PREFIX + length
  }
}

/** The provider's `engineVersion`: engines of different ones sound different. */
export const ENGINE_VERSION = '2'

/** Time for a character: speech of 70 ms, three times as fast. */
export const MS_PER_CHARACTER = 25
