import type { LineAudioJob } from '@andscene/contracts/queues'
import type { Queue } from 'bullmq'
import type { Redis } from 'ioredis'

type ClipQueue = Pick<Queue<LineAudioJob>, 'toKey'>

/** Members of a sorted set per SCAN command. */
const SCAN = 1_000
/** The score of a prioritized job is its priority times this, plus a counter of 32 bits. */
const SCORE_UNIT = 2 ** 32

const priorityOf = (score: string) => Math.floor(Number(score) / SCORE_UNIT)

/*
   Reads of BullMQ's private Redis keys, where BullMQ has no methods with constant cost or for many jobs per call. A
   test compares them with BullMQ's own methods; run it when BullMQ is updated.
 */

/** The priorities of these jobs; undefined for jobs that are not waiting. */
export async function waitingPriorities(queue: ClipQueue, redis: Redis, jobIds: readonly string[]) {
  const scores = await redis.zmscore(queue.toKey('prioritized'), ...jobIds)
  return scores.map((score) => (score ? priorityOf(score) : undefined))
}

export async function firstPriority(queue: ClipQueue, redis: Redis, first: number, last: number) {
  const [min, max] = [first * SCORE_UNIT, (last + 1) * SCORE_UNIT - 1]
  const found = await redis.zrangebyscore(queue.toKey('prioritized'), min, max, 'WITHSCORES', 'LIMIT', 0, 1)
  return found[1] === undefined ? undefined : priorityOf(found[1])
}

/** Priority and time of failure (ms) of these jobs, without loading their texts; undefined for unknown jobs. */
export async function jobStates(queue: ClipQueue, redis: Redis, jobIds: readonly string[]) {
  const asked = redis.pipeline()
  for (const id of jobIds) asked.hget(queue.toKey(id), 'priority')
  const priorities = (await asked.exec()) ?? []
  const failures = await redis.zmscore(queue.toKey('failed'), ...jobIds)
  return jobIds.map((_id, n) => {
    const [error, priority] = priorities[n]!
    if (error) throw error
    if (priority === null) return undefined
    const failedAt = failures[n]
    return { priority: Number(priority), failedAt: failedAt ? Number(failedAt) : undefined }
  })
}

/** The ids in these lists. Older BullMQ versions use the list `paused`. */
export async function listedJobs(
  queue: ClipQueue,
  redis: Redis,
  lists: readonly ('active' | 'wait' | 'paused')[],
) {
  const ids = await Promise.all(lists.map((list) => redis.lrange(queue.toKey(list), 0, -1)))
  return ids.flat()
}

/**
 * One page of the jobs in a state whose id starts with `prefix`, with their scores. The cursor is `0` at the start and
 * at the end.
 */
export async function scanState(
  queue: ClipQueue,
  redis: Redis,
  state: 'prioritized' | 'delayed' | 'failed',
  { prefix, cursor }: { prefix: string; cursor: string },
): Promise<{ cursor: string; jobs: [id: string, score: number][] }> {
  const [next, members] = await redis.zscan(queue.toKey(state), cursor, 'MATCH', `${prefix}*`, 'COUNT', SCAN)
  const jobs: [string, number][] = []
  for (let n = 0; n < members.length; n += 2) jobs.push([members[n]!, Number(members[n + 1])])
  return { cursor: next, jobs }
}
