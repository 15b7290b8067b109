import { startMongo, startS3, type MongoServer, type S3Server } from '@andscene/testing/backends'
import { openTcpProxy } from '@andscene/testing/tcp-proxy'
import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { apiHarness, lineOf } from '../testing/api-harness.ts'
import { expectNarrated, untilIdle } from '../testing/expectations.ts'
import { recast, scriptOf } from '../testing/scripts-stub.ts'
import { SHORT_LOCKS } from '../testing/harness.ts'
import { openWorkerProcesses } from '../testing/worker-processes.ts'

let mongo: MongoServer
let s3: S3Server
let proxy: Awaited<ReturnType<typeof openTcpProxy>>
beforeAll(async () => {
  ;[mongo, s3] = await Promise.all([startMongo(), startS3()])
})
afterAll(async () => {
  await Promise.all([mongo?.stop(), s3?.stop()])
})
beforeEach(async () => {
  const endpoint = new URL(s3.endpoint)
  proxy = await openTcpProxy({ host: endpoint.hostname, port: Number(endpoint.port) })
  return () => proxy.close()
})
const on = apiHarness({
  env() {
    const uri = new URL(mongo.uri)
    uri.pathname = `/t${randomUUID().slice(0, 8)}`
    return {
      ...SHORT_LOCKS,
      MONGODB_URI: uri.href,
      S3_ENDPOINT: `http://127.0.0.1:${proxy.port}`,
      S3_ACCESS_KEY: s3.accessKey,
      S3_SECRET_KEY: s3.secretKey,
      S3_BUCKET: `test-${randomUUID()}`,
    }
  },
})
beforeEach(() => void on.script('s1', 40))

describe('architecture §4: with Redis, S3 and the MongoDB protocol configured by environment variables', () => {
  test('a script is narrated, served, recast and cleared, and leaves no data', async () => {
    const { harness } = on
    await on.withWorker()
    await harness.plan('s1')
    await expectNarrated(harness, 's1')
    await untilIdle(harness)
    const response = await on.generate(lineOf(7))
    expect(response.headers['x-from-cache']).toBe('true')
    expect(response.body).toBe('test:one says Text number 7.')
    on.script('s1', recast(scriptOf(40, 'test:one'), 'test:two'))
    await harness.plan('s1')
    await expectNarrated(harness, 's1')
    await untilIdle(harness)
    const cleared = await on.post('/api/caching/clear-cache', { scriptId: 's1' })
    expect(cleared.json()).toEqual({ success: true, filesDeleted: 80 })
    expect(await harness.objects.removeFolder('scripts/')).toBe(0)
    expect(await harness.index.ofScript('s1')).toEqual([])
  })

  test('when the object store becomes unavailable, every clip is made and none fails permanently', async () => {
    const half = Promise.withResolvers<void>()
    on.provider.speak = async (_request, call) => {
      if (call === 15) half.resolve()
    }
    await on.withWorker()
    await on.harness.plan('s1')
    await half.promise
    proxy.shut()
    await expect.poll(() => on.jobs('active'), { timeout: 20_000 }).toBe(0)
    expect(await on.jobs('prioritized', 'delayed')).toBeGreaterThan(0)
    proxy.open()
    await expectNarrated(on.harness, 's1', 30_000)
    await untilIdle(on.harness)
    expect(await on.jobs('failed')).toBe(0)
  })

  test('when a worker is killed during a clip, the clip is stored once and none is missing', async () => {
    const workers = await openWorkerProcesses(on.harness)
    try {
      workers.hold(({ text }) => text === 'Text number 9.')
      const first = await workers.start()
      await on.harness.plan('s1')
      await expect
        .poll(() => workers.asked.some(({ text }) => text === 'Text number 9.'), { timeout: 20_000 })
        .toBe(true)
      await workers.end(first)
      workers.release()
      await workers.start()
      await expectNarrated(on.harness, 's1', 30_000)
      expect(await on.harness.objects.removeFolder('scripts/s1/')).toBe(40)
    } finally {
      await workers.close()
    }
  })
})
