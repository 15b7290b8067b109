import {
  ResultReason,
  SpeechConfig,
  SpeechSynthesisBoundaryType,
  SpeechSynthesisOutputFormat,
  SpeechSynthesizer,
} from 'microsoft-cognitiveservices-speech-sdk'
import { WebsocketMessageAdapter } from 'microsoft-cognitiveservices-speech-sdk/distrib/lib/src/common.browser/WebsocketMessageAdapter.js'
import { SpeechError } from '../provider.ts'
import { azureFailure, SERVER } from './azure-failure.ts'

// Node's own WebSocket, the SDK's default, cannot send the key as a header and hides why a server rejected it.
WebsocketMessageAdapter.forceNpmWebSocket = true

/** The service closes idle connections, so older ones than this are not reused. */
const IDLE_LIMIT_MS = 60_000
/** The SDK keeps some memory for each text as long as a connection lives. */
const TEXTS_PER_CONNECTION = 200

export type AzureAddress = { key: string | undefined; region: string | undefined; host: string | undefined }

/** A word as spoken; `fromMs` and `lengthMs` in the audio. */
export type AzureWord = { text: string; fromMs: number; lengthMs: number }
export type AzureSpeech = { wav: Uint8Array; words: AzureWord[] }

/** The service counts in units of 100 ns. */
const TICKS_PER_MS = 10_000

type Connection = { synthesizer: SpeechSynthesizer; texts: number; idleSince: number }

export class AzureConnections {
  readonly #config: SpeechConfig
  readonly #stallMs: number
  readonly #idle: Connection[] = []
  #closed = false

  /** `stallMs`: longest time without data from the service, including the wait for the first data. */
  constructor({ key, region, host }: AzureAddress, stallMs: number) {
    this.#config = host
      ? SpeechConfig.fromHost(new URL(host.replace(/^http/, 'ws')), key ?? '')
      : SpeechConfig.fromSubscription(key ?? '', region ?? '')
    this.#config.speechSynthesisOutputFormat = SpeechSynthesisOutputFormat.Riff24Khz16BitMonoPcm
    this.#stallMs = stallMs
  }

  /** Returns a WAV file of the text, and its words. Rejects with a SpeechError or the signal's reason. */
  async speak(ssml: string, signal: AbortSignal): Promise<AzureSpeech> {
    signal.throwIfAborted()
    const connection = this.#take()
    let usable = false
    try {
      const speech = await this.#speakOn(connection.synthesizer, ssml, signal)
      usable = true
      return speech
    } finally {
      if (usable) this.#giveBack(connection)
      else dispose(connection)
    }
  }

  close(): void {
    this.#closed = true
    for (const connection of this.#idle.splice(0)) dispose(connection)
  }

  async #speakOn(synthesizer: SpeechSynthesizer, ssml: string, signal: AbortSignal): Promise<AzureSpeech> {
    const { promise, resolve, reject } = Promise.withResolvers<AzureSpeech>()
    const words: AzureWord[] = []
    const stalled = () =>
      reject(new SpeechError('timeout', `${SERVER} sent nothing for ${this.#stallMs} ms.`))
    let timer = setTimeout(stalled, this.#stallMs)
    synthesizer.synthesizing = () => {
      clearTimeout(timer)
      timer = setTimeout(stalled, this.#stallMs)
    }
    synthesizer.wordBoundary = (_, { boundaryType, text, audioOffset, duration }) => {
      if (boundaryType === SpeechSynthesisBoundaryType.Word)
        words.push({ text, fromMs: audioOffset / TICKS_PER_MS, lengthMs: duration / TICKS_PER_MS })
    }
    const abort = () => reject(signal.reason)
    signal.addEventListener('abort', abort, { once: true })
    synthesizer.speakSsmlAsync(
      ssml,
      (result) => {
        if (result.reason === ResultReason.SynthesizingAudioCompleted)
          resolve({ wav: new Uint8Array(result.audioData), words })
        else reject(azureFailure(String(result.errorDetails)))
      },
      (error) => reject(azureFailure(String(error))),
    )
    try {
      return await promise
    } finally {
      clearTimeout(timer)
      signal.removeEventListener('abort', abort)
    }
  }

  #take(): Connection {
    const fresh = Date.now() - IDLE_LIMIT_MS
    for (let connection = this.#idle.pop(); connection; connection = this.#idle.pop()) {
      if (connection.idleSince >= fresh) return connection
      dispose(connection)
    }
    // No audio device: the caller receives the audio.
    return { synthesizer: new SpeechSynthesizer(this.#config, null), texts: 0, idleSince: 0 }
  }

  #giveBack(connection: Connection): void {
    connection.texts++
    connection.idleSince = Date.now()
    if (this.#closed || connection.texts >= TEXTS_PER_CONNECTION) dispose(connection)
    else this.#idle.push(connection)
  }
}

function dispose({ synthesizer }: Connection): void {
  synthesizer.close(
    () => {},
    () => {},
  )
}
