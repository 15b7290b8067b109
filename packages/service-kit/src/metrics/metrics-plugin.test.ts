import { startRedis } from '@andscene/testing/redis-server'
import { valueOf } from '@andscene/testing/scraped'
import { temporaryFolder } from '@andscene/testing/temporary-folder'
import { once } from 'node:events'
import { join } from 'node:path'
import { describe, expect, onTestFinished, test } from 'vitest'
import { createApp, type App } from '../create-app.ts'
import { createDiskGauges } from './disk-metrics.ts'
import { InFlight } from '../http/in-flight.ts'
import { createRegistry } from './metrics-registry.ts'
import { serveMetrics } from './metrics-server.ts'
import { connectProducer } from '../redis/redis.ts'
import { withOutages } from '../stores/store-unavailable.ts'

async function testApp(): Promise<App> {
  const app = await createApp({ name: 'test', logLevel: 'silent' })
  onTestFinished(() => app.close())
  return app
}
const scrape = async (app: App) => (await app.inject('/metrics')).body

describe('decision 0055: every process exposes', () => {
  test('its release, and the duration of requests by route and status', async () => {
    const app = await testApp()
    app.get('/things/:id', async () => ({}))
    await app.inject('/things/one')
    const scraped = await scrape(app)
    expect(valueOf(scraped, 'build_info', { service: 'test', version: '0.1.0' })).toBe(1)
    const labels = { route: '/things/:id', status: '200', method: 'GET' }
    expect(valueOf(scraped, 'http_request_duration_seconds_count', labels)).toBe(1)
  })

  test('whether each of its readiness checks passes', async () => {
    const app = await testApp()
    let up = false
    app.readiness.addCheck('store', async () => {
      if (!up) throw new Error('away')
    })
    expect(valueOf(await scrape(app), 'readiness_check_ok', { check: 'store' })).toBe(0)
    up = true
    expect(valueOf(await scrape(app), 'readiness_check_ok', { check: 'store' })).toBe(1)
  })

  test('the number of calls that failed because a store was unavailable, without invalid ones', async () => {
    const app = await testApp()
    const full = new Error('disk full')
    const store = withOutages(
      { put: (error: Error) => Promise.reject(error) },
      { of: 'files', isOutage: (error) => error === full },
    )
    const errors = async () =>
      valueOf(await scrape(app), 'dependency_errors_total', { dependency: 'files' }) ?? 0
    const before = await errors()
    await expect(store.put(full)).rejects.toThrow('unavailable')
    await expect(store.put(new TypeError('mistake'))).rejects.toThrow('mistake')
    expect((await errors()) - before).toBe(1)
  })

  test('the requests that limits rejected, by limit', async () => {
    const app = await testApp()
    const inFlight = new InFlight({ limit: 1, name: 'of-this-test' })
    inFlight.enter('a')
    expect(() => inFlight.enter('a')).toThrow('Too many concurrent requests')
    expect(valueOf(await scrape(app), 'requests_refused_total', { limit: 'of-this-test' })).toBe(1)
  })

  test('its connections to Redis, and lost ones while Redis is down', async () => {
    const app = await testApp()
    const count = async (state: string) => valueOf(await scrape(app), 'redis_connections', { state })!
    const redis = await startRedis()
    const [kept, closed] = [connectProducer(redis.url), connectProducer(redis.url)]
    onTestFinished(() => kept.disconnect())
    await Promise.all([once(kept, 'ready'), once(closed, 'ready')])
    expect(await count('ready')).toBe(2)
    const ended = once(closed, 'end')
    closed.disconnect()
    await ended
    expect([await count('ready'), await count('away')]).toEqual([1, 0])
    await redis.stop()
    await expect.poll(() => count('away')).toBe(1)
    const errors = async () => valueOf(await scrape(app), 'dependency_errors_total', { dependency: 'redis' })
    await expect.poll(errors).toBeGreaterThan(0)
  })
})

describe('decision 0055: the disk of the data', () => {
  test('reports its free and total size, and no value when it cannot be read', async () => {
    const folder = await temporaryFolder('andscene-disk')
    const there = createRegistry('test')
    createDiskGauges(there, folder.path)
    const scraped = await there.metrics()
    const free = valueOf(scraped, 'data_disk_free_bytes')!
    expect(free).toBeGreaterThan(0)
    expect(valueOf(scraped, 'data_disk_size_bytes')).toBeGreaterThan(free)
    await folder.remove()
    const gone = createRegistry('test')
    createDiskGauges(gone, join(folder.path, 'nothing'))
    expect(valueOf(await gone.metrics(), 'data_disk_free_bytes')).toBeUndefined()
  })
})

describe('decision 0055: a separate port for metrics', () => {
  test('serves only GET /metrics', async () => {
    const server = await serveMetrics(createRegistry('test'), { port: 0, host: '127.0.0.1' })
    onTestFinished(() => server.close())
    const origin = `http://127.0.0.1:${server.port}`
    const found = await fetch(`${origin}/metrics`)
    expect(found.status).toBe(200)
    expect(found.headers.get('content-type')).toMatch(/^text\/plain/)
    expect(valueOf(await found.text(), 'build_info', { service: 'test' })).toBe(1)
    expect((await fetch(`${origin}/metrics`, { method: 'POST' })).status).toBe(405)
    const others = ['/', '/metrics/', '/metrics?a', '/readyz'].map((path) => fetch(origin + path))
    expect((await Promise.all(others)).map(({ status }) => status)).toEqual([404, 404, 404, 404])
  })

  test('fails the start when it is in use', async () => {
    const first = await serveMetrics(createRegistry('test'), { port: 0, host: '127.0.0.1' })
    onTestFinished(() => first.close())
    const second = serveMetrics(createRegistry('test'), { port: first.port, host: '127.0.0.1' })
    await expect(second).rejects.toThrow('EADDRINUSE')
  })
})
