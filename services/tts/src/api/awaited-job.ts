import { clipJobId, type LineAudioJob } from '@andscene/contracts/queues'
import type { Backlog, ClipOrder, QueuedClip } from '../pipeline/backlog.ts'
import { isAwaited, UNAWAITED_RANK } from '../pipeline/priorities.ts'
import type { Waiters } from '../pipeline/waiters.ts'
import type { QueueEvents, QueueEventsListener } from 'bullmq'
import type { ClipOutcome } from '../worker/clip-maker.ts'
import { HEAD_EVENT } from '../pipeline/heads.ts'

export type AwaitedJobParts = {
  backlog: Backlog
  waiters: Waiters
  replan(scriptId: string): Promise<void>
}

/** The queued job of a requested clip. It is the same job as the planner's, at the rank of awaited clips. */
export class AwaitedJob {
  readonly jobId: string
  readonly order: ClipOrder
  readonly #rank: number
  readonly #parts: AwaitedJobParts
  #plannedRank: number | undefined

  constructor(parts: AwaitedJobParts, job: LineAudioJob, rank: number) {
    this.jobId = clipJobId(job)
    this.order = { job, priority: rank }
    this.#rank = rank
    this.#parts = parts
  }

  /** Whether the job waits at a lower priority than its rank. Failed jobs have no rank. */
  isBehind({ failedAt, priority }: QueuedClip): boolean {
    return failedAt === undefined && priority > this.#rank
  }

  /** Queues the job at its rank or a better one. Reads after adding, as a plan may have added it before. */
  async put(): Promise<void> {
    const { backlog, waiters } = this.#parts
    await backlog.add([this.order])
    const known = (await backlog.states([this.jobId])).get(this.jobId)
    // It has finished meanwhile, and its event was sent.
    if (!known) return
    if (known.failedAt !== undefined) return backlog.retry([this.order])
    if (!isAwaited(known.priority)) {
      if (known.priority !== UNAWAITED_RANK) this.#plannedRank = known.priority
      // From now on, a planned job belongs to the trace of this request.
      await backlog.join(this.jobId).catch(() => undefined)
    }
    if (this.isBehind(known)) await this.#rankAt(this.#rank)
    await backlog.promoteDelayed(this.jobId)
    // Tells workers with full slots about a job that was already queued; otherwise they would take it later.
    await waiters.announceAwaited({ jobId: this.jobId, priority: this.#rank }).catch(() => undefined)
  }

  /** Makes the job low-priority until the client returns. */
  async rest(): Promise<void> {
    const { waiters } = this.#parts
    await this.#rankAt(this.#plannedRank ?? UNAWAITED_RANK)
    // A client that started to wait meanwhile saw the awaited rank, so restore it.
    if ((await waiters.stateOf(this.jobId)).awaited) return this.#rankAt(this.#rank)
    await waiters.announceAbandoned(this.jobId)
  }

  /**
   * Releases the job: without waiting clients it loses its rank, and is removed unless a script needs it (`wantedBy`).
   */
  async giveBack(wantedBy: string | undefined): Promise<void> {
    const { backlog, waiters, replan } = this.#parts
    if (this.#plannedRank !== undefined) {
      await this.#rankAt(this.#plannedRank)
      if (await waiters.any(this.jobId)) return this.#rankAt(this.#rank)
    } else if ((await backlog.drop([this.jobId])) > 0) {
      // The plan decides its rank, so that requesting clips and leaving does not move them to the front.
      if (wantedBy !== undefined) await replan(wantedBy)
      return
    } else if (wantedBy !== undefined) await this.#rankAt(UNAWAITED_RANK)
    // The job may be running; the worker checks whether its script needs it.
    await waiters.announceAbandoned(this.jobId)
  }

  async #rankAt(priority: number): Promise<void> {
    await this.#parts.backlog.rank([{ jobId: this.jobId, priority }])
  }
}

/** The result of a job, or the time (ms since 1970) of its next attempt. `tookMs`: engine time, if known. */
export type JobEnding =
  { stored: { tookMs: number | undefined } } | 'dropped' | { failed: string } | { nextAttemptAt: number }

type JobNews = JobEnding | 'head'

interface HeadListener extends QueueEventsListener {
  [HEAD_EVENT]: (args: { jobId: string }) => void
}

const endingOf = (result: Partial<ClipOutcome> | null): JobEnding => {
  if (result?.outcome === 'dropped') return 'dropped'
  return { stored: { tookMs: result?.outcome === 'deduplicated' ? 0 : result?.tookMs } }
}

export class JobEndings {
  readonly #waiting = new Map<string, Set<(news: JobNews) => void>>()

  constructor(events: QueueEvents) {
    events.on('completed', ({ jobId, returnvalue }) =>
      this.#tell(jobId, endingOf(returnvalue as Partial<ClipOutcome> | null)),
    )
    events.on('failed', ({ jobId, failedReason }) => this.#tell(jobId, { failed: failedReason }))
    // A failed job is removed only to be retried.
    events.on('removed', ({ jobId, prev }) => prev !== 'failed' && this.#tell(jobId, 'dropped'))
    events.on('delayed', ({ jobId, delay }) => this.#tell(jobId, { nextAttemptAt: Number(delay) }))
    events.on<HeadListener>(HEAD_EVENT, ({ jobId }: { jobId: string }) => this.#tell(jobId, 'head'))
    events.on('error', () => {})
  }

  /**
   * Subscribes, calls `put` to queue the job, and resolves with its first result.
   * Ignores retries that are due before `deadline` (ms).
   */
  async next(
    jobId: string,
    { until, deadline, head = false }: { until: AbortSignal; deadline: number; head?: boolean },
    put: () => Promise<JobNews | undefined>,
  ): Promise<JobNews> {
    const { promise, resolve, reject } = Promise.withResolvers<JobNews>()
    // It may reject during `put`, before it is awaited.
    promise.catch(() => {})
    const hear = (ending: JobNews) => {
      if (ending === 'head' && !head) return
      if (typeof ending === 'object' && 'nextAttemptAt' in ending && ending.nextAttemptAt < deadline) return
      resolve(ending)
    }
    const abort = () => reject(until.reason)
    const listeners = this.#waiting.get(jobId) ?? new Set()
    this.#waiting.set(jobId, listeners.add(hear))
    if (until.aborted) abort()
    until.addEventListener('abort', abort, { once: true })
    try {
      return (await put()) ?? (await promise)
    } finally {
      until.removeEventListener('abort', abort)
      listeners.delete(hear)
      if (listeners.size === 0) this.#waiting.delete(jobId)
    }
  }

  #tell(jobId: string, news: JobNews): void {
    for (const hear of this.#waiting.get(jobId) ?? []) hear(news)
  }
}
