import { expect, test } from '@playwright/test'
import type { Platform } from '@andscene/local/platform'
import { temporaryPlatform } from '@andscene/local/testing/temporary-platform'
import { startRedis, type RedisServer } from '@andscene/testing/redis-server'
import { connectProducer } from '@andscene/service-kit/redis/redis'
import { once } from 'node:events'
import { requestsOf, type Ids } from '../../fixtures/access-cases.ts'
import { createAccount } from '@andscene/platform-client/accounts'
import { PlatformClient } from '@andscene/platform-client/platform-client'
import { json, send } from '../../fixtures/wire.ts'

/* Two platforms that share one REDIS_URL. No browser. */
test.describe.configure({ timeout: 300_000 })

const SIGN_UPS = 3
let redis: RedisServer
let platforms: Platform[]

test.beforeAll(async () => {
  redis = await startRedis()
  const env = { REDIS_URL: redis.url, LIMIT_SIGN_UPS: `${SIGN_UPS}` }
  platforms = await Promise.all([temporaryPlatform({ env }), temporaryPlatform({ env })])
})
test.afterAll(async () => {
  await Promise.all(platforms.map((platform) => platform.stop()))
  await redis.stop()
})

test('keep queues, limits and all other Redis keys separate', async () => {
  const [one, other] = platforms as [Platform, Platform]
  const { token } = await createAccount(one.origin)
  // Only the worker of the first platform makes the clips: the other platform does not have the script.
  const lines = ['A lamp is lit.', 'A boat comes home.', 'A door opens.']
  const script = await new PlatformClient(one.origin, token).readyScript('mine', lines)
  expect(await jobsRun(one.urls.workers[0]!)).toBeGreaterThan(3)
  expect(await jobsRun(other.urls.workers[0]!)).toBe(0)

  for (let n = 0; n < SIGN_UPS; n += 1) expect(await subscribe(one, n)).toBe(200)
  expect(await subscribe(one, SIGN_UPS)).toBe(429)
  expect(await subscribe(other, 0)).toBe(200)

  const keys = await keysOf(redis)
  const prefixes = new Set(keys.map((key) => key.split(':')[0]!))
  expect([...prefixes].filter((prefix) => /^andscene-[0-9a-f]{16}$/.test(prefix))).toHaveLength(2)
  expect(prefixes.size, `keys of neither platform: ${[...prefixes].join(', ')}`).toBe(2)
  const about = new Set(keys.filter((key) => key.includes(script._id)).map((key) => key.split(':')[0]))
  expect(about.size, 'prefixes that know the script').toBeLessThanOrEqual(1)
})

async function subscribe({ origin }: Platform, attempt: number): Promise<number> {
  const [request] = requestsOf('POST /api/emails/subscribe', {} as Ids)
  const body = json({ email: `unknown-${attempt}@andscene.example`, source: 'a-test' })
  return (await send(origin, { ...request!, body })).status
}

async function keysOf({ url }: RedisServer): Promise<string[]> {
  const client = connectProducer(url)
  await once(client, 'ready')
  const keys = await client.keys('*')
  client.disconnect()
  return keys
}

/** Number of jobs of all queues that a worker has run since it started, from its metrics. */
async function jobsRun(url: string): Promise<number> {
  const metrics = await (await fetch(`${url}/metrics`)).text()
  const counts = [...metrics.matchAll(/^queue_job_run_seconds_count\{.*\} (\d+)$/gm)]
  return counts.reduce((sum, [, count]) => sum + Number(count), 0)
}
