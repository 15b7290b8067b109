import type { EspeakEvent, EspeakWorker } from '@echogarden/espeak-ng-emscripten'
import type { Sound } from '../../audio/sound.ts'
import { wordsOfEvents } from './words-of-events.ts'

export type EspeakSettings = {
  /** Language and variant, e.g. `en-us+f2`. */
  voice: string
  /** Words per minute. */
  rate: number
  /** 0 to 99; 50 is the default of the voice. */
  pitch: number
  /** Variation of the pitch, 0 to 99; 50 is the default of the voice. */
  range: number
}

export class Espeak {
  readonly #worker: EspeakWorker
  #voice: string | undefined

  private constructor(worker: EspeakWorker) {
    this.#worker = worker
  }

  /** Rejects if the package is not installed. */
  static async load(): Promise<Espeak> {
    const { default: load } = await import('@echogarden/espeak-ng-emscripten')
    const module = await load()
    return new Espeak(new module.eSpeakNGWorker())
  }

  /** `ssml` is text with its `&` and `<` escaped. */
  speak(ssml: string, { voice, rate, pitch, range }: EspeakSettings): Sound {
    if (voice !== this.#voice) {
      // Loads the language's dictionary, so only when it changes.
      this.#voice = undefined
      if (this.#worker.set_voice(voice) !== 0) throw new Error(`eSpeak NG has no voice ${voice}.`)
      this.#voice = voice
    }
    this.#worker.set_rate(rate)
    this.#worker.set_pitch(pitch)
    this.#worker.set_range(range)
    const blocks: Int16Array[] = []
    let length = 0
    const events: EspeakEvent[] = []
    this.#worker.synthesize(ssml, (block, some) => {
      if (block) {
        blocks.push(block)
        length += block.length
      }
      events.push(...some)
      return false
    })
    const samples = new Float32Array(length)
    let at = 0
    for (const block of blocks) {
      for (let index = 0; index < block.length; index++) samples[at++] = block[index]! / 32_768
    }
    return { samples, sampleRate: this.#worker.get_samplerate(), words: wordsOfEvents(ssml, events) }
  }
}
