import { clipJobIdPrefix } from '@andscene/contracts/queues'
import { connectConsumer } from '@andscene/service-kit/redis/redis'
import { UnrecoverableError, Worker } from 'bullmq'
import { expect, test } from 'vitest'
import { ttsHarness } from '../testing/tts-harness.ts'
import { firstPriority, jobStates, listedJobs, scanState, waitingPriorities } from './bull-internals.ts'

const on = ttsHarness()
const jobOf = (n: number) => ({
  scriptId: 's1',
  ownerId: 'owner',
  voiceId: 'test:one',
  text: `Text ${n}.`,
  textHash: `${n}`.repeat(64),
  path: `scripts/s1/test=3aone/${`${n}`.repeat(64)}.mp3`,
  lineIndex: n,
})

test('architecture §7: reads of private keys agree with BullMQ’s own methods', async () => {
  const { lineAudio } = on.harness
  const ranks = [5, 1_000_000, 2 ** 21 - 1]
  await lineAudio.addMany(ranks.map((priority, n) => ({ payload: jobOf(n + 1), options: { priority } })))
  await lineAudio.ask(async (queue, redis) => {
    const jobs = await queue.getPrioritized(0, -1)
    const ids = jobs.map(({ id }) => id!)
    expect(jobs.map(({ priority }) => priority)).toEqual(ranks)
    expect(await waitingPriorities(queue, redis, [...ids, 'unknown'])).toEqual([...ranks, undefined])
    expect(await firstPriority(queue, redis, 6, 2 ** 21 - 1)).toBe(1_000_000)
    expect(await firstPriority(queue, redis, 6, 999_999)).toBeUndefined()
    const scanned = async (state: 'prioritized' | 'failed') => {
      const { cursor, jobs: found } = await scanState(queue, redis, state, {
        prefix: clipJobIdPrefix('s1'),
        cursor: '0',
      })
      return [cursor, found.map(([id]) => id).toSorted()]
    }
    expect(await scanned('prioritized')).toEqual(['0', ids.toSorted()])
  })

  const queued = await lineAudio.queue.getPrioritized(0, -1)
  for (const job of queued.slice(1)) await job.remove()
  const id = queued[0]!.id!
  const { REDIS_URL, QUEUE_PREFIX } = on.harness.environment
  const connection = connectConsumer(REDIS_URL)
  await lineAudio.ask(async (queue, redis) => {
    const worker = new Worker(queue.name, null, { connection, prefix: QUEUE_PREFIX })
    const job = (await worker.getNextJob('token'))!
    expect(await listedJobs(queue, redis, ['active', 'wait', 'paused'])).toEqual([id])
    expect((await queue.getActive()).map((active) => active.id)).toEqual([id])
    await job.moveToFailed(new UnrecoverableError('broken'), 'token')
    await worker.close()
    connection.disconnect()
    const failed = await queue.getJob(id)
    expect(await jobStates(queue, redis, [id, 'unknown'])).toEqual([
      { priority: failed!.priority, failedAt: failed!.finishedOn },
      undefined,
    ])
    expect((await scanState(queue, redis, 'failed', { prefix: 's1.', cursor: '0' })).jobs).toEqual([
      [id, failed!.finishedOn],
    ])
  })
})
