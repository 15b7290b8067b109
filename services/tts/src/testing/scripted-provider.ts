import { voice } from '@andscene/contracts/testing/voice'
import type { Voice } from '@andscene/contracts/voices/voice'
import type { Clip, ClipHead, Readiness, SpeechProvider, SynthesisRequest } from '../speech/provider.ts'

/** Resolves when a text has been spoken; by default immediately. */
export type Speak = (request: SynthesisRequest, call: number) => Promise<void>

export const HEAD: ClipHead = { mp3: Buffer.from('the beginning'), durationMs: 400, wholeMs: 1_000 }

/** A provider controlled by the test. The bytes of a clip are its voice and text. */
export class ScriptedProvider implements SpeechProvider {
  readonly name: string
  readonly engineVersion = '1'
  readonly cpuBound = false
  /** The requested texts, in order. */
  readonly asked: string[] = []
  msPerCharacter = 1
  speak: Speak
  list: () => Promise<Voice[]>
  words: Clip['words']
  state: Readiness = 'ready'
  prepare?: () => Promise<void>

  constructor(name = 'test', speak: Speak = async () => {}) {
    this.name = name
    this.speak = speak
    this.list = async () => ['one', 'two'].map((id) => voiceOf(`${name}:${id}`))
  }

  /** Delays matching texts until the returned function is called; sends `head` first. */
  hold(which = /./, head?: ClipHead): () => void {
    const { promise, resolve } = Promise.withResolvers<void>()
    this.speak = async ({ text, signal, onHead }) => {
      if (head) onHead?.(head)
      if (which.test(text)) await until(promise, signal)
    }
    return resolve
  }

  voices(): Promise<Voice[]> {
    return this.list()
  }

  async readiness(): Promise<Readiness> {
    return this.state
  }

  async synthesise(request: SynthesisRequest): Promise<Clip> {
    this.asked.push(request.text)
    await this.speak(request, this.asked.length)
    return {
      mp3: Buffer.from(`${request.voiceId} says ${request.text}`),
      durationMs: 1_000,
      words: this.words,
    }
  }

  async close(): Promise<void> {}
}

export const voiceOf = (voiceId: string): Voice =>
  voice(voiceId, { name: voiceId.split(':')[1]!, gender: 'neutral' })

/** Settles like `release`, or rejects when the request is aborted. */
export function until(release: Promise<unknown>, signal: AbortSignal | undefined): Promise<void> {
  return new Promise((resolve, reject) => {
    signal?.addEventListener('abort', () => reject(signal.reason as Error), { once: true })
    if (signal?.aborted) reject(signal.reason as Error)
    release.then(() => resolve(), reject)
  })
}
