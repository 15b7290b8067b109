import type { LineAudioJob, QUEUES } from '@andscene/contracts/queues'
import type { Producer } from '@andscene/service-kit/queues'
import { jobIdOf, jobIdPrefix } from '../clips/clip-path.ts'

export type QueuedClip = {
  priority: number
  /** When it failed for good, in ms; absent while it may still be made. */
  failedAt?: number
}
export type ClipOrder = { job: LineAudioJob; priority: number }

/** Jobs sent to Redis in one go. */
const CHUNK = 500

/** The queue of clips, asked and changed by clip (DESIGN §7). Rejects while Redis is away. */
export class Backlog {
  readonly #producer: Producer<typeof QUEUES.lineAudio>

  constructor(producer: Producer<typeof QUEUES.lineAudio>) {
    this.#producer = producer
  }

  /** Adds jobs, best rank first; one that is in the queue already stays as it is. */
  async add(orders: readonly ClipOrder[]): Promise<void> {
    const sorted = orders.toSorted((a, b) => a.priority - b.priority)
    for (const chunk of chunks(sorted))
      await this.#producer.addMany(
        chunk.map(({ job, priority }) => ({
          payload: job,
          options: { jobId: jobIdOf(job.path, job.scriptId), priority },
        })),
      )
  }

  /** Adds clips that failed for good anew, with all their attempts. */
  async retry(orders: readonly ClipOrder[]): Promise<void> {
    await this.#remove(orders.map(({ job }) => jobIdOf(job.path, job.scriptId)))
    await this.add(orders)
  }

  /** What the queue knows of these jobs; those it does not hold are absent. */
  async states(jobIds: readonly string[]): Promise<Map<string, QueuedClip>> {
    const states = new Map<string, QueuedClip>()
    for (const chunk of chunks(jobIds)) {
      const [priorities, failures] = await this.#producer.ask(async (queue, redis) => {
        const questions = redis.pipeline()
        for (const id of chunk) questions.hget(queue.toKey(id), 'priority')
        const answers = (await questions.exec()) ?? []
        return [answers, await redis.zmscore(queue.toKey('failed'), ...chunk)] as const
      })
      for (const [place, id] of chunk.entries()) {
        const [error, priority] = priorities[place]!
        if (error) throw error
        if (priority === null) continue
        const failedAt = failures[place]
        states.set(id, {
          priority: Number(priority),
          ...(failedAt ? { failedAt: Number(failedAt) } : {}),
        })
      }
    }
    return states
  }

  /** Gives waiting jobs another rank; those that run or are gone meanwhile are left. */
  async rank(ranks: readonly { jobId: string; priority: number }[]): Promise<void> {
    await this.#producer.ask(async (queue) => {
      await Promise.all(
        ranks.map(async ({ jobId, priority }) => {
          const job = await queue.getJob(jobId)
          await job?.changePriority({ priority }).catch(ignoreGone)
        }),
      )
    })
  }

  /** A job that waits for its next attempt waits no longer. */
  async hasten(jobId: string): Promise<void> {
    await this.#producer.ask(async (queue) => {
      const job = await queue.getJob(jobId)
      if (job && (await job.isDelayed())) await job.promote().catch(ignoreGone)
    })
  }

  /** Removes all jobs of a script that do not run right now; answers how many. */
  async dropScript(scriptId: string): Promise<number> {
    const lists = await this.#producer.ask((queue, redis) =>
      Promise.all([
        ...['prioritized', 'delayed', 'failed'].map((state) => redis.zrange(queue.toKey(state), 0, '-1')),
        ...['wait', 'paused'].map((state) => redis.lrange(queue.toKey(state), 0, -1)),
      ]),
    )
    const prefix = jobIdPrefix(scriptId)
    return this.#remove(lists.flat().filter((id) => id.startsWith(prefix)))
  }

  /** Removes one job unless it runs right now; answers whether it did. */
  async drop(jobId: string): Promise<boolean> {
    return (await this.#remove([jobId])) > 0
  }

  async #remove(jobIds: readonly string[]): Promise<number> {
    let removed = 0
    for (const chunk of chunks(jobIds)) {
      const results = await this.#producer.ask((queue) => Promise.all(chunk.map((id) => queue.remove(id))))
      removed += results.reduce((sum, result) => sum + result, 0)
    }
    return removed
  }
}

function* chunks<T>(items: readonly T[]): Generator<readonly T[]> {
  for (let start = 0; start < items.length; start += CHUNK) yield items.slice(start, start + CHUNK)
}

/** Between the question and the change the job may have run; that is no failure. Lost connections are. */
function ignoreGone(error: Error & { code?: unknown }): void {
  if (typeof error.code !== 'number') throw error
}
