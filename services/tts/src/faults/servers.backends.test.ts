import { startMongo, startS3, type MongoServer, type S3Server } from '@andscene/testing/backends'
import { startRedis, type RedisServer } from '@andscene/testing/redis-server'
import { openTcpProxy } from '@andscene/testing/tcp-proxy'
import { randomUUID } from 'node:crypto'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { lineOf } from '../testing/api-harness.ts'
import { expectNarrated, untilIdle } from '../testing/expectations.ts'
import { recast, scriptOf } from '../testing/scripts-stub.ts'
import { ScriptedProvider } from '../testing/scripted-provider.ts'
import { openHarness, SHORT_LOCKS, type Harness } from '../testing/harness.ts'
import { openWorkerProcesses } from '../testing/worker-processes.ts'

let redis: RedisServer
let mongo: MongoServer
let s3: S3Server
let proxy: Awaited<ReturnType<typeof openTcpProxy>>
let harness: Harness
let provider: ScriptedProvider
beforeAll(async () => {
  ;[redis, mongo, s3] = await Promise.all([startRedis(), startMongo(), startS3()])
})
afterAll(async () => {
  await Promise.all([redis?.stop(), mongo?.stop(), s3?.stop()])
})
beforeEach(async () => {
  const endpoint = new URL(s3.endpoint)
  proxy = await openTcpProxy({ host: endpoint.hostname, port: Number(endpoint.port) })
  const uri = new URL(mongo.uri)
  uri.pathname = `/t${randomUUID().slice(0, 8)}`
  harness = await openHarness(redis, {
    ...SHORT_LOCKS,
    MONGODB_URI: uri.href,
    S3_ENDPOINT: `http://127.0.0.1:${proxy.port}`,
    S3_ACCESS_KEY: s3.accessKey,
    S3_SECRET_KEY: s3.secretKey,
    S3_BUCKET: `test-${randomUUID()}`,
  })
  provider = new ScriptedProvider()
  harness.scripts.scripts.set('s1', scriptOf(40, 'test:one'))
})
afterEach(async () => {
  await harness.close()
  await proxy.close()
})

describe('architecture §4: the same with Redis, S3 and the MongoDB protocol given by environment', () => {
  test('a script is narrated, served, recast, cleared, and nothing is left', async () => {
    const app = await harness.api([provider])
    const post = (url: string, payload: object) =>
      app.inject({ method: 'POST', url, payload, headers: harness.person() })
    await harness.worker([provider])
    await harness.plan('s1')
    await expectNarrated(harness, 's1')
    await untilIdle(harness)
    const response = await post('/api/voices/generate', lineOf(7))
    expect(response.headers['x-from-cache']).toBe('true')
    expect(response.body).toBe('test:one says Text number 7.')
    harness.scripts.scripts.set('s1', recast(scriptOf(40, 'test:one'), 'test:two'))
    await harness.plan('s1')
    await expectNarrated(harness, 's1')
    await untilIdle(harness)
    const cleared = await post('/api/caching/clear-cache', { scriptId: 's1' })
    expect(cleared.json()).toEqual({ success: true, filesDeleted: 80 })
    expect(await harness.objects.removeFolder('scripts/')).toBe(0)
    expect(await harness.index.ofScript('s1')).toEqual([])
  })

  test('the object store becomes unavailable in the middle: every clip is made, none failed permanently', async () => {
    const half = Promise.withResolvers<void>()
    provider.speak = async (_request, call) => {
      if (call === 15) half.resolve()
    }
    await harness.worker([provider])
    await harness.plan('s1')
    await half.promise
    proxy.shut()
    await expect.poll(() => harness.lineAudio.queue.getJobCountByTypes('active'), { timeout: 20_000 }).toBe(0)
    expect(await harness.lineAudio.queue.getJobCountByTypes('prioritized', 'delayed')).toBeGreaterThan(0)
    proxy.open()
    await expectNarrated(harness, 's1', 30_000)
    await untilIdle(harness)
    expect(await harness.lineAudio.queue.getJobCountByTypes('failed')).toBe(0)
  })

  test('a worker killed with -9 in the middle of a clip: the clip is stored once, none is missing', async () => {
    const workers = await openWorkerProcesses(harness)
    try {
      workers.hold(({ text }) => text === 'Text number 9.')
      const first = await workers.start()
      await harness.plan('s1')
      await expect
        .poll(() => workers.asked.some(({ text }) => text === 'Text number 9.'), { timeout: 20_000 })
        .toBe(true)
      await workers.end(first)
      workers.release()
      await workers.start()
      await expectNarrated(harness, 's1', 30_000)
      expect(await harness.objects.removeFolder('scripts/s1/')).toBe(40)
    } finally {
      await workers.close()
    }
  })
})
