import { clipJobId, type LineAudioJob } from '@andscene/contracts/queues'
import { HttpError, unavailable } from '@andscene/service-kit/http-error'
import type { QueueEvents } from 'bullmq'
import type { FastifyBaseLogger } from 'fastify'
import type { Backlog } from '../pipeline/backlog.ts'
import { awaitedRank, isAwaited, windowRank } from '../pipeline/priorities.ts'
import type { Waiter, Waiters } from '../pipeline/waiters.ts'

/** How a job ended, as its events tell. */
type Ending = 'stored' | 'dropped' | { failed: string } | { nextAttemptAt: number }

/** A job whose work was dropped (cache cleared meanwhile) is asked for anew this often. */
const ASKED_ANEW = 2

/** Where a clip that its script wants goes on when it was taken already and is handed back: with those heard next. */
const WANTED_ANYWAY = windowRank(Infinity)

export type ClipRequestsParts = {
  backlog: Backlog
  events: QueueEvents
  waiters: Waiters
  /** Has a script planned again. */
  replan(scriptId: string): Promise<void>
  log: FastifyBaseLogger
}

export type EnsureOptions = {
  /** Who asks. */
  uid: string
  requestId: string
  /** The script's narration wants this clip anyway. */
  wanted: boolean
  timeoutMs: number
  /** Aborts when the client is gone. */
  signal: AbortSignal
}

/** A request's clip: where it stands among those that are awaited, and where it stood before as planned. */
type Place = { jobId: string; rank: number; plannedRank?: number | undefined }

/**
 * Has clips made now and waits for them: the same job as the planner's, before all that is planned. Requests for a clip
 * that is on its way join it; when the last of them is gone, nobody makes it any more. People take turns: the more
 * clips a person has in flight, the later the next one comes.
 */
export class ClipRequests {
  readonly #backlog: Backlog
  readonly #waiters: Waiters
  readonly #replan: ClipRequestsParts['replan']
  readonly #log: FastifyBaseLogger
  readonly #waiting = new Map<string, Set<(ending: Ending) => void>>()
  readonly #present = new Set<Waiter>()
  readonly #renewal: NodeJS.Timeout

  constructor({ backlog, events, waiters, replan, log }: ClipRequestsParts) {
    this.#backlog = backlog
    this.#waiters = waiters
    this.#replan = replan
    this.#log = log
    this.#renewal = setInterval(() => {
      waiters
        .renew([...this.#present])
        .catch((error: unknown) => log.warn({ err: error }, 'waiters not renewed'))
    }, waiters.renewEveryMs)
    events.on('completed', ({ jobId, returnvalue }) =>
      this.#end(jobId, (returnvalue as { outcome?: string })?.outcome === 'dropped' ? 'dropped' : 'stored'),
    )
    events.on('failed', ({ jobId, failedReason }) => this.#end(jobId, { failed: failedReason }))
    // One that had failed is removed only to be put anew.
    events.on('removed', ({ jobId, prev }) => prev !== 'failed' && this.#end(jobId, 'dropped'))
    events.on('delayed', ({ jobId, delay }) => this.#end(jobId, { nextAttemptAt: Number(delay) }))
    events.on('error', () => {})
  }

  /**
   * Resolves when the clip is stored. TOO_MANY_REQUESTS when this person has too many other clips in flight. SPEECH_FAILED
   * when it cannot be made; UNAVAILABLE while the queue is away, and when the clip is not ready or not tried again in
   * time: the job goes on, and asking again joins it. The reason of an aborted signal.
   */
  async ensure(job: LineAudioJob, options: EnsureOptions): Promise<void> {
    const { uid, requestId, signal, timeoutMs } = options
    signal.throwIfAborted()
    const waiter = { jobId: clipJobId(job), uid, requestId }
    const joined = await this.#waiters.join(waiter)
    if ('retryAfter' in joined)
      throw new HttpError(
        'TOO_MANY_REQUESTS',
        'Too much audio is being made for you at once. Please wait a moment.',
        joined,
      )
    const deadline = Date.now() + timeoutMs
    const late = new AbortController()
    const timer = setTimeout(() => late.abort(unavailable('The audio is not ready yet')), timeoutMs)
    const place: Place = { jobId: waiter.jobId, rank: awaitedRank(joined.others) }
    this.#present.add(waiter)
    try {
      await this.#untilStored(job, place, AbortSignal.any([signal, late.signal]), deadline)
      this.#leave(waiter, () => this.#waiters.leave(waiter))
    } catch (error) {
      this.#leave(waiter, () => {
        if (signal.aborted) return this.#abandon(waiter, place, options.wanted ? job.scriptId : undefined)
        return error instanceof HttpError && error.code === 'UNAVAILABLE'
          ? this.#waiters.leaveForNow(waiter)
          : this.#waiters.leave(waiter)
      })
      throw error
    } finally {
      clearTimeout(timer)
    }
  }

  close(): void {
    clearInterval(this.#renewal)
  }

  /** The answer does not wait for it, and an entry that could not be removed ends by itself. */
  #leave(waiter: Waiter, leave: () => Promise<unknown>): void {
    this.#present.delete(waiter)
    leave().catch((error: unknown) =>
      this.#log.warn({ err: error, jobId: waiter.jobId }, 'a waiter could not leave'),
    )
  }

  /** The client is gone: what nobody else waits for is not made now, and at all only if a script wants it (`wantedBy`). */
  async #abandon(
    waiter: Waiter,
    { jobId, rank, plannedRank }: Place,
    wantedBy: string | undefined,
  ): Promise<void> {
    if (!(await this.#waiters.leave(waiter))) return
    if (plannedRank !== undefined) {
      await this.#backlog.rank([{ jobId, priority: plannedRank }])
      // Who came in between found it at the rank of what is awaited.
      if (await this.#waiters.any(jobId)) return this.#backlog.rank([{ jobId, priority: rank }])
    } else if (await this.#backlog.drop(jobId)) {
      // Its place among all others is for the plan to say: asking for clips and leaving must not put them in front.
      if (wantedBy !== undefined) await this.#replan(wantedBy)
      return
    } else if (wantedBy !== undefined) await this.#backlog.rank([{ jobId, priority: WANTED_ANYWAY }])
    // It may run already; the worker knows whether its script wants it.
    await this.#waiters.announceAbandoned(jobId)
  }

  async #untilStored(job: LineAudioJob, place: Place, until: AbortSignal, deadline: number): Promise<void> {
    for (let asked = 0; ; asked += 1) {
      const ending = await this.#ask(job, place, until, deadline)
      if (ending === 'stored') return
      if (typeof ending === 'object')
        throw 'failed' in ending
          ? new HttpError('SPEECH_FAILED', 'This text could not be spoken', { cause: ending.failed })
          : new HttpError('UNAVAILABLE', 'The audio cannot be made right now', {
              retryAfter: (ending.nextAttemptAt - Date.now()) / 1_000,
            })
      if (asked === ASKED_ANEW) throw unavailable('The audio was cleared while it was made')
    }
  }

  async #ask(job: LineAudioJob, place: Place, until: AbortSignal, deadline: number): Promise<Ending> {
    const { ending, forget } = this.#listen(place.jobId, until, deadline)
    try {
      await this.#put(job, place)
      return await ending
    } finally {
      forget()
    }
  }

  /** The job is in the queue at its rank or a better one, whatever it was before. */
  async #put(job: LineAudioJob, place: Place): Promise<void> {
    const { jobId, rank } = place
    const order = { job, priority: rank }
    const known = (await this.#backlog.states([jobId])).get(jobId)
    if (known?.failedAt !== undefined) return this.#backlog.retry([order])
    if (known && !isAwaited(known.priority)) place.plannedRank = known.priority
    if (known && known.priority > rank) await this.#backlog.rank([{ jobId, priority: rank }])
    if (known) await this.#backlog.hasten(jobId)
    // Also when it was known: it may have ended between the question and now.
    await this.#backlog.add([order])
  }

  #listen(jobId: string, until: AbortSignal, deadline: number) {
    const listeners = this.#waiting.get(jobId) ?? new Set()
    this.#waiting.set(jobId, listeners)
    const { promise, resolve, reject } = Promise.withResolvers<Ending>()
    const abort = () => reject(until.reason)
    if (until.aborted) abort()
    until.addEventListener('abort', abort, { once: true })
    const hear = (ended: Ending) => {
      // A next attempt that still comes in time is worth waiting for.
      if (typeof ended === 'object' && 'nextAttemptAt' in ended && ended.nextAttemptAt < deadline) return
      resolve(ended)
    }
    listeners.add(hear)
    // It may reject while the job is still being put, when nobody awaits it yet.
    promise.catch(() => {})
    return {
      ending: promise,
      forget: () => {
        until.removeEventListener('abort', abort)
        listeners.delete(hear)
        if (listeners.size === 0) this.#waiting.delete(jobId)
      },
    }
  }

  #end(jobId: string, ending: Ending): void {
    for (const hear of this.#waiting.get(jobId) ?? []) hear(ending)
  }
}
