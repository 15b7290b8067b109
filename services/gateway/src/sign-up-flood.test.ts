import { connectProducer } from '@andscene/service-kit/redis/redis'
import { startRedis } from '@andscene/testing/redis-server'
import { once } from 'node:events'
import { Agent, request as httpRequest } from 'node:http'
import { afterEach, beforeEach, expect, onTestFinished, test } from 'vitest'
import { gatewayFixture, type Gateway } from './testing/gateway-fixture.ts'

const PER_MINUTE = 20
const FLOOD = 10_000
/** Parallel connections, fewer than one address may have requests in flight. */
const AT_ONCE = 16

let counters: ReturnType<typeof connectProducer>
let gateway: Gateway
let agent: Agent

beforeEach(async () => {
  const redis = await startRedis()
  counters = connectProducer(redis.url)
  onTestFinished(async () => {
    counters.disconnect()
    await redis.stop()
  })
  await once(counters, 'ready')
  gateway = await gatewayFixture(
    { LOG_LEVEL: 'silent', LIMIT_SIGN_UPS: `${PER_MINUTE}` },
    { redis: counters },
  )
  agent = new Agent({ keepAlive: true, maxSockets: AT_ONCE })
})
afterEach(() => agent.destroy())

type Signed = { status: number; retryAfter: number }

/** A sign-up that the edge passes on for a client of this address. */
function signUp(address: string): Promise<Signed> {
  return new Promise((resolve, reject) => {
    const request = httpRequest(
      `${gateway.origin}/api/emails/subscribe`,
      {
        method: 'POST',
        agent,
        headers: { 'content-type': 'application/json', 'x-forwarded-for': address },
      },
      (response) => {
        const signed = {
          status: response.statusCode ?? 0,
          retryAfter: Number(response.headers['retry-after'] ?? 0),
        }
        response
          .resume()
          .once('end', () => resolve(signed))
          .once('error', reject)
      },
    ).once('error', reject)
    request.end(JSON.stringify({ email: 'a@b.example', source: 'a-test' }))
  })
}

/** As many sign-ups, AT_ONCE at a time. */
async function signUps(count: number, addressOf: (n: number) => string): Promise<Signed[]> {
  const all: Signed[] = []
  let next = 0
  await Promise.all(
    Array.from({ length: AT_ONCE }, async () => {
      while (next < count) all.push(await signUp(addressOf(next++)))
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
    const begin = performance.now()
    const flood = signUps(FLOOD, () => '198.51.100.7')
    const other = await signUp('203.0.113.9')
    const all = await flood
    const [accepted, refused] = [200, 429].map((status) => all.filter((one) => one.status === status))
    expect(accepted!.length).toBeGreaterThanOrEqual(PER_MINUTE)
    expect(accepted!.length).toBeLessThanOrEqual(allowedSince(begin))
    expect(accepted!.length + refused!.length).toBe(FLOOD)
    expect(refused!.every(({ retryAfter }) => retryAfter >= 1 && retryAfter <= 60)).toBe(true)
    expect(other.status).toBe(200)
    expect(gateway.behind.seen.length, 'what reached the service').toBe(accepted!.length + 1)
    const stats = await counters.info('commandstats')
    const asked = [...stats.matchAll(/calls=(\d+)/g)].reduce((sum, [, calls]) => sum + Number(calls), 0)
    expect(asked, 'what reached Redis').toBeLessThan(FLOOD / 10)
  },
)
