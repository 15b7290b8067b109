import { QUEUE_NAMES, QUEUES } from '@andscene/contracts/queues'
import { redisDatabase } from '@andscene/testing/shared-redis'
import { randomUUID } from 'node:crypto'
import { once } from 'node:events'
import { pino } from 'pino'
import { Registry } from 'prom-client'
import { afterAll, afterEach, beforeEach, describe, expect, test } from 'vitest'
import { PermanentFailure, Postponed } from './job-run.ts'
import {
  backoffStrategy,
  startConsumers,
  type Consumer,
  type Consumers,
  type RunningConsumers,
} from './queue-consumers.ts'
import { createProducer, type Producer } from './queues.ts'

const log = pino({ level: 'silent' })
const redis = await redisDatabase()
afterAll(() => redis.stop())
let queue: { redis: string; prefix: string }
let metrics: Registry
let deleted: Producer<typeof QUEUES.deleted>
let running: RunningConsumers | undefined
beforeEach(() => {
  queue = { redis: redis.url, prefix: randomUUID() }
  metrics = new Registry()
  deleted = createProducer(QUEUES.deleted, queue)
})
afterEach(async () => {
  await running?.close(1_000)
  running = undefined
  await deleted.close()
})

const idle = { concurrency: 1, process: async () => ({ outcome: 'done' }) }
const idleConsumers = Object.fromEntries(QUEUE_NAMES.map((name) => [name, idle])) as unknown as Consumers
const consume = (process: Consumer<typeof QUEUES.deleted>['process']) => {
  running = startConsumers({
    ...queue,
    log,
    metrics,
    consumers: { ...idleConsumers, [QUEUES.deleted]: { concurrency: 1, process } },
  })
}
const counts = (...states: ('failed' | 'delayed' | 'active' | 'waiting')[]) =>
  deleted.queue.getJobCountByTypes(...states)
/** Takes a job and holds it until it is aborted; resolves when it is running. */
const hold = () =>
  new Promise<void>((begun) => {
    consume(async (_payload, { signal }) => {
      begun()
      await once(signal, 'abort')
      throw new Error('interrupted')
    })
  })

describe('architecture §7: consumers', () => {
  test('a queue without a consumer fails the start', () => {
    expect(() =>
      startConsumers({ ...queue, log, metrics, consumers: { [QUEUES.narration]: idle } as never }),
    ).toThrow('No consumer for the queues script-deleted, person-erased, line-audio')
  })

  test('a job is processed once and leaves the queue; its wait and run times are measured', async () => {
    const seen: unknown[] = []
    let during = ''
    consume(async (payload, { attempt, jobId }) => {
      seen.push({ payload, attempt, jobId })
      during = await metrics.metrics()
      return { outcome: 'deleted' }
    })
    await deleted.add({ scriptId: 's1' }, { jobId: 'delete-s1' })
    await expect.poll(() => counts('waiting', 'active'), { timeout: 10_000 }).toBe(0)
    expect(during).toMatch(/queue_jobs_running\{queue="script-deleted"\} 1/)
    expect(seen).toEqual([{ payload: { scriptId: 's1' }, attempt: 1, jobId: 'delete-s1' }])
    expect(await deleted.queue.getJob('delete-s1')).toBeUndefined()
    const text = await metrics.metrics()
    expect(text).toMatch(/queue_job_run_seconds_count\{.*queue="script-deleted".*outcome="deleted".*\} 1/)
    expect(text).toMatch(/queue_job_wait_seconds_count\{queue="script-deleted"\} 1/)
    expect(text).toMatch(/queue_jobs\{queue="script-deleted",state="waiting"\} 0/)
    expect(text).toMatch(/queue_jobs_running\{queue="script-deleted"\} 0/)
  })

  test('an invalid payload fails permanently at the first attempt', async () => {
    consume(async () => ({ outcome: 'never' }))
    await deleted.queue.add('x', { nonsense: true } as never, { attempts: 10 })
    await expect.poll(() => counts('failed'), { timeout: 10_000 }).toBe(1)
    expect((await deleted.queue.getFailed())[0]?.failedReason).toMatch(/scriptId/)
    expect(await metrics.metrics()).toMatch(/queue_job_failures_total\{.*final="true".*\} 1/)
  })

  test('a permanent failure is not retried, another one is', async () => {
    consume(async ({ scriptId }, { attempt }) => {
      if (scriptId === 'bad') throw new PermanentFailure('never')
      if (attempt === 1) throw new Error('once')
      return { outcome: 'done' }
    })
    await deleted.add({ scriptId: 'bad' })
    await deleted.add({ scriptId: 'flaky' })
    await expect.poll(() => counts('failed'), { timeout: 10_000 }).toBe(1)
    await expect.poll(() => counts('delayed'), { timeout: 10_000 }).toBe(1)
    await expect.poll(() => counts('delayed', 'active', 'waiting'), { timeout: 5_000 }).toBe(0)
    expect(await counts('failed')).toBe(1)
  })

  test('a postponed job runs again without counting an attempt', async () => {
    const attempts: number[] = []
    consume(async (_payload, { attempt }) => {
      attempts.push(attempt)
      if (attempts.length < 4) throw new Postponed(20)
      return { outcome: 'done' }
    })
    await deleted.add({ scriptId: 's1' })
    await expect.poll(() => attempts, { timeout: 5_000 }).toEqual([1, 1, 1, 1])
  })

  test('a cancelled job is aborted, ends as dropped and is not retried', async () => {
    const begun = hold()
    await deleted.add({ scriptId: 's1' }, { jobId: 'delete-s1' })
    await begun
    running!.cancel(QUEUES.deleted, 'another')
    expect(await counts('active')).toBe(1)
    running!.cancel(QUEUES.deleted, 'delete-s1')
    await expect.poll(() => counts('active', 'waiting', 'delayed'), { timeout: 10_000 }).toBe(0)
    expect(await counts('failed')).toBe(0)
    expect(await metrics.metrics()).toMatch(/queue_job_run_seconds_count\{.*outcome="dropped".*\} 1/)
  })

  test('draining: a job that exceeds the deadline is aborted and returns to the queue', async () => {
    const begun = hold()
    await deleted.add({ scriptId: 's1' })
    await begun
    await running!.close(50)
    running = undefined
    expect(await counts('failed', 'active')).toBe(0)
    expect(await counts('delayed', 'waiting')).toBe(1)
  })

  test('draining: a job that finishes in time is completed', async () => {
    const begun = Promise.withResolvers<void>()
    const go = Promise.withResolvers<void>()
    consume(async () => {
      begun.resolve()
      await go.promise
      return { outcome: 'done' }
    })
    await deleted.add({ scriptId: 's1' })
    await begun.promise
    const closed = running!.close(5_000)
    go.resolve()
    await closed
    running = undefined
    expect(await counts('failed', 'active', 'delayed', 'waiting')).toBe(0)
  })
})

describe('architecture §7: retries', () => {
  test('back off exponentially with jitter, at most a minute', () => {
    for (const [attempt, full] of [
      [1, 1_000],
      [2, 2_000],
      [4, 8_000],
      [7, 60_000],
      [500, 60_000],
    ] as const) {
      const delays = Array.from({ length: 200 }, () => backoffStrategy(attempt))
      expect(Math.min(...delays)).toBeGreaterThanOrEqual(full / 2)
      expect(Math.max(...delays)).toBeLessThanOrEqual(full)
      expect(new Set(delays).size).toBeGreaterThan(20)
    }
  })

  test('never start before the delay that the failure requires', () => {
    const error = Object.assign(new Error('429'), { retryAfterMs: 90_000 })
    expect(backoffStrategy(1, 'jittered', error)).toBe(90_000)
  })
})
