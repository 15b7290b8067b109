import { QUEUES } from '@andscene/contracts/queues'
import { startRedisGroup, type RedisGroup } from '@andscene/testing/redis-group'
import { once } from 'node:events'
import { afterEach, beforeEach, describe, expect, onTestFinished, test } from 'vitest'
import { createProducer, type Producer } from '../queue/queues.ts'
import { sentinelOptions, connectConsumer, connectProducer, redisFault } from './redis.ts'

let group: RedisGroup
let producer: Producer<typeof QUEUES.narration>
const add = (scriptId: string) => producer.add({ scriptId, reason: 'casting' })
const taken = async (scriptId: string) =>
  (await Promise.allSettled([add(scriptId)]))[0].status === 'fulfilled'

describe('decision 0058: Redis by Sentinel', { timeout: 60_000 }, () => {
  beforeEach(async () => {
    group = await startRedisGroup()
    producer = createProducer(QUEUES.narration, { redis: group.target, prefix: 'p' })
  }, 30_000)
  afterEach(async () => {
    await producer.close()
    await group.stop()
  })

  test('when the primary dies, producers fail immediately and continue with the next primary', async () => {
    await add('s1')
    const first = await group.primary()
    await group.kill(first)
    const began = performance.now()
    await expect(add('s2')).rejects.toMatchObject({ code: 'AWAY' })
    expect(performance.now() - began).toBeLessThan(6_000)
    await group.failedOver(first)
    await expect.poll(() => taken('s2'), { timeout: 20_000 }).toBe(true)
    expect(await producer.queue.getJobCountByTypes('waiting')).toBe(2)
  })

  test('when the primary freezes and keeps its connections open, no call hangs, and all continue with the next primary', async () => {
    const consumer = connectConsumer(group.target)
    onTestFinished(() => consumer.disconnect())
    await add('s1')
    await consumer.set('p:note', 'kept')
    const first = await group.primary()
    group.freeze(first)
    const began = performance.now()
    // Rejected, or accepted by the next primary if it is available in time.
    await taken('s2')
    expect(performance.now() - began).toBeLessThan(8_000)
    await group.failedOver(first)
    await expect.poll(() => taken('s2'), { timeout: 20_000 }).toBe(true)
    expect(await consumer.get('p:note')).toBe('kept')
    expect(await producer.queue.getJobCountByTypes('waiting')).toBe(2)
  })

  test('reports a primary name that no Sentinel knows to the operator', async () => {
    const lost = connectProducer({ ...group.target, master: 'unheard-of' })
    onTestFinished(() => lost.disconnect())
    await once(lost, 'error')
    expect(redisFault(lost)).toMatch(/^Redis is connecting \(.*/)
    expect(redisFault(lost)).toContain('entinel')
    expect(redisFault(lost)).not.toContain(group.target.password)
  })
})

test('decision 0058: TLS applies to Sentinels and servers alike, and is off by default', () => {
  const passwords = { username: undefined, password: undefined, sentinelPassword: undefined }
  const target = { sentinels: [], master: 'm', ...passwords }
  const tls = { tls: {}, sentinelTLS: {}, enableTLSForSentinelMode: true }
  expect(sentinelOptions({ ...target, tls: true })).toMatchObject(tls)
  expect(Object.keys(sentinelOptions({ ...target, tls: false })).join()).not.toMatch(/tls/i)
})
