import type { QueueEvents, QueueEventsListener } from 'bullmq'
import type { ClipOutcome } from '../worker/clip-maker.ts'
import { HEAD_EVENT } from '../pipeline/heads.ts'

/** The result of a job, or the time (ms since 1970) of its next attempt. `tookMs`: engine time; undefined from older workers. */
export type JobEnding =
  { stored: { tookMs: number | undefined } } | 'dropped' | { failed: string } | { nextAttemptAt: number }

export type JobNews = JobEnding | 'head'

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

  /** Subscribes, queues the job by `put`, resolves with the first result but for retries before `deadline` (ms). */
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
