import { isNatural } from '@andscene/contracts/voices/is-natural'
import type { Voice } from '@andscene/contracts/voices/voice'
import { unavailable } from '@andscene/service-kit/http-error'
import { LRUCache } from 'lru-cache'
import type { SpeechProvider } from '../speech/provider.ts'
import type { SpeechProviders } from '../speech/providers.ts'
import type { AudioObjects } from '../storage/audio-objects.ts'

const FRESH_MS = 60_000
const MOST_PROVIDERS = 100

type Listed = { voices: Voice[]; byId: Map<string, Voice> }
type Kept = Pick<AudioObjects, 'read' | 'write'>

const keptAt = (provider: SpeechProvider) => `voices/${provider.name}.json`

/** Voices by id. The last list of an unavailable provider stays valid, also across restarts, for castings and clips. */
export class VoiceCatalogue {
  readonly providers: SpeechProviders
  readonly #kept: Kept
  readonly #lists: LRUCache<string, Listed, SpeechProvider>
  /** The last `isActive` of providers that have it, by name. */
  readonly #active = new Map<string, boolean>()

  constructor(providers: SpeechProviders, kept: Kept, now: () => number = Date.now) {
    this.providers = providers
    this.#kept = kept
    this.#lists = new LRUCache<string, Listed, SpeechProvider>({
      max: MOST_PROVIDERS,
      ttl: FRESH_MS,
      ttlResolution: 0,
      perf: { now },
      fetchMethod: (_name, known, { context }) => this.#list(context, known),
    })
  }

  /**
   * All voices: natural ones first, then by locale and name (product §2). Throws UNAVAILABLE if no provider responded
   * yet.
   */
  async all(): Promise<Voice[]> {
    const lists = await Promise.allSettled(this.providers.list.map((provider) => this.#offeredBy(provider)))
    const responded = lists.filter((list) => list.status === 'fulfilled')
    if (responded.length === 0) throw unavailable('The list of voices is unavailable right now')
    return responded
      .flatMap((list) => list.value)
      .sort(
        (a, b) =>
          Number(isNatural(b)) - Number(isNatural(a)) ||
          a.locale.localeCompare(b.locale) ||
          a.name.localeCompare(b.name),
      )
  }

  /**
   * Returns `undefined` for an unknown voice; throws UNAVAILABLE without a list of its provider. `isActive` may be
   * outdated.
   */
  async find(voiceId: string): Promise<Voice | undefined> {
    const provider = this.providers.find(voiceId)
    if (!provider) return undefined
    try {
      return (await this.#listOf(provider)).byId.get(voiceId)
    } catch (cause) {
      throw unavailable(`The voices of ${provider.name} cannot be listed now`, cause)
    }
  }

  /** `isActive` is never cached: clients list the voices once after the event that they are ready. */
  async #offeredBy(provider: SpeechProvider): Promise<Voice[]> {
    const [isActive, { voices }] = await Promise.all([this.#isActive(provider), this.#listOf(provider)])
    const { deliveries = [] } = provider
    return voices.map((voice) => ({
      deliveries: [...deliveries],
      ...voice,
      ...(isActive !== undefined && { isActive }),
    }))
  }

  async #isActive(provider: SpeechProvider): Promise<boolean | undefined> {
    if (!provider.isActive) return undefined
    try {
      this.#active.set(provider.name, await provider.isActive())
    } catch {
      // The voices may be on another machine, which may be unavailable.
    }
    return this.#active.get(provider.name) ?? false
  }

  async #listOf(provider: SpeechProvider): Promise<Listed> {
    return (await this.#lists.fetch(provider.name, { context: provider }))!
  }

  async #list(provider: SpeechProvider, known: Listed | undefined): Promise<Listed> {
    let voices: Voice[] | undefined
    try {
      voices = await provider.voices()
      void this.#keep(provider, voices, known?.voices)
    } catch (error) {
      voices = known?.voices ?? (await this.#remember(provider))
      if (!voices) throw error
    }
    return { voices, byId: new Map(voices.map((voice) => [voice.voiceId, voice])) }
  }

  /** Local voices require no copy. Ignores errors. */
  async #keep(provider: SpeechProvider, voices: Voice[], before: Voice[] | undefined): Promise<void> {
    const text = JSON.stringify(voices)
    if (provider.cpuBound || text === JSON.stringify(before)) return
    await this.#kept.write(keptAt(provider), Buffer.from(text)).catch(() => undefined)
  }

  async #remember(provider: SpeechProvider): Promise<Voice[] | undefined> {
    const bytes = await this.#kept.read(keptAt(provider)).catch(() => undefined)
    return bytes && (JSON.parse(Buffer.from(bytes).toString()) as Voice[])
  }
}
