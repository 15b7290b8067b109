import { PROVIDER_STALL_MS, SYNTHESIS_MS, VOICE_LIST_MS } from '@andscene/contracts/deadlines'
import { DELIVERIES } from '@andscene/contracts/voices/delivery'
import type { Sound } from '@andscene/contracts/voices/pronunciation'
import type { Voice } from '@andscene/contracts/voices/voice'
import { httpFailure, withinLimit } from '../http/http-failure.ts'
import { isLong, isSpeakable } from '../text-chunks.ts'
import { SpeechError, type Clip, type SpeechProvider, type SynthesisRequest } from '../provider.ts'
import type { SpeechThreads } from '../threads/speech-threads.ts'
import { AT_ONCE } from '../urgency.ts'
import { directionOf } from '../delivery.ts'
import type { AzureConnections } from './azure-connections.ts'
import { azureVoices, isVoiceName, toSsml } from './azure-voices.ts'
import { withoutIpa } from './azure-sounds.ts'
import { wordTimes } from './azure-words.ts'
import { refusedWith, SERVER } from './azure-failure.ts'

export type AzureOptions = {
  key?: string | undefined
  region?: string | undefined
  /** Address of a speech container, used instead of a region. */
  host?: string
  /** Time limit for one text; default SYNTHESIS_MS. */
  timeoutMs?: number
  /** Longest time without data, including the wait for the first data; default PROVIDER_STALL_MS. */
  stallMs?: number
  now?: () => number
}

const LIST_MS = 3_600_000

export class AzureProvider implements SpeechProvider {
  readonly name = 'azure'
  readonly engineVersion = '1'
  readonly cpuBound = false
  readonly deliveries = DELIVERIES
  readonly #threads: SpeechThreads
  readonly #options: AzureOptions
  readonly #timeoutMs: number
  readonly #now: () => number
  #connections: Promise<AzureConnections> | undefined
  #list: { at: number; voices: Promise<Voice[]> } | undefined

  constructor(threads: SpeechThreads, options: AzureOptions) {
    this.#threads = threads
    this.#options = options
    this.#timeoutMs = options.timeoutMs ?? SYNTHESIS_MS
    this.#now = options.now ?? Date.now
  }

  /** Requested once an hour; a list that cannot be renewed stays valid. */
  voices(): Promise<Voice[]> {
    const known = this.#list
    if (known && this.#now() - known.at < LIST_MS) return known.voices
    const list = { at: this.#now(), voices: this.#fetchVoices() }
    this.#list = list
    list.voices = list.voices.catch((error: unknown) => {
      if (this.#list === list) this.#list = known
      if (known) return known.voices
      throw error
    })
    return list.voices
  }

  async synthesise(request: SynthesisRequest): Promise<Clip> {
    const { voiceId, text, delivery, sounds = [], urgency, signal } = request
    const { priority } = urgency ?? AT_ONCE
    const voice = voiceId.slice(this.name.length + 1)
    if (!voiceId.startsWith(`${this.name}:`) || !isVoiceName(voice)) {
      throw new SpeechError('unknown-voice', `There is no voice "${voiceId}".`)
    }
    if (!isSpeakable(text)) throw new SpeechError('bad-input', 'There is nothing to say in this text.')
    const styles = delivery?.name ? await this.#stylesOf(voiceId) : []
    const direction = directionOf(delivery)
    const speak = (given: readonly Sound[]) =>
      this.#speak(toSsml(voice, { text, delivery, sounds: given }, styles), signal)
    const { wav, words } = await speak(sounds).catch((error: unknown) => {
      // The service rejects the whole text if the voice does not know a sound.
      const isRefused = error instanceof SpeechError && error.kind === 'bad-input'
      if (isRefused && sounds.some(({ ipa }) => ipa !== undefined)) return speak(withoutIpa(sounds))
      throw error
    })
    const task = { engine: 'files' as const, files: [wav], direction, words: [wordTimes(text, words)] }
    return this.#threads.run(task, { priority, long: isLong(text), signal })
  }

  #speak(ssml: string, signal: AbortSignal | undefined) {
    return withinLimit(SERVER, this.#timeoutMs, signal, async (limited) => {
      const connections = await (this.#connections ??= this.#connect())
      return connections.speak(ssml, limited)
    }).catch((error: unknown) => this.#explained(error, signal))
  }

  async #stylesOf(voiceId: string): Promise<readonly string[]> {
    return (await this.voices()).find((voice) => voice.voiceId === voiceId)?.voiceStyles ?? []
  }

  async close(): Promise<void> {
    const connections = await this.#connections
    connections?.close()
  }

  /** Loaded on demand, because the SDK loads slowly and is not needed for listing voices. */
  async #connect(): Promise<AzureConnections> {
    const { AzureConnections: Connections } = await import('./azure-connections.ts')
    const { key, region, host, stallMs } = this.#options
    return new Connections({ key, region, host }, stallMs ?? PROVIDER_STALL_MS)
  }

  /** Requests the reason of a 403 or 429 over HTTP, and how long to wait. */
  async #explained(error: unknown, signal: AbortSignal | undefined): Promise<never> {
    if (error instanceof SpeechError && typeof error.cause === 'string') {
      const status = refusedWith(error.cause)
      if (status === 403 || status === 429) {
        const explanation = await this.#fetchVoices(signal).then(
          () => undefined,
          (reason: unknown) => reason,
        )
        if (
          explanation instanceof SpeechError &&
          !['network', 'timeout', 'server'].includes(explanation.kind)
        ) {
          throw explanation
        }
      }
    }
    throw error
  }

  #fetchVoices(signal?: AbortSignal): Promise<Voice[]> {
    const { key, region, host } = this.#options
    const base = host ? host.replace(/^ws/, 'http') : `https://${region}.tts.speech${suffixOf(region ?? '')}`
    const address = new URL('/cognitiveservices/voices/list', base)
    return withinLimit(SERVER, VOICE_LIST_MS, signal, async (limited) => {
      const response = await fetch(address, {
        headers: key ? { 'Ocp-Apim-Subscription-Key': key } : {},
        signal: limited,
      })
      const body = await response.text()
      if (!response.ok) throw httpFailure(SERVER, response.status, body, response.headers.get('retry-after'))
      return azureVoices(this.name, parsed(body))
    })
  }
}

/** Domains of the clouds of China and of the American government, as in the SDK. */
function suffixOf(region: string): string {
  if (region.startsWith('china')) return '.azure.cn'
  return region.startsWith('usgov') ? '.azure.us' : '.microsoft.com'
}

function parsed(body: string): unknown {
  try {
    return JSON.parse(body)
  } catch (cause) {
    throw new SpeechError('server', `${SERVER} sent a list of voices that cannot be read.`, { cause })
  }
}
