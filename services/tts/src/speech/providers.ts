import type { Voice } from '@andscene/contracts/voice'
import { SpeechError, type Clip, type SpeechProvider, type SynthesisRequest } from './provider.ts'
import type { SpeechThreads } from './threads/speech-threads.ts'

/** All configured providers behind one face. A provider that is down leaves the others usable. */
export class SpeechProviders {
  readonly list: readonly SpeechProvider[]

  readonly #threads: SpeechThreads | undefined

  constructor(list: readonly SpeechProvider[], threads?: SpeechThreads) {
    this.list = list
    this.#threads = threads
  }

  /** The provider that a voice id names; `unknown-voice` when none of that name is configured. */
  providerOf(voiceId: string): SpeechProvider {
    const name = voiceId.slice(0, Math.max(0, voiceId.indexOf(':')))
    const provider = this.list.find((candidate) => candidate.name === name)
    if (!provider) throw new SpeechError('unknown-voice', `There is no voice "${voiceId}".`)
    return provider
  }

  /** Voices of every provider that answers; rejects only when none does. */
  async voices(): Promise<Voice[]> {
    const answers = await Promise.allSettled(this.list.map((provider) => provider.voices()))
    const answered = answers.filter((answer) => answer.status === 'fulfilled')
    const failed = answers.find((answer) => answer.status === 'rejected')
    if (answered.length === 0 && failed) throw failed.reason
    return answered.flatMap((answer) => answer.value)
  }

  async synthesise(request: SynthesisRequest): Promise<Clip> {
    return this.providerOf(request.voiceId).synthesise(request)
  }

  async close(): Promise<void> {
    await Promise.allSettled(this.list.map((provider) => provider.close()))
    await this.#threads?.close()
  }
}
