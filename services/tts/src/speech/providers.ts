import { directionOf } from './delivery.ts'
import { SpeechError, type Clip, type SpeechProvider, type SynthesisRequest } from './provider.ts'
import { isLong } from './text-chunks.ts'
import { SpeechThreads } from './threads/speech-threads.ts'
import { AT_ONCE } from './urgency.ts'

export class SpeechProviders {
  readonly list: readonly SpeechProvider[]
  readonly #threads: SpeechThreads

  constructor(list: readonly SpeechProvider[], threads = new SpeechThreads({ threads: 1 })) {
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

  /** One clip of clips of the same text in several voices, which speak together. */
  mix(
    clips: readonly Clip[],
    { text, delivery, urgency, signal }: Omit<SynthesisRequest, 'voiceId'>,
  ): Promise<Clip> {
    const files = clips.map(({ mp3 }) => mp3)
    const { priority } = urgency ?? AT_ONCE
    return this.#threads.run(
      { engine: 'together', files, words: clips[0]?.words, direction: directionOf(delivery) },
      { priority, long: isLong(text), signal },
    )
  }

  /** One clip of clips of parts of a text, each of which begins at `at`, that follow each other. */
  join(
    clips: readonly (Clip & { at: number })[],
    { text, delivery, urgency, signal }: Omit<SynthesisRequest, 'voiceId'>,
  ): Promise<Clip> {
    const files = clips.map(({ mp3 }) => mp3)
    const words = clips.map((clip) => clip.words?.map((word) => ({ ...word, at: word.at + clip.at })))
    const { priority } = urgency ?? AT_ONCE
    return this.#threads.run(
      { engine: 'sequence', files, words, direction: directionOf(delivery) },
      { priority, long: isLong(text), signal },
    )
  }

  async close(): Promise<void> {
    await Promise.allSettled(this.list.map((provider) => provider.close()))
    await this.#threads.close()
  }
}
