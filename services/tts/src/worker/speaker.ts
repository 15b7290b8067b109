import { PermanentFailure, Postponed } from '@andscene/service-kit/queue-consumers'
import { Histogram, type Registry } from 'prom-client'
import { SpeechError, type Clip, type SpeechProvider } from '../speech/provider.ts'
import type { SpeechProviders } from '../speech/providers.ts'
import { SpeechSlots } from './speech-slots.ts'

export type SpeakerOptions = {
  /** Texts spoken at once on this machine's processors. */
  threads: number
  /** Requests at once to each provider that speaks elsewhere. */
  remoteConcurrency: number
  /** Longest time one text may take (SPEC §9), in ms. */
  limitMs: number
  metrics: Registry
}

export type SpeakRequest = { voiceId: string; text: string; priority: number; signal: AbortSignal }

/** Speaks under each provider's limits; a provider that asked to wait is left alone for that long. */
export class Speaker {
  readonly #providers: SpeechProviders
  readonly #options: SpeakerOptions
  readonly #slots = new Map<string, SpeechSlots>()
  readonly #restUntil = new Map<string, number>()
  readonly #latency: Histogram<'provider' | 'outcome'>

  constructor(providers: SpeechProviders, options: SpeakerOptions) {
    this.#providers = providers
    this.#options = options
    for (const provider of providers.list)
      this.#slots.set(
        provider.name,
        new SpeechSlots(provider.cpuBound ? options.threads : options.remoteConcurrency),
      )
    this.#latency = new Histogram({
      name: 'speech_duration_seconds',
      help: 'Time a provider took for one text, by outcome.',
      labelNames: ['provider', 'outcome'] as const,
      buckets: [0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 30],
      registers: [options.metrics],
    })
  }

  /** Jobs worth taking at once: a few more than can speak, so that storing one overlaps with speaking the next. */
  get concurrency(): number {
    const slots = [...this.#slots.values()].reduce((sum, { limit }) => sum + limit, 0)
    return slots + 2
  }

  /** PermanentFailure when another attempt cannot help, Postponed while the provider rests, else a SpeechError. */
  async speak(request: SpeakRequest): Promise<Clip> {
    let provider: SpeechProvider
    try {
      provider = this.#providers.providerOf(request.voiceId)
    } catch (error) {
      throw toFailure(error)
    }
    return this.#slots.get(provider.name)!.run(request.priority, request.signal, () => {
      // Asked only now: who waited for a slot may have waited while the provider refused another.
      const rest = (this.#restUntil.get(provider.name) ?? 0) - Date.now()
      if (rest > 0) throw new Postponed(rest, `${provider.name} asked to wait`)
      return this.#timed(provider, request)
    })
  }

  async #timed(provider: SpeechProvider, { voiceId, text, signal }: SpeakRequest): Promise<Clip> {
    const limit = AbortSignal.timeout(this.#options.limitMs)
    const observe = this.#latency.startTimer({ provider: provider.name })
    try {
      const clip = await provider.synthesise({ voiceId, text, signal: AbortSignal.any([signal, limit]) })
      observe({ outcome: 'ok' })
      return clip
    } catch (error) {
      const failure =
        limit.aborted && !signal.aborted
          ? new SpeechError('timeout', `${provider.name} took longer than ${this.#options.limitMs} ms`, {
              cause: error,
            })
          : error
      observe({ outcome: failure instanceof SpeechError ? failure.kind : 'error' })
      if (
        failure instanceof SpeechError &&
        failure.kind === 'throttled' &&
        failure.retryAfterMs !== undefined
      )
        this.#restUntil.set(provider.name, Date.now() + failure.retryAfterMs)
      throw toFailure(failure)
    }
  }
}

function toFailure(error: unknown): unknown {
  return error instanceof SpeechError && !error.retryable
    ? new SpeechFailedForGood(error.message, error)
    : error
}

/** A speech failure that no retry heals, e.g. text that cannot be spoken or a refused key. */
class SpeechFailedForGood extends PermanentFailure {
  constructor(message: string, cause: SpeechError) {
    super(message)
    this.cause = cause
  }
}
