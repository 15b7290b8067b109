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
import { AwaitedJob, type AwaitedJobParts, JobEndings, type JobEnding } from './awaited-job.ts'
import type { AwaitedMetrics, AwaitedOutcome } from './awaited-metrics.ts'

/** Retries of a dropped job, e.g. when the cache is cleared meanwhile. */
const RETRIES = 2
/** Limit of the estimated engine time for a first head (ms), so that the shorter of two short texts goes first. */
const FIRST_HEAD_MS = 4_000
/** Time of a response and the next request on a slow connection (ms). */
const RETURN_DELAY_MS = 1_000

type ClipRequestsParts = AwaitedJobParts & {
  events: QueueEvents
  heads: Heads
  engineShares: EngineShares
  log: FastifyBaseLogger
  metrics: AwaitedMetrics
}

/** A client can start with a head of the clip that is longer than `beyondMs`. */
export type HeadRequest = Hearing & { beyondMs: number }

type EnsureOptions = {
  uid: string
  shares: readonly Share[]
  requestId: string
  estimateMs: number
  wanted: boolean
  timeoutMs: number
  head?: HeadRequest | undefined
  signal: AbortSignal
}

/** Requests clips ahead of planned ones. Requests for one clip share its job; the last client to leave cancels it. */
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

  /** Resolves when the clip is stored, or with a head. Throws HttpErrors; after a timeout the clip is still made. */
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
        'Too many clips are being generated for you. Please wait a moment.',
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
      if (head) await heads.request(awaited.jobId, { dueAt: head.dueAt, rate: head.rate })
      const until = AbortSignal.any([signal, late.signal])
      const made = await this.#untilStored(awaited, { until, deadline, head })
      if ('begun' in made) {
        this.#leaveForNow(waiter, awaited, returnsWithinMs(made.begun, head!))
        return made.begun
      }
      this.#leave(waiter, () => Promise.all([waiters.leave(waiter), settle(made.tookMs ?? estimateMs)]))
      return undefined
    } catch (error) {
      const isLate = error instanceof HttpError && (error.code === 'UNAVAILABLE' || error.code === 'AWAY')
      // The signal also aborts after the response was sent.
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

  /** Renews leases, and restores lost jobs, lost events and ranks that a plan has changed. */
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

  /** Runs in the background; an entry that could not be removed expires. */
  #leave(waiter: Waiter, leave: () => Promise<unknown>): void {
    this.#present.delete(waiter)
    leave().catch((error: unknown) =>
      this.#parts.log.warn({ err: error, jobId: waiter.jobId }, 'waiter not removed'),
    )
  }

  /** The client is expected to return for the rest of the clip or a retry; until then the job is low-priority. */
  #leaveForNow(waiter: Waiter, awaited: AwaitedJob, withinMs?: number): void {
    this.#leave(waiter, async () => {
      await this.#parts.waiters.leaveForNow(waiter, withinMs)
      await awaited.rest()
    })
  }

  /** Looks for a head after adding the job: its event may have been sent before. */
  async #put(awaited: AwaitedJob, headRequest: HeadRequest | undefined): Promise<'head' | undefined> {
    await awaited.put()
    const found = await this.#find(awaited, headRequest).catch(() => undefined)
    return found && 'head'
  }

  async #find({ jobId }: AwaitedJob, headRequest: HeadRequest | undefined): Promise<ClipHead | undefined> {
    return headRequest && this.#parts.heads.find(jobId, headRequest.beyondMs)
  }

  /** Resolves with a long enough head if one is ready before the whole clip, else with the clip's engine time. */
  async #untilStored(
    awaited: AwaitedJob,
    { head: headRequest, ...wait }: { until: AbortSignal; deadline: number; head: HeadRequest | undefined },
  ): Promise<{ begun: ClipHead } | { tookMs: number | undefined }> {
    const head = headRequest !== undefined
    for (let dropped = 0; dropped <= RETRIES;) {
      const news = await this.#endings.next(awaited.jobId, { ...wait, head }, () =>
        this.#put(awaited, headRequest),
      )
      if (typeof news === 'object' && 'stored' in news) return news.stored
      if (news === 'head') {
        const found = await this.#find(awaited, headRequest)
        // Otherwise the head is too short or lost, so wait for the next one.
        if (found) return { begun: found }
      } else if (news === 'dropped') dropped += 1
      else throw toHttpError(news)
    }
    throw unavailable('The audio was cleared while it was being generated')
  }
}

/** Time (ms) within which the client returns: before it has played the head to its end. */
const returnsWithinMs = ({ durationMs }: ClipHead, { dueAt, rate }: HeadRequest): number =>
  Math.min(Math.max(0, dueAt - Date.now()) + durationMs / rate + RETURN_DELAY_MS, CLIENT_CLIP_MS)

function outcomeOf(error: unknown): AwaitedOutcome {
  if (!(error instanceof HttpError)) return 'failed'
  if (error.code === 'TOO_MANY_REQUESTS') return 'refused'
  return error.code === 'UNAVAILABLE' || error.code === 'AWAY' ? 'late' : 'failed'
}

function toHttpError(ending: Exclude<JobEnding, string | { stored: object }>): HttpError {
  if ('nextAttemptAt' in ending)
    return new HttpError('UNAVAILABLE', 'The audio cannot be generated right now', {
      retryAfter: (ending.nextAttemptAt - Date.now()) / 1_000,
    })
  return isBadInput(ending.failed)
    ? new HttpError('VALIDATION', 'This voice cannot speak this text', { cause: ending.failed })
    : new HttpError('SPEECH_FAILED', 'The speech of this text failed', { cause: ending.failed })
}
