import type { QueueEvents } from 'bullmq'

/** How a job ended, as its events tell; or that another attempt follows (ms of the clock). */
export type JobEnding = 'stored' | 'dropped' | { failed: string } | { nextAttemptAt: number }

/** Tells how jobs end to who waits for them in this process. */
export class JobEndings {
  readonly #waiting = new Map<string, Set<(ending: JobEnding) => void>>()

  constructor(events: QueueEvents) {
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
   * Listens before `put` puts the job into the queue, so that no ending is missed, and resolves with the first one after
   * which nothing more comes before `deadline` (ms of the clock). Rejects with the reason of `until`.
   */
  async next(
    jobId: string,
    { until, deadline }: { until: AbortSignal; deadline: number },
    put: () => Promise<void>,
  ): Promise<JobEnding> {
    const { promise, resolve, reject } = Promise.withResolvers<JobEnding>()
    // It may reject while the job is still being put, when nobody awaits it yet.
    promise.catch(() => {})
    const hear = (ending: JobEnding) => {
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
      await put()
      return await promise
    } finally {
      until.removeEventListener('abort', abort)
      listeners.delete(hear)
      if (listeners.size === 0) this.#waiting.delete(jobId)
    }
  }

  #end(jobId: string, ending: JobEnding): void {
    for (const hear of this.#waiting.get(jobId) ?? []) hear(ending)
  }
}
