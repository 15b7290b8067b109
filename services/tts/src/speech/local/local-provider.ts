import type { Voice } from '@andscene/contracts/voices/voice'
import { createRequire } from 'node:module'
import { SpeechError, type Clip, type SpeechProvider, type SynthesisRequest } from '../provider.ts'
import type { SpeechThreads } from '../threads/speech-threads.ts'
import { AT_ONCE } from '../urgency.ts'
import { BY_PACE_AND_LEVEL, directionOf, possible } from '../delivery.ts'
import { ESPEAK_VOICES } from './espeak/espeak-voices.ts'
import { FLITE_VOICES } from './flite/flite-voices.ts'
import { cleanSounds } from './speech-text.ts'
import { isLong, isSpeakable } from '../text-chunks.ts'
import type { LocalVoice } from './voice-spec.ts'
import { wordsOfText } from '../words-of-text.ts'

/** eSpeak NG (GPL) is an optional dependency. This does not load it. */
export function isEspeakInstalled(): boolean {
  try {
    createRequire(import.meta.url).resolve('@echogarden/espeak-ng-emscripten')
    return true
  } catch {
    return false
  }
}

/** Voices without a network: CMU Flite and, if its package is installed, eSpeak NG. */
export class LocalProvider implements SpeechProvider {
  readonly name = 'local'
  /** Increase it with every audible change: engines, voice settings, leveling, encoding. */
  readonly engineVersion = '1'
  readonly cpuBound = true
  readonly deliveries = BY_PACE_AND_LEVEL
  readonly #threads: Pick<SpeechThreads, 'run'>
  readonly #voices: Map<string, LocalVoice>

  constructor(threads: Pick<SpeechThreads, 'run'>, { espeak = isEspeakInstalled() } = {}) {
    this.#threads = threads
    const voices = espeak ? [...FLITE_VOICES, ...ESPEAK_VOICES] : FLITE_VOICES
    this.#voices = new Map(voices.map((entry) => [entry.voice.voiceId, entry]))
  }

  async voices(): Promise<Voice[]> {
    return [...this.#voices.values()].map(({ voice }) => voice)
  }

  async synthesise(request: SynthesisRequest): Promise<Clip> {
    const { voiceId, text, delivery: asked, sounds, urgency, signal } = request
    const { priority } = urgency ?? AT_ONCE
    const voice = this.#voices.get(voiceId)
    if (!voice) throw new SpeechError('unknown-voice', `There is no voice "${voiceId}".`)
    const delivery = possible(asked, this.deliveries)
    const clean = cleanSounds(text, sounds)
    const task = { ...voice.task(clean.text, delivery, clean.sounds), direction: directionOf(delivery) }
    if (!isSpeakable(task.text)) throw new SpeechError('bad-input', 'There is nothing to say in this text.')
    const clip = await this.#threads.run(task, { priority, long: isLong(text), signal })
    return { ...clip, words: wordsOfText(text, task.text, clip.words) }
  }

  async close(): Promise<void> {}
}
