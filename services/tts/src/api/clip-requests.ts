import { CLIENT_CLIP_MS } from '@andscene/contracts/deadlines'
import { clipJobId, type LineAudioJob } from '@andscene/contracts/queues'
import { HttpError, unavailable } from '@andscene/service-kit/http-error'
import type { Share } from '@andscene/service-kit/shares'
import { traced } from '@andscene/service-kit/tracing/spans'
import type { QueueEvents } from 'bullmq'
import type { FastifyBaseLogger } from 'fastify'
import { awaitedRank } from '../pipeline/priorities.ts'
import type { EngineShares } from '../pipeline/engine-shares.ts'
import type { Heads } from '../pipeline/heads.ts'
import type { Waiter } from '../pipeline/waiters.ts'
import { isBadInput, type ClipHead, type Hearing } from '../speech/provider.ts'
import { AwaitedJob, type AwaitedJobParts } from './awaited-job.ts'
import type { AwaitedMetrics, AwaitedOutcome } from './awaited-metrics.ts'
import { JobEndings, type JobEnding } from './job-endings.ts'

/** A job whose work was dropped (cache cleared meanwhile) is asked for anew this often. */
const ASKED_ANEW = 2
/** The first head of a long text takes no more of an engine than this; of two short ones the shorter goes first. */
const FIRST_HEAD_MS = 4_000
/** What the response and the next request of a client take on a slow connection. */
const COMES_LATE_MS = 1_000

export type ClipRequestsParts = AwaitedJobParts & {
  events: QueueEvents
  heads: Heads
  engineShares: EngineShares
  log: FastifyBaseLogger
  metrics: AwaitedMetrics
}

/** A client can begin with a head of the clip that is longer than `beyondMs`. */
export type HeadWish = Hearing & { beyondMs: number }

export type EnsureOptions = {
  /** Who asks, and what that counts under (decision 0063). */
  uid: string
  shares: readonly Share[]
  requestId: string
  /** Time of an engine that the text takes, as a rule (ms). */
  estimateMs: number
  /** The script's narration wants this clip anyway. */
  wanted: boolean
  timeoutMs: number
  head?: HeadWish | undefined
  /** Aborts when the client is gone. */
  signal: AbortSignal
}

/**
 * Has clips made now and waits for them, before all that is planned. Requests for a clip in flight join it; when the last
 * of them is gone, it is cancelled. People take turns: the more of the engines a person has asked for, the later the next
 * clip comes.
 */
export class ClipRequests {
  readonly #parts: ClipRequestsParts
  readonly #endings: JobEndings
  readonly #present = new Map<Waiter, AwaitedJob>()
  readonly #renewal: NodeJS.Timeout

  constructor(parts: ClipRequestsParts) {
    this.#parts = parts
    this.#endings = new JobEndings(parts.events)
    this.#renewal = setInterval(() => {
      this.#renew().catch((error: unknown) => parts.log.warn({ err: error }, 'waiters not renewed'))
    }, parts.waiters.renewEveryMs)
  }

  /**
   * Resolves when the clip is stored; with a head as soon as one that is long enough is there and the rest is still being
   * made: the client asks again for more. TOO_MANY_REQUESTS when this person has too many other clips in flight. VALIDATION
   * when the voice has no sound for the text, SPEECH_FAILED when it cannot be made; AWAY while the queue is away; UNAVAILABLE
   * when the clip is not ready or not tried again in time: the job goes on, and asking again joins it. The reason of an
   * aborted signal.
   */
  async ensure(job: LineAudioJob, options: EnsureOptions): Promise<ClipHead | undefined> {
    const ended = this.#parts.metrics.begin(options.head)
    const attributes = { 'messaging.message.id': clipJobId(job) }
    try {
      const begun = await traced('wait for the clip', { attributes }, () => this.#ensure(job, options))
      ended(begun ? 'head' : 'whole')
      return begun
    } catch (error) {
      ended(options.signal.aborted ? 'gone' : outcomeOf(error))
      throw error
    }
  }

  async #ensure(job: LineAudioJob, options: EnsureOptions): Promise<ClipHead | undefined> {
    const { uid, shares, requestId, signal, timeoutMs, head, estimateMs } = options
    const { waiters, heads, engineShares } = this.#parts
    signal.throwIfAborted()
    const waiter = { jobId: clipJobId(job), uid, requestId, shares }
    const refused = await waiters.join(waiter)
    if (refused)
      throw new HttpError(
        'TOO_MANY_REQUESTS',
        'Too much audio is being made for you at once. Please wait a moment.',
        refused,
      )
    const begin = Date.now()
    const deadline = begin + timeoutMs
    const aheadMs = await engineShares.reserve(shares, waiter.jobId, estimateMs).catch((error: unknown) => {
      this.#leave(waiter, () => waiters.leave(waiter))
      throw error
    })
    const late = new AbortController()
    const leftMs = Math.max(0, deadline - Date.now())
    const timer = setTimeout(() => late.abort(unavailable('The audio is not ready yet')), leftMs)
    const isFirstHead = head !== undefined && head.beyondMs === 0
    const ownMs = isFirstHead ? Math.min(estimateMs, FIRST_HEAD_MS) : estimateMs
    const awaited = new AwaitedJob(this.#parts, job, awaitedRank(aheadMs + ownMs))
    const settle = (tookMs: number) => engineShares.settle(shares, waiter.jobId, tookMs)
    this.#present.set(waiter, awaited)
    try {
      if (head) await heads.want(awaited.jobId, { dueAt: head.dueAt, rate: head.rate })
      const until = AbortSignal.any([signal, late.signal])
      const made = await this.#untilStored(awaited, { until, deadline, head })
      if ('begun' in made) {
        this.#leaveForNow(waiter, awaited, comesWithin(made.begun, head!))
        return made.begun
      }
      this.#leave(waiter, () => Promise.all([waiters.leave(waiter), settle(made.tookMs ?? estimateMs)]))
      return undefined
    } catch (error) {
      const isLate = error instanceof HttpError && (error.code === 'UNAVAILABLE' || error.code === 'AWAY')
      // Its signal aborts also when the response was sent.
      const hasLeft = signal.aborted
      if (isLate && !hasLeft) this.#leaveForNow(waiter, awaited)
      else
        this.#leave(waiter, async () => {
          const isLast = await waiters.leave(waiter)
          await settle(Math.min(estimateMs, Date.now() - begin))
          if (hasLeft && isLast) await awaited.giveBack(options.wanted ? job.scriptId : undefined)
        })
      throw error
    } finally {
      clearTimeout(timer)
    }
  }

  close(): void {
    clearInterval(this.#renewal)
  }

  /**
   * Also the jobs are put again, should the queue have lost them or the news of their ends: what is stored by now ends at
   * once. One that a plan of the same moment has moved back gets its rank again.
   */
  async #renew(): Promise<void> {
    const { waiters, backlog } = this.#parts
    await waiters.renew([...this.#present.keys()])
    const awaited = [...this.#present.values()]
    await backlog.add(awaited.map(({ order }) => order))
    const states = await backlog.states(awaited.map(({ jobId }) => jobId))
    for (const one of awaited) {
      const known = states.get(one.jobId)
      if (known && one.isBehind(known)) await one.put()
    }
  }

  /** The response does not wait for it, and an entry that could not be removed ends by itself. */
  #leave(waiter: Waiter, leave: () => Promise<unknown>): void {
    this.#present.delete(waiter)
    leave().catch((error: unknown) =>
      this.#parts.log.warn({ err: error, jobId: waiter.jobId }, 'a waiter could not leave'),
    )
  }

  /** The client comes again, for the rest of the clip or to try anew: meanwhile it is low-priority work. */
  #leaveForNow(waiter: Waiter, awaited: AwaitedJob, withinMs?: number): void {
    this.#leave(waiter, async () => {
      await this.#parts.waiters.leaveForNow(waiter, withinMs)
      await awaited.rest()
    })
  }

  /** Who joins after a head was told hears nothing of it, and finds it. */
  async #put(awaited: AwaitedJob, wish: HeadWish | undefined): Promise<'head' | undefined> {
    await awaited.put()
    const found = await this.#find(awaited, wish).catch(() => undefined)
    return found && 'head'
  }

  async #find({ jobId }: AwaitedJob, wish: HeadWish | undefined): Promise<ClipHead | undefined> {
    return wish && this.#parts.heads.find(jobId, wish.beyondMs)
  }

  /** A head that is long enough, if there is one before the whole; else the engine's time for the whole. */
  async #untilStored(
    awaited: AwaitedJob,
    { head: wish, ...wait }: { until: AbortSignal; deadline: number; head: HeadWish | undefined },
  ): Promise<{ begun: ClipHead } | { tookMs: number | undefined }> {
    const head = wish !== undefined
    for (let dropped = 0; dropped <= ASKED_ANEW;) {
      const news = await this.#endings.next(awaited.jobId, { ...wait, head }, () => this.#put(awaited, wish))
      if (typeof news === 'object' && 'stored' in news) return news.stored
      if (news === 'head') {
        const found = await this.#find(awaited, wish)
        // One that is too short, or lost: the next one is waited for.
        if (found) return { begun: found }
      } else if (news === 'dropped') dropped += 1
      else throw toHttpError(news)
    }
    throw unavailable('The audio was cleared while it was made')
  }
}

/** A client that hears the head comes again before that is over. */
const comesWithin = ({ durationMs }: ClipHead, { dueAt, rate }: HeadWish): number =>
  Math.min(Math.max(0, dueAt - Date.now()) + durationMs / rate + COMES_LATE_MS, CLIENT_CLIP_MS)

function outcomeOf(error: unknown): AwaitedOutcome {
  if (!(error instanceof HttpError)) return 'failed'
  if (error.code === 'TOO_MANY_REQUESTS') return 'refused'
  return error.code === 'UNAVAILABLE' || error.code === 'AWAY' ? 'late' : 'failed'
}

function toHttpError(ending: Exclude<JobEnding, string | { stored: object }>): HttpError {
  if ('nextAttemptAt' in ending)
    return new HttpError('UNAVAILABLE', 'The audio cannot be made right now', {
      retryAfter: (ending.nextAttemptAt - Date.now()) / 1_000,
    })
  return isBadInput(ending.failed)
    ? new HttpError('VALIDATION', 'This voice cannot speak this text', { cause: ending.failed })
    : new HttpError('SPEECH_FAILED', 'This text could not be spoken', { cause: ending.failed })
}
