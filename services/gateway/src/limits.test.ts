import type { HttpError } from '@andscene/service-kit/http-error'
import { connectProducer } from '@andscene/service-kit/redis/redis'
import { startRedis, type RedisServer } from '@andscene/testing/redis-server'
import { once } from 'node:events'
import { afterAll, beforeEach, describe, expect, onTestFinished, test, vi } from 'vitest'
import { createLimit, type Limit } from './limits.ts'

const server = await startRedis()
afterAll(() => server.stop())
/** A connected client that disconnects after the test. */
const connect = async (to: RedisServer = server) => {
  const redis = connectProducer(to.url)
  onTestFinished(() => redis.disconnect())
  await once(redis, 'ready')
  return redis
}

test('product §10: two platforms on one Redis count their limits separately', async () => {
  const redis = await connect()
  const [here, there] = ['one', 'other'].map((prefix) => createLimit('test', 1, { redis, prefix }))
  await here!('ada')
  await expect(here!('ada')).rejects.toMatchObject({ code: 'TOO_MANY_REQUESTS' })
  await expect(there!('ada')).resolves.toBeUndefined()
  expect((await redis.keys('*')).filter((key) => !/^(one|other):/.test(key))).toEqual([])
})

test('product §10: shares limits through Redis, and falls back to memory while it is unavailable', async () => {
  const [first, second] = [await connect(), await connect()]
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
})

/** Number of `times` requests of ada that pass. */
const passed = async (limit: Limit, times: number) => {
  let count = 0
  for (let n = 0; n < times; n += 1) {
    try {
      await limit('ada')
      count += 1
    } catch {
      // Refused: over the limit.
    }
  }
  return count
}

describe('product §10: leases', () => {
  const POINTS = 600
  let own: RedisServer
  beforeEach(async () => {
    own = await startRedis()
    onTestFinished(() => own.stop())
  })

  test('one process allows exactly the limit, for parallel and for sequential requests', async () => {
    const redis = await connect(own)
    const oneByOne = createLimit('a', POINTS, { redis, prefix: 'p' })
    expect(await passed(oneByOne, 2 * POINTS)).toBe(POINTS)
    const atOnce = createLimit('b', POINTS, { redis, prefix: 'p' })
    const results = await Promise.allSettled(Array.from({ length: 2 * POINTS }, async () => atOnce('ada')))
    expect(results.filter(({ status }) => status === 'fulfilled')).toHaveLength(POINTS)
    expect(await passed(createLimit('c', POINTS), 2 * POINTS)).toBe(POINTS)
  })

  test('two processes never exceed the limit, and miss it by at most one lease each', async () => {
    const [first, second] = [await connect(own), await connect(own)]
    const here = createLimit('test', POINTS, { redis: first, prefix: 'p' })
    const there = createLimit('test', POINTS, { redis: second, prefix: 'p' })
    const counts = await Promise.all([passed(here, POINTS), passed(there, POINTS)])
    const all = counts[0] + counts[1]
    expect(all).toBeLessThanOrEqual(POINTS)
    expect(all).toBeGreaterThanOrEqual(POINTS - 2 * (POINTS / 60))
  })

  test('a frequent client costs few round trips; small limits are counted one by one, refused requests not at all', async () => {
    const redis = await connect(own)
    const trips = async () =>
      Number(/cmdstat_evalsha:calls=(\d+)/.exec(await redis.info('commandstats'))?.[1] ?? 0) +
      Number(/cmdstat_eval:calls=(\d+)/.exec(await redis.info('commandstats'))?.[1] ?? 0)
    await passed(createLimit('person', 6_000, { redis, prefix: 'p' }), 1_000)
    expect(await trips()).toBeLessThan(30)
    const before = await trips()
    const signUps = createLimit('sign-ups', 20, { redis, prefix: 'p' })
    expect(await passed(signUps, 20)).toBe(20)
    expect((await trips()) - before).toBe(20)
    expect(await passed(signUps, 1_000)).toBe(0)
    expect((await trips()) - before).toBeLessThan(30)
  })

  test('spreads Retry-After of clients refused in the same minute over some seconds', async () => {
    const limit = createLimit('test', 1, undefined, { spreadMs: 15_000 })
    await limit('ada')
    const random = vi.spyOn(Math, 'random').mockReturnValue(0)
    const soonest = await limit('ada').catch((error: HttpError) => error.retryAfter)
    random.mockReturnValue(1)
    const latest = await limit('ada').catch((error: HttpError) => error.retryAfter)
    random.mockRestore()
    expect(soonest).toBeLessThanOrEqual(60)
    expect(latest).toBeGreaterThan(60)
  })

  test('unused leases expire with their minute', async () => {
    vi.useFakeTimers({ toFake: ['Date'] })
    const redis = await connect(own)
    const limit = createLimit('test', POINTS, { redis, prefix: 'p' })
    await passed(limit, 40)
    const leased = Number(await redis.get('p:limit:test:ada'))
    expect(leased).toBeGreaterThan(40)
    vi.advanceTimersByTime(60_001)
    await limit('ada')
    // A new point was counted, not one of the lease.
    expect(Number(await redis.get('p:limit:test:ada'))).toBe(leased + 1)
    vi.useRealTimers()
  })
})
