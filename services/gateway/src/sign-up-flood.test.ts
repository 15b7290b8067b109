import { connectProducer } from '@andscene/service-kit/redis/redis'
import { startRedis } from '@andscene/testing/redis-server'
import { once } from 'node:events'
import { expect, onTestFinished, test } from 'vitest'
import { gatewayFixture } from './testing/gateway-fixture.ts'

const PER_MINUTE = 20
const FLOOD = 10_000
/** Parallel requests, fewer than one address may have requests in flight. */
const AT_ONCE = 16

/** A sign-up that the edge passes on for a client of this address. */
async function signUp(origin: string, address: string) {
  const response = await fetch(`${origin}/api/emails/subscribe`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', 'x-forwarded-for': address },
    body: JSON.stringify({ email: 'a@b.example', source: 'a-test' }),
  })
  await response.arrayBuffer()
  return { status: response.status, retryAfter: Number(response.headers.get('retry-after')) }
}

/** As many sign-ups, AT_ONCE at a time. */
async function signUps(count: number, origin: string, address: string) {
  const all: Awaited<ReturnType<typeof signUp>>[] = []
  let begun = 0
  await Promise.all(
    Array.from({ length: AT_ONCE }, async () => {
      while (begun++ < count) all.push(await signUp(origin, address))
    }),
  )
  return all
}

/** Requests that may be served during a test: the count restarts every minute. */
const allowedSince = (begin: number) => PER_MINUTE * (1 + Math.floor((performance.now() - begin) / 60_000))

test(
  'product §10: 10,000 sign-ups of one address reach the service as often as a minute allows; others sign up meanwhile',
  { timeout: 180_000 },
  async () => {
    const redis = await startRedis()
    const counters = connectProducer(redis.url)
    onTestFinished(async () => {
      counters.disconnect()
      await redis.stop()
    })
    await once(counters, 'ready')
    const limits = { LOG_LEVEL: 'silent', LIMIT_SIGN_UPS: `${PER_MINUTE}` }
    const { origin, behind } = await gatewayFixture(limits, { redis: counters })
    const begin = performance.now()
    const flood = signUps(FLOOD, origin, '198.51.100.7')
    const other = await signUp(origin, '203.0.113.9')
    const all = await flood
    const [accepted, refused] = [200, 429].map((status) => all.filter((one) => one.status === status))
    expect(accepted!.length).toBeGreaterThanOrEqual(PER_MINUTE)
    expect(accepted!.length).toBeLessThanOrEqual(allowedSince(begin))
    expect(accepted!.length + refused!.length).toBe(FLOOD)
    expect(refused!.every(({ retryAfter }) => retryAfter >= 1 && retryAfter <= 60)).toBe(true)
    expect(other.status).toBe(200)
    expect(behind.seen.length, 'what reached the service').toBe(accepted!.length + 1)
    const stats = await counters.info('commandstats')
    const asked = [...stats.matchAll(/calls=(\d+)/g)].reduce((sum, [, calls]) => sum + Number(calls), 0)
    expect(asked, 'what reached Redis').toBeLessThan(FLOOD / 10)
  },
)
