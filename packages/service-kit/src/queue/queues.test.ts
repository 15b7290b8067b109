import { QUEUES } from '@andscene/contracts/queues'
import { startRedis } from '@andscene/testing/redis-server'
import { redisDatabase } from '@andscene/testing/shared-redis'
import { randomUUID } from 'node:crypto'
import { afterAll, afterEach, beforeEach, describe, expect, onTestFinished, test, vi } from 'vitest'
import { createProducer, type Producer } from './queues.ts'

const redis = await redisDatabase()
afterAll(() => redis.stop())
let producer: Producer<typeof QUEUES.narration>
beforeEach(() => {
  producer = createProducer(QUEUES.narration, { redis: redis.url, prefix: randomUUID() })
})
afterEach(() => producer.close())

const job = (scriptId: string, fromLineIndex?: number) => ({
  scriptId,
  reason: 'casting' as const,
  ...(fromLineIndex === undefined ? {} : { fromLineIndex }),
})

describe('architecture §7: producers', () => {
  test('never send an invalid payload', async () => {
    await expect(producer.add({ scriptId: 's' } as never)).rejects.toThrow(/reason/)
    expect(await producer.queue.getJobCountByTypes('waiting')).toBe(0)
  })

  test('merge ten concurrent saves of one casting into one waiting job', async () => {
    await Promise.all(Array.from({ length: 10 }, () => producer.add(job('s1'))))
    expect(await producer.queue.getJobCountByTypes('waiting', 'delayed')).toBe(1)
  })

  test('keep one waiting job of a debounced command, with the latest payload', async () => {
    await producer.addMany(
      [1, 2, 3].map((line) => ({ payload: { ...job('s1', line), reason: 'position' as const } })),
    )
    const waiting = await producer.queue.getDelayed()
    expect(waiting.map((one) => one.data.fromLineIndex)).toEqual([3])
  })

  test('fail immediately instead of hanging while Redis is down', async () => {
    const own = await startRedis()
    const orphan = createProducer(QUEUES.narration, { redis: own.url, prefix: 'p' })
    onTestFinished(async () => {
      await orphan.close()
      await own.stop()
    })
    await orphan.add(job('s1'))
    await own.kill('SIGKILL')
    const started = performance.now()
    await expect(orphan.add(job('s2'))).rejects.toMatchObject({ code: 'AWAY' })
    expect(performance.now() - started).toBeLessThan(4_000)
    await own.start()
    await vi.waitFor(() => orphan.add(job('s2')), { timeout: 10_000 })
    expect(await orphan.queue.getJobCountByTypes('waiting')).toBe(2)
  })
})
