import { createApp, type App } from '@andscene/service-kit/create-app'
import { internalTokens } from '@andscene/service-kit/tokens/internal-tokens'
import { connectProducer } from '@andscene/service-kit/redis/redis'
import { createInternalKeys } from '@andscene/testing/internal-keys'
import { freePort } from '@andscene/service-kit/free-port'
import { startRedis, type RedisServer } from '@andscene/testing/redis-server'
import { once } from 'node:events'
import { Agent, request as httpRequest } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { buildApp } from './build-app.ts'
import { gatewayConfig } from './config.ts'

const PER_MINUTE = 20
const FLOOD = 10_000
/** Parallel connections, fewer than one address may have requests in flight. */
const AT_ONCE = 16
const LIMIT_MS = 180_000

let redis: RedisServer
let counters: ReturnType<typeof connectProducer>
let subscriptions: App
let served = 0
let gateway: App
let origin: string
let agent: Agent

beforeEach(async () => {
  redis = await startRedis()
  counters = connectProducer(redis.url)
  await once(counters, 'ready')
  const keys = createInternalKeys(['gateway'])
  served = 0
  subscriptions = await createApp({ name: 'subscriptions', logLevel: 'silent' })
  await subscriptions.register(internalTokens, { self: 'subscriptions', publicKeys: keys.publicKeys })
  subscriptions.post('/api/emails/subscribe', { onRequest: subscriptions.requireGateway }, async () => {
    served += 1
    return { success: true, message: 'Thank you', data: { email: 'a@b.example' } }
  })
  await subscriptions.listen({ port: 0 })
  const unused = `http://127.0.0.1:${await freePort()}`
  const config = gatewayConfig({
    LOG_LEVEL: 'silent',
    SCRIPTS_URL: unused,
    TTS_URL: unused,
    SUBSCRIPTIONS_URL: `http://127.0.0.1:${(subscriptions.server.address() as AddressInfo).port}`,
    FIREBASE_PROJECT_ID: 'demo-test',
    INTERNAL_PRIVATE_KEY: keys.privateKeys.gateway,
    LIMIT_SIGN_UPS: `${PER_MINUTE}`,
  })
  gateway = await buildApp(config, { verify: verifyNothing, redis: counters })
  origin = await gateway.listen({ port: 0, host: '127.0.0.1' })
  agent = new Agent({ keepAlive: true, maxSockets: AT_ONCE })
})
afterEach(async () => {
  agent.destroy()
  await gateway.close()
  await subscriptions.close()
  counters.disconnect()
  await redis.stop()
})

const verifyNothing = async () => Promise.reject(new Error('no sign-ins here'))

type Signed = { status: number; retryAfter: number }

/** A sign-up that the edge passes on for a client of this address. */
function signUp(address: string): Promise<Signed> {
  return new Promise((resolve, reject) => {
    const request = httpRequest(
      `${origin}/api/emails/subscribe`,
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

describe('product §10: sign-ups of one address', () => {
  test(
    '10,000 of them reach the service as often as a minute allows; others sign up meanwhile',
    { timeout: LIMIT_MS },
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
      expect(served, 'what reached the service').toBe(accepted!.length + 1)
      const stats = await counters.info('commandstats')
      const asked = [...stats.matchAll(/calls=(\d+)/g)].reduce((sum, [, calls]) => sum + Number(calls), 0)
      expect(asked, 'what reached Redis').toBeLessThan(FLOOD / 10)
    },
  )

  test(
    '1,000 addresses of one IPv6 /64 count as one, the next /64 as another',
    { timeout: LIMIT_MS },
    async () => {
      const begin = performance.now()
      const all = await signUps(1_000, (n) => `2001:db8:7:1:${n.toString(16)}::${(n * 7).toString(16)}`)
      expect(all.filter(({ status }) => status === 200).length).toBeLessThanOrEqual(allowedSince(begin))
      expect((await signUp('2001:db8:7:2::1')).status).toBe(200)
    },
  )

  test('an IPv4 address is the same in its IPv6 form', async () => {
    const begin = performance.now()
    const forms = ['198.51.100.7', '::ffff:198.51.100.7', '::ffff:c633:6407']
    const all = await signUps(PER_MINUTE * 3, (n) => forms[n % 3]!)
    expect(all.filter(({ status }) => status === 200).length).toBeLessThanOrEqual(allowedSince(begin))
    expect(all.filter(({ status }) => status === 429).length).toBeGreaterThan(0)
  })
})
