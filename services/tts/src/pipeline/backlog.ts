import { clipJobId, clipJobIdPrefix, type LineAudioJob, type QUEUES } from '@andscene/contracts/queues'
import type { Producer } from '@andscene/service-kit/queue/queues'
import { markOf } from '@andscene/service-kit/tracing/job-trace'
import { activeSpan } from '@andscene/service-kit/tracing/spans'
import { firstPriority, jobStates, listedJobs, scanState, waitingPriorities } from './bull-internals.ts'
import { isAwaited, type Tier } from './priorities.ts'

export type QueuedClip = {
  priority: number
  /** Time of permanent failure (ms); undefined while the clip may still be made. */
  failedAt?: number | undefined
}
export type ClipOrder = { job: LineAudioJob; priority: number }
export type Rank = { jobId: string; priority: number }

/** Jobs per command, so that Redis is busy for only a few milliseconds. */
const CHUNK = 100
const IDS_PER_COMMAND = 1_000

/** The clip queue, accessed by clip (architecture §7). Rejects while Redis is unavailable. */
export class Backlog {
  readonly #producer: Producer<typeof QUEUES.lineAudio>

  constructor(producer: Producer<typeof QUEUES.lineAudio>) {
    this.#producer = producer
  }

  /** Adds jobs, best rank first; does not change queued jobs. */
  async add(orders: readonly ClipOrder[]): Promise<void> {
    const sorted = orders.toSorted((a, b) => a.priority - b.priority)
    for (const chunk of chunks(sorted))
      await this.#producer.addMany(
        chunk.map(({ job, priority }) => ({ payload: job, options: { priority } })),
      )
  }

  /** Adds permanently failed clips again, with all attempts. */
  async retry(orders: readonly ClipOrder[]): Promise<void> {
    await this.drop(orders.map(({ job }) => clipJobId(job)))
    await this.add(orders)
  }

  /** Permanently failed jobs of a script: the time of failure in ms, by id. */
  async failed(scriptId: string): Promise<Map<string, number>> {
    return new Map(await this.#inState('failed', clipJobIdPrefix(scriptId)))
  }

  /** The priorities of the jobs that are waiting, by id. */
  async waiting(jobIds: readonly string[]): Promise<Map<string, number>> {
    const found = new Map<string, number>()
    for (const chunk of chunks(jobIds, IDS_PER_COMMAND)) {
      const priorities = await this.#producer.ask((queue, redis) => waitingPriorities(queue, redis, chunk))
      for (const [n, priority] of priorities.entries())
        if (priority !== undefined) found.set(chunk[n]!, priority)
    }
    return found
  }

  /** The rank within its tier of the first waiting job, from 0; 0 when none is waiting. */
  async firstWaitingRank({ first, last }: Tier): Promise<number> {
    const priority = await this.#producer.ask((queue, redis) => firstPriority(queue, redis, first, last))
    return priority === undefined ? 0 : priority - first
  }

  running(scriptId: string): Promise<string[]> {
    return this.#inLists(['active'], clipJobIdPrefix(scriptId))
  }

  /** The states of the jobs that are in the queue, by id. */
  async states(jobIds: readonly string[]): Promise<Map<string, QueuedClip>> {
    const found = new Map<string, QueuedClip>()
    for (const chunk of chunks(jobIds)) {
      const states = await this.#producer.ask((queue, redis) => jobStates(queue, redis, chunk))
      for (const [n, state] of states.entries()) if (state) found.set(chunk[n]!, state)
    }
    return found
  }

  /** Changes the rank of waiting jobs; ignores others. */
  async rank(ranks: readonly Rank[]): Promise<void> {
    await this.#rank(ranks, () => true)
  }

  /** Like `rank`, for plans: jobs for which a client waits meanwhile keep their rank. */
  async rankPlanned(ranks: readonly Rank[]): Promise<void> {
    await this.#rank(ranks, ({ priority }) => !isAwaited(priority))
  }

  async #rank(ranks: readonly Rank[], isMeant: (job: { priority: number }) => boolean): Promise<void> {
    for (const chunk of chunks(ranks))
      await this.#producer.ask(async (queue) => {
        await Promise.all(
          chunk.map(async ({ jobId, priority }) => {
            const job = await queue.getJob(jobId)
            if (job && isMeant(job)) await job.changePriority({ priority }).catch(ignoreMissingJob)
          }),
        )
      })
  }

  async join(jobId: string): Promise<void> {
    const mark = markOf(activeSpan())
    if (!mark.traceparent) return
    await this.#producer.ask(async (queue) => {
      const job = await queue.getJob(jobId)
      if (job) await job.updateData({ ...job.data, ...mark }).catch(ignoreMissingJob)
    })
  }

  async promoteDelayed(jobId: string): Promise<void> {
    await this.#producer.ask(async (queue) => {
      const job = await queue.getJob(jobId)
      if (job && (await job.isDelayed())) await job.promote().catch(ignoreMissingJob)
    })
  }

  /** Removes all jobs of a script that are not running; returns how many. */
  async dropScript(scriptId: string): Promise<number> {
    return this.drop(await this.#notRunning(clipJobIdPrefix(scriptId)))
  }

  /** Removes all previews of a user that are not running; returns whether one is running. */
  async dropPreviews(uid: string): Promise<{ running: boolean }> {
    const prefix = clipJobIdPrefix(undefined)
    await this.drop(await this.#ofOwner(uid, await this.#notRunning(prefix)))
    return { running: (await this.#ofOwner(uid, await this.#inLists(['active'], prefix))).length > 0 }
  }

  async drop(jobIds: readonly string[]): Promise<number> {
    let removed = 0
    for (const chunk of chunks(jobIds)) {
      const results = await this.#producer.ask((queue) => Promise.all(chunk.map((id) => queue.remove(id))))
      removed += results.reduce((sum, result) => sum + result, 0)
    }
    return removed
  }

  async #ofOwner(uid: string, jobIds: readonly string[]): Promise<string[]> {
    const found: string[] = []
    for (const chunk of chunks(jobIds)) {
      const jobs = await this.#producer.ask((queue) => Promise.all(chunk.map((id) => queue.getJob(id))))
      for (const job of jobs) if (job?.id !== undefined && job.data.ownerId === uid) found.push(job.id)
    }
    return found
  }

  async #notRunning(prefix: string): Promise<string[]> {
    const ids = new Set<string>()
    // In this order: a delayed job may start waiting meanwhile, but a waiting job does not become delayed.
    for (const state of ['delayed', 'failed', 'prioritized'] as const)
      for (const [id] of await this.#inState(state, prefix)) ids.add(id)
    // Nearly empty, as our jobs have priorities.
    for (const id of await this.#inLists(['wait', 'paused'], prefix)) ids.add(id)
    return [...ids]
  }

  async #inLists(lists: readonly ('active' | 'wait' | 'paused')[], prefix: string): Promise<string[]> {
    const ids = await this.#producer.ask((queue, redis) => listedJobs(queue, redis, lists))
    return ids.filter((id) => id.startsWith(prefix))
  }

  async #inState(
    state: 'prioritized' | 'delayed' | 'failed',
    prefix: string,
  ): Promise<[id: string, score: number][]> {
    const found: [string, number][] = []
    let cursor = '0'
    do {
      const page = await this.#producer.ask((queue, redis) =>
        scanState(queue, redis, state, { prefix, cursor }),
      )
      found.push(...page.jobs)
      cursor = page.cursor
    } while (cursor !== '0')
    return found
  }
}

function* chunks<T>(items: readonly T[], size = CHUNK): Generator<readonly T[]> {
  for (let start = 0; start < items.length; start += size) yield items.slice(start, start + size)
}

/** BullMQ's error codes are numbers: the job ran or was removed since it was read. */
function ignoreMissingJob(error: Error & { code?: unknown }): void {
  if (typeof error.code !== 'number') throw error
}
