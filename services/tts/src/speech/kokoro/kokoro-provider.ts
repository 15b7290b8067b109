import type { Voice } from '@andscene/contracts/voice'
import { cleanText } from '../local/speech-text.ts'
import { SpeechError, type Clip, type SpeechProvider, type SynthesisRequest } from '../provider.ts'
import { isLong } from '../speech-slots.ts'
import { isSpeakable } from '../text-chunks.ts'
import type { SpeechThreads } from '../threads/speech-threads.ts'
import { SAMPLE_RATE } from './engine/graph-names.ts'
import type { NaturalEngine } from './engine/natural-engine.ts'
import type { NaturalHead } from './engine/requests.ts'
import type { KokoroVoice } from './kokoro-voice.ts'

export type KokoroParts = {
  threads: Pick<SpeechThreads, 'run'>
  engine: Pick<NaturalEngine, 'speak' | 'close'>
  voices: readonly KokoroVoice[]
  /** Whether the model is here and its engine works. */
  isReady(): boolean | Promise<boolean>
}

/** A model that is on its way comes within minutes; its clips come again until then. */
const LOOK_AGAIN_MS = 5_000

/** Natural voices, spoken by Kokoro on this machine's processors. They are listed before the model is there, but not offered. */
export class KokoroProvider implements SpeechProvider {
  readonly name = 'kokoro'
  /** Raise it with any change that is heard: model, phonemes, voice settings, levelling, encoding. */
  readonly engineVersion = '1'
  readonly cpuBound = true
  /**
   * The engine makes one after the other: the second is there when the first is done, and one that somebody waits for is
   * there at once and passes both.
   */
  readonly slots = { limit: 2, forAwaited: 1 }
  readonly #parts: KokoroParts
  readonly #voices: Map<string, KokoroVoice>

  constructor(parts: KokoroParts) {
    this.#parts = parts
    this.#voices = new Map(parts.voices.map((entry) => [entry.voice.voiceId, entry]))
  }

  async voices(): Promise<Voice[]> {
    return [...this.#voices.values()].map(({ voice }) => voice)
  }

  isActive(): boolean | Promise<boolean> {
    return this.#parts.isReady()
  }

  async synthesise({ voiceId, text, priority = 0, signal, onHead }: SynthesisRequest): Promise<Clip> {
    const entry = this.#voices.get(voiceId)
    if (!entry) throw new SpeechError('unknown-voice', `There is no voice "${voiceId}".`)
    const clean = cleanText(text)
    if (!isSpeakable(clean)) throw new SpeechError('bad-input', 'There is nothing to say in this text.')
    if (!(await this.#parts.isReady()))
      throw new SpeechError('throttled', 'The natural voices are not here yet.', {
        retryAfterMs: LOOK_AGAIN_MS,
      })
    const turn = { priority, long: isLong(text), signal }
    const tellHead = async ({ samples, wholeMs }: NaturalHead) => {
      const head = await this.#parts.threads.run(
        { engine: 'sound', pieces: [samples], sampleRate: SAMPLE_RATE },
        turn,
      )
      // The silence that was cut off here is cut off the whole as well.
      const silenceMs = (samples.length / SAMPLE_RATE) * 1_000 - head.durationMs
      onHead?.({ ...head, wholeMs: wholeMs - silenceMs })
    }
    const { styles, pitch, speed } = entry.settings
    const { parts, sampleRate } = await this.#parts.engine.speak(
      { text: clean, language: entry.language, styles: [...styles], pitch, speed, priority },
      { signal, onHead: onHead && ((head) => void tellHead(head).catch(() => {})) },
    )
    const pieces = parts.map(({ samples }) => samples)
    return this.#parts.threads.run({ engine: 'sound', pieces, sampleRate }, turn)
  }

  close(): Promise<void> {
    return this.#parts.engine.close()
  }
}
