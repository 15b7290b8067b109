import type { Voice } from '@andscene/contracts/voice'
import { unavailable } from '@andscene/service-kit/http-error'
import type { SpeechProvider } from '../speech/provider.ts'
import type { SpeechProviders } from '../speech/providers.ts'

/** How long a provider's list is taken as it is. */
const FRESH_MS = 60_000

type Listed = { at: number; voices: Voice[]; byId: Map<string, Voice> }

/**
 * The voices of all providers, by id. A provider that was reached once keeps its last list while it is away, so that
 * its stored clips are still found.
 */
export class VoiceCatalogue {
  readonly providers: SpeechProviders
  readonly #now: () => number
  readonly #lists = new Map<string, Listed>()
  readonly #asking = new Map<string, Promise<Listed>>()

  constructor(providers: SpeechProviders, now: () => number = Date.now) {
    this.providers = providers
    this.#now = now
  }

  /** Sorted by locale, then name (SPEC §2). UNAVAILABLE only when no provider ever answered. */
  async all(): Promise<Voice[]> {
    const lists = await Promise.allSettled(this.providers.list.map((provider) => this.#listOf(provider)))
    const answered = lists.filter((list) => list.status === 'fulfilled')
    if (answered.length === 0) throw unavailable('No voices can be listed now')
    return answered
      .flatMap((list) => list.value.voices)
      .sort((a, b) => a.locale.localeCompare(b.locale) || a.name.localeCompare(b.name))
  }

  /** `undefined`: there is no such voice. UNAVAILABLE: its provider cannot say now. */
  async find(voiceId: string): Promise<Voice | undefined> {
    const name = providerName(voiceId)
    const provider = this.providers.list.find((candidate) => candidate.name === name)
    if (!provider) return undefined
    try {
      return (await this.#listOf(provider)).byId.get(voiceId)
    } catch (cause) {
      throw unavailable(`The voices of ${name} cannot be listed now`, cause)
    }
  }

  #listOf(provider: SpeechProvider): Promise<Listed> {
    const known = this.#lists.get(provider.name)
    if (known && this.#now() - known.at < FRESH_MS) return Promise.resolve(known)
    let asking = this.#asking.get(provider.name)
    if (!asking) {
      asking = this.#ask(provider, known).finally(() => this.#asking.delete(provider.name))
      this.#asking.set(provider.name, asking)
    }
    return asking
  }

  async #ask(provider: SpeechProvider, known: Listed | undefined): Promise<Listed> {
    let listed: Listed
    try {
      const voices = await provider.voices()
      listed = { at: this.#now(), voices, byId: new Map(voices.map((voice) => [voice.voiceId, voice])) }
    } catch (error) {
      if (!known) throw error
      listed = { ...known, at: this.#now() }
    }
    this.#lists.set(provider.name, listed)
    return listed
  }
}

const providerName = (voiceId: string) => voiceId.slice(0, Math.max(0, voiceId.indexOf(':')))
