import { SYNTHESIS_MS, VOICE_LIST_MS } from '@andscene/contracts/deadlines'
import type { DeliveryName } from '@andscene/contracts/voices/delivery'
import type { Voice } from '@andscene/contracts/voices/voice'
import { spelledText } from '@andscene/screenplay/pronunciation/sounding-text'
import { httpFailure, withinLimit } from '../http/http-failure.ts'
import { isLong, isSpeakable, speechChunks } from '../text-chunks.ts'
import { SpeechError, type Clip, type SpeechProvider, type SynthesisRequest } from '../provider.ts'
import type { SpeechThreads } from '../threads/speech-threads.ts'
import { AT_ONCE } from '../urgency.ts'
import { directionOf, possible } from '../delivery.ts'
import { deliveriesOf, deliveryFields } from './openai-delivery.ts'
import {
  describeVoice,
  STANDARD_VOICES,
  voicesFromResponse,
  voicesFromSetting,
  type KnownVoice,
} from './openai-voices.ts'

export type OpenAiOptions = {
  url: string
  key?: string | undefined
  model?: string | undefined
  /** Voices to offer instead of the server's own list; see {@link voicesFromSetting}. */
  voices?: string | undefined
  /** Time limit for one request; default SYNTHESIS_MS. */
  timeoutMs?: number
  /** Time limit for the list of voices; default VOICE_LIST_MS. */
  listTimeoutMs?: number
}

const SERVER = 'The speech server'
const DEFAULT_MODEL = 'tts-1'
/** Maximum number of characters per request. */
const TEXT_LIMIT = 4_096
/** More than the longest text can have. */
const AUDIO_LIMIT_BYTES = 64 * 1024 ** 2

export class OpenAiProvider implements SpeechProvider {
  readonly name = 'openai'
  readonly engineVersion: string
  readonly cpuBound = false
  readonly deliveries: readonly DeliveryName[]
  readonly #threads: SpeechThreads
  readonly #base: string
  readonly #headers: Record<string, string>
  readonly #model: string
  readonly #voices: string | undefined
  readonly #timeoutMs: number
  readonly #listMs: number

  constructor(threads: SpeechThreads, { url, key, model, voices, timeoutMs, listTimeoutMs }: OpenAiOptions) {
    this.#threads = threads
    this.#base = baseAddress(url)
    this.#headers = key ? { authorization: `Bearer ${key}` } : {}
    this.#model = model ?? DEFAULT_MODEL
    this.deliveries = deliveriesOf(this.#model)
    this.#voices = voices
    this.#timeoutMs = timeoutMs ?? SYNTHESIS_MS
    this.#listMs = listTimeoutMs ?? VOICE_LIST_MS
    // The same voice name on another server or model is another speaker.
    this.engineVersion = `1 ${this.#base} ${this.#model}`
  }

  /** The configured voices, or else the server's list, or else the standard voices. */
  async voices(): Promise<Voice[]> {
    const voices = this.#voices ? voicesFromSetting(this.#voices) : await this.#listed()
    return voices.map((voice) => describeVoice(this.name, voice))
  }

  async synthesise(request: SynthesisRequest): Promise<Clip> {
    const { voiceId, text, delivery: asked, sounds, urgency, signal } = request
    const { priority } = urgency ?? AT_ONCE
    const voice = voiceId.slice(this.name.length + 1)
    if (!voiceId.startsWith(`${this.name}:`) || !voice) {
      throw new SpeechError('unknown-voice', `There is no voice "${voiceId}".`)
    }
    if (!isSpeakable(text)) throw new SpeechError('bad-input', 'There is nothing to say in this text.')
    const delivery = possible(asked, this.deliveries)
    const fields = { voice, ...deliveryFields(delivery, text, this.#model) }
    const files: Uint8Array[] = []
    for (const input of speechChunks(spelledText(text, sounds), TEXT_LIMIT))
      files.push(await this.#speak({ ...fields, input }, signal))
    const direction = directionOf(delivery)
    return this.#threads.run({ engine: 'files', files, direction }, { priority, long: isLong(text), signal })
  }

  async close(): Promise<void> {}

  #speak(fields: object, signal: AbortSignal | undefined): Promise<Uint8Array> {
    return withinLimit(SERVER, this.#timeoutMs, signal, async (limited) => {
      const response = await fetch(`${this.#base}/audio/speech`, {
        method: 'POST',
        headers: { ...this.#headers, 'content-type': 'application/json' },
        body: JSON.stringify({ model: this.#model, response_format: 'mp3', ...fields }),
        signal: limited,
      })
      if (!response.ok) throw await failure(response)
      return readBody(response)
    })
  }

  async #listed(): Promise<KnownVoice[]> {
    // The list is not part of OpenAI's own API: servers have it below /v1, next to it, or not at all.
    const addresses = [`${this.#base}/audio/voices`, `${this.#base.replace(/\/v1$/, '')}/audio/voices`]
    return withinLimit(SERVER, this.#listMs, undefined, async (signal) => {
      for (const address of new Set(addresses)) {
        const voices = await this.#listedAt(address, signal)
        if (voices.length > 0) return voices
      }
      return [...STANDARD_VOICES]
    })
  }

  /** Empty if there is no such list. */
  async #listedAt(address: string, signal: AbortSignal): Promise<KnownVoice[]> {
    const response = await fetch(address, { headers: this.#headers, signal })
    if (response.ok) return voicesFromResponse(await response.json().catch(() => undefined))
    const refusal = await failure(response)
    if (response.status === 404 || response.status === 405) return []
    throw refusal
  }
}

/** The address up to and including `/v1`, or the server's own path. */
function baseAddress(url: string): string {
  const address = new URL(url)
  const path = address.pathname.replace(/\/+$/, '').replace(/\/audio\/speech$/, '')
  return `${address.origin}${path || '/v1'}`
}

async function failure(response: Response): Promise<SpeechError> {
  return httpFailure(SERVER, response.status, await response.text(), response.headers.get('retry-after'))
}

async function readBody(response: Response): Promise<Uint8Array> {
  const parts: Uint8Array[] = []
  let length = 0
  for await (const part of response.body ?? []) {
    length += part.length
    if (length > AUDIO_LIMIT_BYTES)
      throw new SpeechError('server', `${SERVER} sent more sound than any text has.`)
    parts.push(part)
  }
  return new Uint8Array(Buffer.concat(parts))
}
