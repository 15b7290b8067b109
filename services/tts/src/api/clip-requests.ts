import type { LineAudioJob } from '@andscene/contracts/queues'
import { HttpError, unavailable } from '@andscene/service-kit/http-error'
import type { QueueEvents } from 'bullmq'
import { jobIdOf } from '../clips/clip-path.ts'
import type { Backlog } from '../pipeline/backlog.ts'
import { AWAITED } from '../pipeline/priorities.ts'

/** How a job ended, as its events tell. */
type Ending = 'stored' | 'dropped' | { failed: string } | { nextAttemptAt: number }

/** A job whose work was dropped (cache cleared meanwhile) is asked for anew this often. */
const ASKED_ANEW = 2

/**
 * Has clips made now and waits for them: the same job as the planner's, at the highest priority. Requests for a clip
 * that is on its way join it.
 */
export class ClipRequests {
  readonly #backlog: Backlog
  readonly #waiting = new Map<string, Set<(ending: Ending) => void>>()

  constructor(backlog: Backlog, events: QueueEvents) {
    this.#backlog = backlog
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
   * Resolves when the clip is stored. SPEECH_FAILED when it cannot be made; UNAVAILABLE while the queue is away, and when
   * the clip is not ready or not tried again in time: the job goes on, and asking again joins it. The reason of an
   * aborted signal.
   */
  async ensure(
    job: LineAudioJob,
    { timeoutMs, signal }: { timeoutMs: number; signal?: AbortSignal },
  ): Promise<void> {
    const deadline = Date.now() + timeoutMs
    const late = new AbortController()
    const timer = setTimeout(() => late.abort(unavailable('The audio is not ready yet')), timeoutMs)
    const until = signal ? AbortSignal.any([signal, late.signal]) : late.signal
    try {
      await this.#untilStored(job, until, deadline)
    } finally {
      clearTimeout(timer)
    }
  }

  async #untilStored(job: LineAudioJob, until: AbortSignal, deadline: number): Promise<void> {
    for (let asked = 0; ; asked += 1) {
      const ending = await this.#ask(job, until, deadline)
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

  async #ask(job: LineAudioJob, until: AbortSignal, deadline: number): Promise<Ending> {
    const jobId = jobIdOf(job.path, job.scriptId)
    const { ending, forget } = this.#listen(jobId, until, deadline)
    try {
      await this.#put(job, jobId)
      return await ending
    } finally {
      forget()
    }
  }

  /** The job is in the queue, in front, whatever it was before. */
  async #put(job: LineAudioJob, jobId: string): Promise<void> {
    const order = { job, priority: AWAITED }
    const known = (await this.#backlog.states([jobId])).get(jobId)
    if (known?.failedAt !== undefined) return this.#backlog.retry([order])
    if (known && known.priority !== AWAITED) await this.#backlog.rank([{ jobId, priority: AWAITED }])
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
