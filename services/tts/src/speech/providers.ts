import { SpeechError, type SpeechProvider } from './provider.ts'
import type { SpeechThreads } from './threads/speech-threads.ts'

export class SpeechProviders {
  readonly list: readonly SpeechProvider[]

  readonly #threads: SpeechThreads | undefined

  constructor(list: readonly SpeechProvider[], threads?: SpeechThreads) {
    this.list = list
    this.#threads = threads
  }

  providerOf(voiceId: string): SpeechProvider {
    const name = voiceId.slice(0, Math.max(0, voiceId.indexOf(':')))
    const provider = this.list.find((candidate) => candidate.name === name)
    if (!provider) throw new SpeechError('unknown-voice', `There is no voice "${voiceId}".`)
    return provider
  }

  async close(): Promise<void> {
    await Promise.allSettled(this.list.map((provider) => provider.close()))
    await this.#threads?.close()
  }
}
