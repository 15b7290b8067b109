import type { QueueEvents, QueueEventsListener } from 'bullmq'
import type { ClipOutcome } from '../worker/clip-maker.ts'
import { HEAD_EVENT } from '../pipeline/heads.ts'

/**
 * How a job ended, as its events tell; or that another attempt follows (ms of the clock). `tookMs`: time of the engine; undefined
 * where a worker of an older release made the clip.
 */
export type JobEnding =
  { stored: { tookMs: number | undefined } } | 'dropped' | { failed: string } | { nextAttemptAt: number }

/** The head of its clip is there, while the job goes on. */
export type JobNews = JobEnding | 'head'

interface HeadListener extends QueueEventsListener {
  [HEAD_EVENT]: (args: { jobId: string }) => void
}

const endingOf = (result: Partial<ClipOutcome> | null): JobEnding => {
  if (result?.outcome === 'dropped') return 'dropped'
  return { stored: { tookMs: result?.outcome === 'deduplicated' ? 0 : result?.tookMs } }
}

/** Tells how jobs end to who waits for them in this process. */
export class JobEndings {
  readonly #waiting = new Map<string, Set<(news: JobNews) => void>>()

  constructor(events: QueueEvents) {
    events.on('completed', ({ jobId, returnvalue }) =>
      this.#tell(jobId, endingOf(returnvalue as Partial<ClipOutcome> | null)),
    )
    events.on('failed', ({ jobId, failedReason }) => this.#tell(jobId, { failed: failedReason }))
    // One that had failed is removed only to be put anew.
    events.on('removed', ({ jobId, prev }) => prev !== 'failed' && this.#tell(jobId, 'dropped'))
    events.on('delayed', ({ jobId, delay }) => this.#tell(jobId, { nextAttemptAt: Number(delay) }))
    events.on<HeadListener>(HEAD_EVENT, ({ jobId }: { jobId: string }) => this.#tell(jobId, 'head'))
    events.on('error', () => {})
  }

  /**
   * Listens before `put` puts the job into the queue, so that no ending is missed, and resolves with the first one after
   * which nothing more comes before `deadline` (ms of the clock); with `head` also when that is there. `put` may say what
   * is known without listening. Rejects with the reason of `until`.
   */
  async next(
    jobId: string,
    { until, deadline, head = false }: { until: AbortSignal; deadline: number; head?: boolean },
    put: () => Promise<JobNews | undefined>,
  ): Promise<JobNews> {
    const { promise, resolve, reject } = Promise.withResolvers<JobNews>()
    // It may reject while the job is still being put, when nobody awaits it yet.
    promise.catch(() => {})
    const hear = (ending: JobNews) => {
      if (ending === 'head' && !head) return
      // A next attempt that still comes in time is worth waiting for.
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
