import { DELIVERIES } from '@andscene/contracts/voices/delivery'
import type { NaturalVoices } from '@andscene/contracts/voices/natural-voices'
import type { Voice } from '@andscene/contracts/voices/voice'
import { SpeechError, type Clip, type Readiness, type SpeechProvider } from '../provider.ts'
import { ENGINE_VERSION, MS_PER_CHARACTER } from '@andscene/kokoro/engine/protocol'
import type { KokoroVoice } from '@andscene/kokoro/kokoro-voice'
import { OFF_BY_SETTING } from '@andscene/kokoro/model/voice-files'

export type RemoteKokoroParts = {
  voices: readonly KokoroVoice[]
  /** The best state that workers of the platform report, including this one. */
  others(): Promise<NaturalVoices | undefined>
  /** ms since 1970 */
  now?: () => number
}

/** Time that other workers with natural voices may take to start or restart. */
const STARTING_MS = 60_000

/**
 * The natural voices on a worker with KOKORO=off, which takes jobs of the same queue. While other workers have the
 * voices, it lists them and returns their jobs to the queue, instead of planning for other voices or failing the clips.
 */
export class RemoteKokoro implements SpeechProvider {
  readonly name = 'kokoro'
  readonly engineVersion = ENGINE_VERSION
  readonly cpuBound = true
  readonly msPerCharacter = MS_PER_CHARACTER
  readonly deliveries = DELIVERIES
  readonly slots = { limit: 0, forAwaited: 0 }
  readonly #parts: RemoteKokoroParts
  readonly #now: () => number
  #hadAt: number

  constructor(parts: RemoteKokoroParts) {
    this.#parts = parts
    this.#now = parts.now ?? Date.now
    this.#hadAt = this.#now()
  }

  async voices(): Promise<Voice[]> {
    const have = await this.#haveOthers()
    if (have === undefined) throw new SpeechError('server', 'No worker has reported its natural voices yet.')
    return have ? this.#parts.voices.map(({ voice }) => voice) : []
  }

  async readiness(): Promise<Readiness> {
    if ((await this.#haveOthers()) === false) return { never: OFF_BY_SETTING }
    return { later: 'Another worker has the natural voices.' }
  }

  synthesise(): Promise<Clip> {
    return Promise.reject(new SpeechError('server', OFF_BY_SETTING))
  }

  async close(): Promise<void> {}

  async #haveOthers(): Promise<boolean | undefined> {
    const best = await this.#parts.others().catch(() => undefined)
    const now = this.#now()
    if (best && best.state !== 'off') {
      this.#hadAt = now
      return true
    }
    return best && now - this.#hadAt >= STARTING_MS ? false : undefined
  }
}
