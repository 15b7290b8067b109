import { SpeechError, type SpeechProvider } from './provider.ts'
import type { SpeechThreads } from './threads/speech-threads.ts'

export class SpeechProviders {
  readonly list: readonly SpeechProvider[]
  readonly #threads: SpeechThreads | undefined

  constructor(list: readonly SpeechProvider[], threads?: SpeechThreads) {
    this.list = list
    this.#threads = threads
  }

  find(voiceId: string): SpeechProvider | undefined {
    return this.list.find(({ name }) => voiceId.startsWith(`${name}:`))
  }

  providerOf(voiceId: string): SpeechProvider {
    const provider = this.find(voiceId)
    if (!provider) throw new SpeechError('unknown-voice', `There is no voice "${voiceId}".`)
    return provider
  }

  async close(): Promise<void> {
    await Promise.allSettled(this.list.map((provider) => provider.close()))
    await this.#threads?.close()
  }
}
