import { clipJobId, clipJobIdPrefix, type LineAudioJob, type QUEUES } from '@andscene/contracts/queues'
import type { Producer } from '@andscene/service-kit/queue/queues'
import { markOf } from '@andscene/service-kit/tracing/job-trace'
import { activeSpan } from '@andscene/service-kit/tracing/spans'
import { isAwaited, type Tier } from './priorities.ts'

export type QueuedClip = {
  priority: number
  /** When it failed for good, in ms; absent while it may still be made. */
  failedAt?: number | undefined
}
export type ClipOrder = { job: LineAudioJob; priority: number }
export type Rank = { jobId: string; priority: number }

/** Jobs sent to Redis in one go: a few milliseconds of work on either side. */
const CHUNK = 100
/** Members of a set that are looked through in one go. */
const SCAN = 1_000
/** BullMQ's scores hold the priority above a count of 32 bits. */
const SCORE_UNIT = 2 ** 32

/** The queue of clips, asked and changed by clip (architecture §7). Rejects while Redis is away. */
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
          options: { priority },
        })),
      )
  }

  /** Adds clips that failed for good anew, with all their attempts. */
  async retry(orders: readonly ClipOrder[]): Promise<void> {
    await this.#remove(orders.map(({ job }) => clipJobId(job)))
    await this.add(orders)
  }

  /** Jobs of a script that failed for good: when, in ms, by id. */
  async failed(scriptId: string): Promise<Map<string, number>> {
    return new Map(await this.#ofScript('failed', scriptId))
  }

  /** Those of these jobs that wait for their turn: their priorities by id. */
  async waiting(jobIds: readonly string[]): Promise<Map<string, number>> {
    const found = new Map<string, number>()
    for (const chunk of chunks(jobIds, SCAN)) {
      const scores = await this.#producer.ask((queue, redis) =>
        redis.zmscore(queue.toKey('prioritized'), ...chunk),
      )
      for (const [n, score] of scores.entries())
        if (score) found.set(chunk[n]!, Math.floor(Number(score) / SCORE_UNIT))
    }
    return found
  }

  /** How far a tier is: the rank of its first waiting job, from 0; 0 while none waits. */
  async standOf({ first, last }: Tier): Promise<number> {
    const [, score] = await this.#producer.ask((queue, redis) =>
      redis.zrangebyscore(
        queue.toKey('prioritized'),
        first * SCORE_UNIT,
        (last + 1) * SCORE_UNIT - 1,
        'WITHSCORES',
        'LIMIT',
        0,
        1,
      ),
    )
    return score === undefined ? 0 : Math.floor(Number(score) / SCORE_UNIT) - first
  }

  /** Jobs of this script that run right now. */
  async running(scriptId: string): Promise<string[]> {
    const ids = await this.#producer.ask((queue, redis) => redis.lrange(queue.toKey('active'), 0, -1))
    return ids.filter((id) => id.startsWith(clipJobIdPrefix(scriptId)))
  }

  /** What the queue knows of these jobs; those it does not hold are absent. */
  async states(jobIds: readonly string[]): Promise<Map<string, QueuedClip>> {
    const states = new Map<string, QueuedClip>()
    for (const chunk of chunks(jobIds)) {
      const [priorities, failures] = await this.#producer.ask(async (queue, redis) => {
        const asked = redis.pipeline()
        for (const id of chunk) asked.hget(queue.toKey(id), 'priority')
        const results = (await asked.exec()) ?? []
        return [results, await redis.zmscore(queue.toKey('failed'), ...chunk)] as const
      })
      for (const [n, id] of chunk.entries()) {
        const [error, priority] = priorities[n]!
        if (error) throw error
        if (priority === null) continue
        const failedAt = failures[n]
        states.set(id, {
          priority: Number(priority),
          failedAt: failedAt ? Number(failedAt) : undefined,
        })
      }
    }
    return states
  }

  /** Gives waiting jobs another rank; those that run or are gone meanwhile are left. */
  async rank(ranks: readonly Rank[]): Promise<void> {
    await this.#rank(ranks, () => true)
  }

  /** The same for plans: what somebody began to wait for since the queue was asked keeps its rank. */
  async rankPlanned(ranks: readonly Rank[]): Promise<void> {
    await this.#rank(ranks, ({ priority }) => !isAwaited(priority))
  }

  async #rank(ranks: readonly Rank[], isMeant: (job: { priority: number }) => boolean): Promise<void> {
    for (const chunk of chunks(ranks))
      await this.#producer.ask(async (queue) => {
        await Promise.all(
          chunk.map(async ({ jobId, priority }) => {
            const job = await queue.getJob(jobId)
            if (job && isMeant(job)) await job.changePriority({ priority }).catch(ignoreGone)
          }),
        )
      })
  }

  /** A waiting job becomes part of the trace of whoever waits for it, if there is one. */
  async join(jobId: string): Promise<void> {
    const mark = markOf(activeSpan())
    if (!mark.traceparent) return
    await this.#producer.ask(async (queue) => {
      const job = await queue.getJob(jobId)
      if (job) await job.updateData({ ...job.data, ...mark }).catch(ignoreGone)
    })
  }

  /** A job that waits for its next attempt waits no longer. */
  async hasten(jobId: string): Promise<void> {
    await this.#producer.ask(async (queue) => {
      const job = await queue.getJob(jobId)
      if (job && (await job.isDelayed())) await job.promote().catch(ignoreGone)
    })
  }

  /** Removes all jobs of a script that do not run right now; returns how many. */
  async dropScript(scriptId: string): Promise<number> {
    const ids: string[] = []
    // In this order: a delayed job may become a waiting one meanwhile, and not the other way round.
    for (const state of ['delayed', 'failed', 'prioritized'] as const)
      for (const [id] of await this.#ofScript(state, scriptId)) ids.push(id)
    // These two hold hardly anything: our jobs have priorities.
    const lists = await this.#producer.ask((queue, redis) =>
      Promise.all(['wait', 'paused'].map((state) => redis.lrange(queue.toKey(state), 0, -1))),
    )
    const prefix = clipJobIdPrefix(scriptId)
    return this.#remove([...new Set([...ids, ...lists.flat().filter((id) => id.startsWith(prefix))])])
  }

  /** Removes all previews of a person that do not run right now; returns whether one does. */
  async dropPreviews(uid: string): Promise<{ running: boolean }> {
    const theirs = await this.#previewsOf(uid, ['delayed', 'failed', 'prioritized'])
    await this.#remove(theirs)
    return { running: (await this.#previewsOf(uid, ['active'])).length > 0 }
  }

  /** Removes jobs that wait; those that run or are gone meanwhile are left. */
  async dropWaiting(jobIds: readonly string[]): Promise<void> {
    await this.#remove(jobIds)
  }

  /** Ids of a person's previews in these states of the queue. */
  async #previewsOf(uid: string, states: readonly ('prioritized' | 'delayed' | 'failed' | 'active')[]) {
    const ids: string[] = []
    const prefix = clipJobIdPrefix(undefined)
    for (const state of states)
      if (state !== 'active') for (const [id] of await this.#ofScript(state, '')) ids.push(id)
    const lists = await this.#producer.ask((queue, redis) =>
      Promise.all(
        (states.includes('active') ? ['active'] : ['wait', 'paused']).map((state) =>
          redis.lrange(queue.toKey(state), 0, -1),
        ),
      ),
    )
    ids.push(...lists.flat().filter((id) => id.startsWith(prefix)))
    const found: string[] = []
    for (const chunk of chunks([...new Set(ids)])) {
      const jobs = await this.#producer.ask((queue) => Promise.all(chunk.map((id) => queue.getJob(id))))
      for (const job of jobs) if (job?.id !== undefined && job.data.ownerId === uid) found.push(job.id)
    }
    return found
  }

  /** Members of a sorted set that belong to a script, with their scores. */
  async #ofScript(
    state: 'prioritized' | 'delayed' | 'failed',
    scriptId: string,
  ): Promise<[id: string, score: number][]> {
    const found: [string, number][] = []
    let cursor = '0'
    do {
      // Ids of scripts hold no sign that means something in a pattern.
      const [next, members] = await this.#producer.ask((queue, redis) =>
        redis.zscan(queue.toKey(state), cursor, 'MATCH', `${clipJobIdPrefix(scriptId)}*`, 'COUNT', SCAN),
      )
      for (let n = 0; n < members.length; n += 2) found.push([members[n]!, Number(members[n + 1])])
      cursor = next
    } while (cursor !== '0')
    return found
  }

  /** Removes one job unless it runs right now; returns whether it did. */
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

function* chunks<T>(items: readonly T[], size = CHUNK): Generator<readonly T[]> {
  for (let start = 0; start < items.length; start += size) yield items.slice(start, start + size)
}

/** Between reading and changing the job may have run; that is no failure. Lost connections are. */
function ignoreGone(error: Error & { code?: unknown }): void {
  if (typeof error.code !== 'number') throw error
}
