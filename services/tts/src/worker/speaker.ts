import { PermanentFailure, Postponed } from '@andscene/service-kit/queue/job-run'
import { beginSpan, traced } from '@andscene/service-kit/tracing/spans'
import { Counter, Histogram, type Registry } from 'prom-client'
import {
  SpeechError,
  type Clip,
  type Hearing,
  type SpeechProvider,
  type SynthesisRequest,
} from '../speech/provider.ts'
import type { SpeechProviders } from '../speech/providers.ts'
import { isLong } from '../speech/text-chunks.ts'
import type { Need, Urgency } from '../speech/urgency.ts'
import { Crowded, WorkQueue } from '../speech/work-queue.ts'
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

/** A client that has nothing to hear within this waits for the head of a clip, others for the whole. */
const SOON_MS = 1_500

export type SpeakRequest = Pick<SynthesisRequest, 'voiceId' | 'text' | 'onHead'> & {
  /** May change at any time. */
  urgency: Urgency
  /** How a client hears the heads of the text, if one wants them; asked when the text is awaited. */
  hearing?: (() => Promise<Hearing | undefined>) | undefined
  signal: AbortSignal
}

/** Speaks under each provider's limits; a provider that asked to wait is left alone for that long. */
export class Speaker {
  readonly #providers: SpeechProviders
  readonly #options: SpeakerOptions
  readonly #queues = new Map<string, WorkQueue>()
  readonly #comeAgain = new ComeAgain()
  readonly #restUntil = new Map<string, number>()
  readonly #latency: Histogram<'provider' | 'outcome'>
  readonly #sound: Counter<'provider'>

  constructor(providers: SpeechProviders, options: SpeakerOptions) {
    this.#providers = providers
    this.#options = options
    for (const { name, slots, cpuBound } of providers.list) {
      // No jobs are taken for it.
      if (slots?.limit === 0) continue
      const limit = cpuBound ? options.threads : options.remoteConcurrency
      this.#queues.set(name, new WorkQueue(slots ?? { limit, spareForLong: cpuBound }))
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
    return [...this.#queues.values()].reduce((sum, { capacity }) => sum + capacity + TAKEN_AHEAD, 0)
  }

  /** Texts that each provider may speak at once here, and does. */
  get lanes(): { provider: string; all: number; busy: number }[] {
    return [...this.#queues].map(([provider, { capacity, running }]) => ({
      provider,
      all: capacity,
      busy: running,
    }))
  }

  /**
   * PermanentFailure when another attempt cannot help; Postponed while the provider is not ready or rests, and for a text
   * whose place a more urgent one needs. Else a SpeechError.
   */
  async speak(request: SpeakRequest): Promise<Clip> {
    let provider: SpeechProvider
    try {
      provider = this.#providers.providerOf(request.voiceId)
    } catch (error) {
      throw toFailure(error)
    }
    const { urgency, text, signal } = request
    await this.#requireReady(provider, urgency)
    const waiting = beginSpan('wait for a slot', { attributes: { 'andscene.provider': provider.name } })
    const run = async (ended: AbortSignal) => {
      waiting?.end()
      // Asked once more: the provider may have refused another text while this one waited.
      await this.#requireReady(provider, urgency)
      const rest = (this.#restUntil.get(provider.name) ?? 0) - Date.now()
      if (rest > 0) throw new Postponed(rest, `${provider.name} asked to wait`)
      return this.#withHeads(provider, { ...request, signal: ended })
    }
    try {
      return await this.#queues.get(provider.name)!.add({ urgency, long: isLong(text), signal, run })
    } catch (error) {
      if (!(error instanceof Crowded)) throw error
      throw new Postponed(
        this.#comeAgain.after({ awaited: urgency.isAwaited, now: Date.now() }),
        error.message,
      )
    } finally {
      waiting?.end()
    }
  }

  /** A voice that is still to come costs no attempt, and one that will never come none but the first. */
  async #requireReady(provider: SpeechProvider, { isAwaited: awaited }: Need): Promise<void> {
    const readiness = (await provider.readiness?.()) ?? 'ready'
    if (readiness === 'ready') return
    if ('never' in readiness) throw new PermanentFailure(readiness.never)
    throw new Postponed(this.#comeAgain.whenReady({ awaited, now: Date.now() }), readiness.later)
  }

  /** A clip of this urgency is in the queue and all jobs that this process may take are taken: the last one that waits goes back. */
  giveWay(need: Pick<Need, 'priority'>): void {
    const waiting = [...this.#queues.values()].flatMap((queue) => queue.lastBehind(need) ?? [])
    const [last] = waiting.toSorted((a, b) => b.urgency.priority - a.urgency.priority)
    last?.leave(new Postponed(0, 'a more urgent clip needs its place'))
  }

  /**
   * A text that a client begins to wait for while the provider has it is begun anew with heads when the client has nothing
   * else to hear: the first head is there sooner than the whole.
   */
  async #withHeads(provider: SpeechProvider, request: SpeakRequest): Promise<Clip> {
    const { urgency, hearing: wish, onHead, signal, ...rest } = request
    for (;;) {
      const hearing = urgency.isAwaited ? await wish?.() : undefined
      const anew = new AbortController()
      const look = async () => {
        if (!urgency.isAwaited) return
        const now = await wish?.().catch(() => undefined)
        if (now && now.dueAt < Date.now() + SOON_MS) anew.abort(new Error('begun anew with heads'))
      }
      const change = () => void look()
      if (provider.tellsHeads && !hearing) urgency.on('change', change)
      try {
        return await this.#timed(provider, {
          ...rest,
          urgency,
          ...(hearing && { hearing, onHead }),
          signal: AbortSignal.any([signal, anew.signal]),
        })
      } catch (error) {
        if (!anew.signal.aborted || signal.aborted) throw error
      } finally {
        urgency.off('change', change)
      }
    }
  }

  async #timed(
    provider: SpeechProvider,
    { signal, ...request }: SynthesisRequest & { signal: AbortSignal },
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
      return { tookMs: seconds * 1_000, ...clip }
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
