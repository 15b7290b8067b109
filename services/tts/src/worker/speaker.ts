import { PermanentFailure, Postponed } from '@andscene/service-kit/job-run'
import { beginSpan, traced } from '@andscene/service-kit/tracing/spans'
import { LRUCache } from 'lru-cache'
import { Counter, Histogram, type Registry } from 'prom-client'
import type { Rank } from '../pipeline/backlog.ts'
import { isAwaited } from '../pipeline/priorities.ts'
import {
  SpeechError,
  type Clip,
  type Hearing,
  type SpeechProvider,
  type SynthesisRequest,
} from '../speech/provider.ts'
import type { SpeechProviders } from '../speech/providers.ts'
import { Crowded, isLong, SpeechSlots } from '../speech/speech-slots.ts'
import { ComeAgain } from './come-again.ts'

export type SpeakerOptions = {
  /** Texts spoken at once on this machine's processors. */
  threads: number
  /** Requests at once to each provider that speaks elsewhere. */
  remoteConcurrency: number
  /** Longest time one text may take (product §9), in ms. */
  limitMs: number
  metrics: Registry
}

/**
 * Jobs of each provider that are taken from the queue beyond those that are spoken: one is looked up or stored, or is
 * the next long text. More would wait here in an order that the queue can change no longer.
 */
const TAKEN_AHEAD = 1

/** A text that waits for a slot, or that its provider has (since `givenAt`); it can leave, and be hastened once. */
type Patient = {
  jobId: string
  priority: number
  long: boolean
  provider: SpeechProvider
  givenAt?: number
  leave(): void
  hasten(priority: number): void
}

/** A job that is hastened between being taken and coming here is hastened then. */
const HASTENED = { max: 100, ttl: 5_000 }

class GaveWay extends Error {
  override readonly name = 'GaveWay'

  constructor() {
    super('it goes back to its rank: somebody waits for a clip')
  }
}

/** Who has nothing to hear within this waits for the head of a clip, others for the whole. */
const SOON_MS = 1_500
/** What was begun so lately is heard sooner when it is begun anew with heads: nobody waited, so it was spoken beside others. */
const JUST_BEGUN_MS = 1_000

export type SpeakRequest = Pick<SynthesisRequest, 'voiceId' | 'text' | 'onHead' | 'hearing'> & {
  jobId: string
  priority: number
  signal: AbortSignal
}

/** Speaks under each provider's limits; a provider that asked to wait is left alone for that long. */
export class Speaker {
  readonly #providers: SpeechProviders
  readonly #options: SpeakerOptions
  readonly #slots = new Map<string, SpeechSlots>()
  readonly #comeAgain = new ComeAgain()
  readonly #restUntil = new Map<string, number>()
  /** Requests for a slot that nobody waits for. */
  readonly #patient = new Set<Patient>()
  /** Texts that providers have, in the order in which they were given. */
  readonly #given = new Set<Patient>()
  readonly #hastened = new LRUCache<string, true>(HASTENED)
  readonly #latency: Histogram<'provider' | 'outcome'>
  readonly #sound: Counter<'provider'>

  constructor(providers: SpeechProviders, options: SpeakerOptions) {
    this.#providers = providers
    this.#options = options
    for (const provider of providers.list) {
      // No jobs are taken for it.
      if (provider.slots?.limit === 0) continue
      this.#slots.set(
        provider.name,
        provider.slots
          ? new SpeechSlots(provider.slots.limit, provider.slots)
          : new SpeechSlots(provider.cpuBound ? options.threads : options.remoteConcurrency, {
              spareForLong: provider.cpuBound,
            }),
      )
    }
    this.#latency = new Histogram({
      name: 'speech_duration_seconds',
      help: 'Time a provider took for one text, by outcome.',
      labelNames: ['provider', 'outcome'] as const,
      buckets: [0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 30],
      registers: [options.metrics],
    })
    this.#sound = new Counter({
      name: 'speech_audio_seconds_total',
      help: 'Seconds of sound that a provider spoke.',
      labelNames: ['provider'] as const,
      registers: [options.metrics],
    })
  }

  /** Jobs to take from the queue at once. */
  get concurrency(): number {
    return [...this.#slots.values()].reduce((sum, { capacity }) => sum + capacity + TAKEN_AHEAD, 0)
  }

  /** Texts that each provider may speak at once here, and does. */
  get lanes(): { provider: string; all: number; busy: number }[] {
    return [...this.#slots].map(([name, { capacity }]) => {
      const given = [...this.#given].filter(({ provider }) => provider.name === name)
      return { provider: name, all: capacity, busy: Math.min(capacity, given.length) }
    })
  }

  /**
   * PermanentFailure when another attempt cannot help; Postponed while the provider is not ready or rests, and for a long text while
   * others wait already: it must not keep a short text from being taken. Else a SpeechError.
   */
  async speak(request: SpeakRequest): Promise<Clip> {
    let provider: SpeechProvider
    try {
      provider = this.#providers.providerOf(request.voiceId)
    } catch (error) {
      throw toFailure(error)
    }
    const { priority } = request
    const long = isLong(request.text)
    const awaited = isAwaited(priority)
    await this.#requireReady(provider, awaited)
    const leaving = new AbortController()
    const { jobId } = request
    const hastening = new AbortController()
    const patient: Patient = {
      jobId,
      priority,
      long,
      provider,
      leave: () => leaving.abort(new GaveWay()),
      hasten: (to) => hastening.abort((patient.priority = to)),
    }
    if (!awaited && this.#hastened.delete(jobId)) throw new Postponed(0, 'somebody began to wait for it')
    if (!awaited) this.#patient.add(patient)
    const signal = AbortSignal.any([request.signal, leaving.signal])
    const waiting = beginSpan('wait for a slot', { attributes: { 'andscene.provider': provider.name } })
    try {
      return await this.#slots.get(provider.name)!.run({ priority, long, awaited, signal }, async () => {
        waiting?.end()
        this.#patient.delete(patient)
        this.#given.add(patient)
        patient.givenAt = Date.now()
        // Asked once more: who waited for a slot may have waited while the provider refused another.
        await this.#requireReady(provider, awaited)
        const rest = (this.#restUntil.get(provider.name) ?? 0) - Date.now()
        if (rest > 0) throw new Postponed(rest, `${provider.name} asked to wait`)
        return this.#timed(provider, { ...request, patient: !awaited, signal, hastened: hastening.signal })
      })
    } catch (error) {
      if (error instanceof GaveWay) throw new Postponed(0, error.message)
      if (!(error instanceof Crowded)) throw error
      const delayMs = this.#comeAgain.after({ awaited, now: Date.now() })
      throw new Postponed(delayMs, error.message)
    } finally {
      waiting?.end()
      this.#patient.delete(patient)
      this.#given.delete(patient)
    }
  }

  /** A voice that is still to come costs no attempt, and one that will never come none but the first. */
  async #requireReady(provider: SpeechProvider, awaited: boolean): Promise<void> {
    const readiness = (await provider.readiness?.()) ?? 'ready'
    if (readiness === 'ready') return
    if ('never' in readiness) throw new PermanentFailure(readiness.never)
    throw new Postponed(this.#comeAgain.whenReady({ awaited, now: Date.now() }), readiness.later)
  }

  /**
   * Somebody waits for a clip that is in the queue: of those that were taken, are not spoken yet and that nobody waits for,
   * the one that is needed last goes back, so that there is room to take it.
   */
  giveWay(): void {
    const last = [...this.#patient].toSorted((a, b) => b.priority - a.priority)[0]
    last?.leave()
  }

  /**
   * Somebody waits for this clip, whose job was taken when nobody did. Where it waits for a slot it goes back, and is taken
   * at the rank that it has by now. What is spoken goes on at that rank, unless its head (`hearing`) is heard sooner begun
   * anew than the whole.
   */
  hasten({ jobId, priority }: Rank, hearing: Hearing | undefined): void {
    const isThis = (one: Patient) => one.jobId === jobId
    const given = [...this.#given].find(isThis)
    if (!given) {
      const waiting = [...this.#patient].find(isThis)
      if (waiting) waiting.leave()
      else this.#hastened.set(jobId, true)
      return
    }
    if (!given.provider.atOnce || isAwaited(given.priority)) return
    const isSoon = hearing !== undefined && hearing.dueAt < Date.now() + SOON_MS
    const loses =
      isSoon && !given.long && this.#isSpoken(given) && Date.now() - given.givenAt! > JUST_BEGUN_MS
    if (isSoon && !loses) given.leave()
    else given.hasten(priority)
  }

  /** As far as is known here: the provider may speak for others, too. */
  #isSpoken(given: Patient): boolean {
    const { provider } = given
    return [...this.#given]
      .filter((other) => other.provider === provider)
      .slice(0, provider.atOnce)
      .includes(given)
  }

  async #timed(
    provider: SpeechProvider,
    { signal, ...request }: SpeakRequest & Pick<SynthesisRequest, 'hastened' | 'patient'>,
  ): Promise<Clip> {
    const limitMs = Math.max(this.#options.limitMs, provider.partLimitMs ?? 0)
    const limit = new AbortController()
    const giveUp = () => limit.abort(new DOMException('nothing came in time', 'TimeoutError'))
    let timer = setTimeout(giveUp, limitMs)
    const onPart = () => {
      clearTimeout(timer)
      timer = setTimeout(giveUp, limitMs)
    }
    const observe = this.#latency.startTimer({ provider: provider.name })
    try {
      const attributes = { 'andscene.provider': provider.name, 'andscene.voice': request.voiceId }
      const clip = await traced('speak', { attributes }, () =>
        provider.synthesise({
          ...request,
          ...(provider.partLimitMs === undefined ? {} : { onPart }),
          signal: AbortSignal.any([signal, limit.signal]),
        }),
      )
      const seconds = observe({ outcome: 'ok' })
      this.#sound.inc({ provider: provider.name }, clip.durationMs / 1_000)
      this.#restUntil.delete(provider.name)
      if (isLong(request.text)) this.#comeAgain.took(seconds * 1_000)
      return clip
    } catch (error) {
      const failure =
        limit.signal.aborted && !signal.aborted
          ? new SpeechError('timeout', `${provider.name} took longer than ${limitMs} ms`, {
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
    } finally {
      clearTimeout(timer)
    }
  }
}

function toFailure(error: unknown): unknown {
  return error instanceof SpeechError && !error.retryable ? new SpeechFailedForGood(error) : error
}

/** A speech failure that no retry heals, e.g. text that cannot be spoken or a refused key. */
class SpeechFailedForGood extends PermanentFailure {
  constructor(cause: SpeechError) {
    super(cause.reason)
    this.cause = cause
  }
}
