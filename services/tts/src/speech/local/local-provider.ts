import type { Voice } from '@andscene/contracts/voice'
import { SpeechError, type Clip, type SpeechProvider, type SynthesisRequest } from '../provider.ts'
import type { SpeechThreads } from '../threads/speech-threads.ts'
import { FLITE_VOICES } from './flite-voices.ts'
import { isSpeakable } from './text-chunks.ts'
import type { LocalVoice } from './voice-spec.ts'

/** Voices that need no network: CMU Flite and, where its package is installed, eSpeak NG. */
export class LocalProvider implements SpeechProvider {
  readonly name = 'local'
  /** Raise it with any change that is heard: engines, voice settings, levelling, encoding. */
  readonly engineVersion = '1'
  readonly cpuBound = true
  readonly #threads: SpeechThreads
  readonly #voices: Map<string, LocalVoice>

  constructor(threads: SpeechThreads) {
    this.#threads = threads
    this.#voices = new Map(FLITE_VOICES.map((entry) => [entry.voice.voiceId, entry]))
  }

  async voices(): Promise<Voice[]> {
    return [...this.#voices.values()].map(({ voice }) => voice)
  }

  async synthesise({ voiceId, text, signal }: SynthesisRequest): Promise<Clip> {
    const voice = this.#voices.get(voiceId)
    if (!voice) throw new SpeechError('unknown-voice', `There is no voice "${voiceId}".`)
    if (!isSpeakable(text)) throw new SpeechError('bad-input', 'There is nothing to say in this text.')
    return this.#threads.run(voice.task(text), signal)
  }

  /** The threads belong to whoever made them. */
  async close(): Promise<void> {}
}
