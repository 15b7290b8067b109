import { MAX_REQUEUE_DELAY_MS } from '@andscene/contracts/deadlines'
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

export type SpeakerOptions = {
  /** Concurrent texts on this machine's processors. */
  threads: number
  /** Concurrent requests to each remote provider. */
  remoteConcurrency: number
  /** Time limit for one text (product §9), in ms. */
  limitMs: number
  metrics: Registry
}

/** Jobs per provider beyond its lanes: more would wait here, where the queue cannot reorder them. */
const TAKEN_AHEAD = 1

/** A client without anything to play within this time (ms) waits for a head, others for the whole clip. */
const SOON_MS = 1_500

/** The reasons with which the speaker aborts an attempt; others come from the job and the work queue. */
const RESTART = new Error('restarted with heads')
const TIMEOUT = new DOMException('no audio in time', 'TimeoutError')

export type SpeakRequest = Pick<SynthesisRequest, 'voiceId' | 'text' | 'delivery' | 'sounds' | 'onHead'> & {
  /** May change at any time. */
  urgency: Urgency
  /** How a client plays heads of the text, if one does; called when a client starts to wait. */
  hearing?: (() => Promise<Hearing | undefined>) | undefined
  signal: AbortSignal
}

/** Speaks within the limits of each provider. Pauses a throttling provider for its Retry-After. */
export class Speaker {
  readonly #providers: SpeechProviders
  readonly #options: SpeakerOptions
  readonly #queues = new Map<string, WorkQueue>()
  readonly #requeueDelays = new RequeueDelays()
  readonly #restUntil = new Map<string, number>()
  readonly #latency: Histogram<'provider' | 'outcome'>
  readonly #sound: Counter<'provider'>

  constructor(providers: SpeechProviders, options: SpeakerOptions) {
    this.#providers = providers
    this.#options = options
    for (const { name, slots, cpuBound } of providers.list) {
      // The worker takes no jobs for it.
      if (slots?.limit === 0) continue
      const limit = cpuBound ? options.threads : options.remoteConcurrency
      this.#queues.set(name, new WorkQueue(slots ?? { limit, spareForLong: cpuBound }))
    }
    this.#latency = new Histogram({
      name: 'speech_duration_seconds',
      help: 'Time of a provider to synthesize one text, by outcome.',
      labelNames: ['provider', 'outcome'] as const,
      buckets: [0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 30],
      registers: [options.metrics],
    })
    this.#sound = new Counter({
      name: 'speech_audio_seconds_total',
      help: 'Seconds of audio that a provider synthesized.',
      labelNames: ['provider'] as const,
      registers: [options.metrics],
    })
  }

  /** The number of jobs to take from the queue. */
  get concurrency(): number {
    return [...this.#queues.values()].reduce((sum, { capacity }) => sum + capacity + TAKEN_AHEAD, 0)
  }

  /** Concurrent texts of each provider, and their limit. */
  get lanes(): { provider: string; all: number; busy: number }[] {
    return [...this.#queues].map(([provider, { capacity, running }]) => ({
      provider,
      all: capacity,
      busy: running,
    }))
  }

  /** Throws PermanentFailure, Postponed while the provider is not ready, paused or full, or else a SpeechError. */
  async speak(request: SpeakRequest): Promise<Clip> {
    const { urgency, text, signal, voiceId } = request
    const provider = failingPermanently(() => this.#providers.providerOf(voiceId))
    await this.#requireReady(provider, urgency)
    const waiting = beginSpan('wait for a slot', { attributes: { 'andscene.provider': provider.name } })
    const run = async (ended: AbortSignal) => {
      waiting?.end()
      // Checked again: the provider may have throttled another text while this one waited.
      await this.#requireReady(provider, urgency)
      const rest = (this.#restUntil.get(provider.name) ?? 0) - Date.now()
      if (rest > 0) throw new Postponed(rest, `${provider.name} asked to wait`)
      return this.#restartForHeads(provider, { ...request, signal: ended })
    }
    try {
      return await this.#queues.get(provider.name)!.add({ urgency, long: isLong(text), signal, run })
    } catch (error) {
      if (!(error instanceof Crowded)) throw error
      throw new Postponed(
        this.#requeueDelays.after({ awaited: urgency.isAwaited, now: Date.now() }),
        error.message,
      )
    } finally {
      waiting?.end()
    }
  }

  /** A voice that is not ready yet costs no attempt; one that will never be ready costs one. */
  async #requireReady(provider: SpeechProvider, { isAwaited: awaited }: Need): Promise<void> {
    const readiness = (await provider.readiness?.()) ?? 'ready'
    if (readiness === 'ready') return
    if ('never' in readiness) throw new PermanentFailure(readiness.never)
    throw new Postponed(this.#requeueDelays.whenReady({ awaited, now: Date.now() }), readiness.later)
  }

  /** Returns the least urgent waiting text to the queue, to make room for a queued clip of this urgency. */
  giveWay(need: Pick<Need, 'priority'>): void {
    const waiting = [...this.#queues.values()].flatMap((queue) => queue.lastBehind(need) ?? [])
    const [last] = waiting.toSorted((a, b) => b.urgency.priority - a.urgency.priority)
    last?.leave(new Postponed(0, 'a more urgent clip needs its place'))
  }

  /** Restarts a text with heads when a client with nothing else to play starts to wait, as a head is ready sooner. */
  async #restartForHeads(provider: SpeechProvider, request: SpeakRequest): Promise<Clip> {
    const { urgency, hearing: heardBy, onHead, ...rest } = request
    for (;;) {
      const hearing = urgency.isAwaited ? await heardBy?.() : undefined
      const stop = new AbortController()
      const restartIfHeard = async () => {
        if (!urgency.isAwaited) return
        const now = await heardBy?.().catch(() => undefined)
        if (now && now.dueAt < Date.now() + SOON_MS) stop.abort(RESTART)
      }
      const change = () => void restartIfHeard()
      if (provider.tellsHeads && !hearing) urgency.on('change', change)
      try {
        return await this.#attempt(provider, stop, { ...rest, urgency, ...(hearing && { hearing, onHead }) })
      } catch (error) {
        if (stop.signal.reason !== RESTART || request.signal.aborted) throw error
      } finally {
        urgency.off('change', change)
      }
    }
  }

  /** One synthesis, measured and with a time limit; `stop` aborts it. */
  async #attempt(
    provider: SpeechProvider,
    stop: AbortController,
    request: SynthesisRequest & { signal: AbortSignal },
  ): Promise<Clip> {
    const { name, partLimitMs } = provider
    const limitMs = Math.max(this.#options.limitMs, partLimitMs ?? 0)
    const timer = setTimeout(() => stop.abort(TIMEOUT), limitMs)
    const observe = this.#latency.startTimer({ provider: name })
    try {
      const attributes = { 'andscene.provider': name, 'andscene.voice': request.voiceId }
      const clip = await traced('speak', { attributes }, () =>
        provider.synthesise({
          ...request,
          ...(partLimitMs !== undefined && { onPart: () => void timer.refresh() }),
          signal: AbortSignal.any([request.signal, stop.signal]),
        }),
      )
      const seconds = observe({ outcome: 'ok' })
      this.#sound.inc({ provider: name }, clip.durationMs / 1_000)
      this.#restUntil.delete(name)
      if (isLong(request.text)) this.#requeueDelays.took(seconds * 1_000)
      return { tookMs: seconds * 1_000, ...clip }
    } catch (cause) {
      const isLate = stop.signal.reason === TIMEOUT && !request.signal.aborted
      const error = isLate
        ? new SpeechError('timeout', `${name} took longer than ${limitMs} ms`, { cause })
        : cause
      observe({ outcome: error instanceof SpeechError ? error.kind : 'error' })
      if (error instanceof SpeechError && error.kind === 'throttled' && error.retryAfterMs !== undefined)
        this.#restUntil.set(name, Date.now() + error.retryAfterMs)
      throw toFailure(error)
    } finally {
      clearTimeout(timer)
    }
  }
}

function failingPermanently<T>(work: () => T): T {
  try {
    return work()
  } catch (error) {
    throw toFailure(error)
  }
}

/** Converts a speech error that retries cannot fix, e.g. a rejected key, to a PermanentFailure. */
function toFailure(error: unknown): unknown {
  if (!(error instanceof SpeechError) || error.retryable) return error
  return Object.assign(new PermanentFailure(error.reason), { cause: error })
}

/** Assumed duration of a long text before the first measurement (ms). */
const FIRST_GUESS_MS = 2_000
const WEIGHT = 0.25
const AWAITED_MS = 500
/** Delay of the first text of a voice that is not ready (ms). */
const SOONEST_LOOK_MS = 5_000
/** Additional delay of each further text (ms), so that a full queue causes little load. */
const LOOKS_APART_MS = 25
/** Longest delay (ms). */
const LATEST_LOOK_MS = 60_000

/** Delays of texts without a slot: short for awaited texts, else by the rate of speech. */
export class RequeueDelays {
  #average = FIRST_GUESS_MS
  #next = 0
  #nextLook = 0

  took(ms: number): void {
    this.#average += (ms - this.#average) * WEIGHT
  }

  after({ awaited, now }: { awaited: boolean; now: number }): number {
    // With jitter, so that they do not all return at the same time.
    if (awaited) return AWAITED_MS * (1 + Math.random())
    this.#next = Math.min(Math.max(this.#next, now) + this.#average, now + MAX_REQUEUE_DELAY_MS)
    return this.#next - now
  }

  whenReady({ awaited, now }: { awaited: boolean; now: number }): number {
    // Another worker may be ready.
    if (awaited) return AWAITED_MS * (1 + Math.random())
    this.#nextLook = Math.max(this.#nextLook, now + SOONEST_LOOK_MS) + LOOKS_APART_MS
    if (this.#nextLook <= now + LATEST_LOOK_MS) return this.#nextLook - now
    this.#nextLook = now + LATEST_LOOK_MS
    return LATEST_LOOK_MS * (1 - Math.random() / 2)
  }
}
