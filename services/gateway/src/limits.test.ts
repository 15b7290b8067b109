import { connectProducer } from '@andscene/service-kit/redis'
import { startRedis, type RedisServer } from '@andscene/testing/redis-server'
import { once } from 'node:events'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { createLimit } from './limits.ts'

let server: RedisServer
beforeAll(async () => {
  server = await startRedis()
})
afterAll(() => server?.stop())

test('product §10: two platforms on one Redis count their limits apart', async () => {
  const redis = connectProducer(server.url)
  await once(redis, 'ready')
  const [here, there] = ['one', 'other'].map((prefix) => createLimit('test', 1, { redis, prefix }))
  await here!('ada')
  await expect(here!('ada')).rejects.toMatchObject({ code: 'TOO_MANY_REQUESTS' })
  await expect(there!('ada')).resolves.toBeUndefined()
  expect((await redis.keys('*')).filter((key) => !/^(one|other):/.test(key))).toEqual([])
  redis.disconnect()
})

test('product §10: limits are shared through Redis, and fall back to memory while it is away', async () => {
  const [first, second] = [connectProducer(server.url), connectProducer(server.url)]
  await Promise.all([once(first, 'ready'), once(second, 'ready')])
  const here = createLimit('test', 2, { redis: first, prefix: 'p' })
  const there = createLimit('test', 2, { redis: second, prefix: 'p' })
  await here('ada')
  await there('ada')
  await expect(here('ada')).rejects.toMatchObject({ code: 'TOO_MANY_REQUESTS' })

  const closed = once(first, 'close')
  await server.kill('SIGKILL')
  await closed
  await here('bob')
  await here('bob')
  await expect(here('bob')).rejects.toMatchObject({ statusCode: 429 })
  first.disconnect()
  second.disconnect()
})
