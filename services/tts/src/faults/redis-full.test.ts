import { QUEUES } from '@andscene/contracts/queues'
import { startRedis, type RedisServer } from '@andscene/testing/redis-server'
import { Writable } from 'node:stream'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { eventually } from '../testing/eventually.ts'
import { expectNarrated, untilIdle } from '../testing/expectations.ts'
import { scriptOf } from '../testing/fake-scripts.ts'
import { ScriptedProvider } from '../testing/scripted-provider.ts'
import { openStage, type Stage } from '../testing/stage.ts'

let redis: RedisServer
let stage: Stage
let provider: ScriptedProvider
beforeEach(async () => {
  redis = await startRedis()
  stage = await openStage(redis)
  provider = new ScriptedProvider()
  stage.scripts.scripts.set('s1', scriptOf(60, 'test:one'))
})
afterEach(async () => {
  await stage.close()
  await redis.stop()
})

/** Redis holds more than it may from now on: every write that needs room is refused. */
const fill = () => redis.command('CONFIG SET maxmemory 100kb')
const makeRoom = () => redis.command('CONFIG SET maxmemory 0')

describe('Redis is full (maxmemory, noeviction)', () => {
  test('who asks for a clip is told so at once; stored clips are served; it heals by itself', async () => {
    const app = await stage.api([provider])
    await stage.worker([provider])
    const post = (text: string) =>
      app.inject({
        method: 'POST',
        url: '/api/voices/generate',
        payload: { voiceId: 'test:one', text },
        headers: stage.person(),
      })
    expect((await post('Hello.')).statusCode).toBe(200)
    await fill()
    expect((await post('Hello.')).statusCode).toBe(200)
    const refused = await post('Never said.')
    expect(refused.statusCode).toBe(503)
    expect(refused.json()).toMatchObject({
      success: false,
      code: 'UNAVAILABLE',
      error: 'The queue is full right now. Please try again in a moment.',
    })
    expect(refused.headers['retry-after']).toBeDefined()
    await makeRoom()
    await expect.poll(async () => (await post('Never said.')).statusCode, { timeout: 20_000 }).toBe(200)
  }, 60_000)

  test('in the middle of a backlog: workers say so, do not fill the log, and go on when there is room', async () => {
    const lines: string[] = []
    const log = new Writable({
      write(chunk, _encoding, done) {
        lines.push(...String(chunk).trim().split('\n'))
        done()
      },
    })
    const told = (message: string) => lines.filter((line) => line.includes(message))
    const half = Promise.withResolvers<void>()
    const gate = Promise.withResolvers<void>()
    provider.speak = async (_request, call) => {
      if (call < 20) return
      half.resolve()
      await gate.promise
    }
    const worker = await stage.worker([provider], { LOG_LEVEL: 'warn', RECONCILE_MS: '500' }, log)
    await stage.plan('s1')
    await half.promise
    await fill()
    gate.resolve()
    await eventually(async () => (await worker.inject('/readyz')).json().failed).toMatchObject({
      redis: expect.stringContaining('full'),
    })
    await expect(stage.narration.add({ scriptId: 's1', reason: 'position' })).rejects.toMatchObject({
      code: 'UNAVAILABLE',
      message: expect.stringContaining('full'),
    })
    // Rounds of the reconciler go by, and with them the workers' own attempts.
    await eventually(() => told('narrations not looked after').length, 20_000).toBeGreaterThan(5)
    for (const queue of Object.values(QUEUES))
      expect(told('queue error').filter((line) => line.includes(`"${queue}"`)).length).toBeLessThan(4)
    expect(lines.join()).not.toContain('Text number')
    await makeRoom()
    await expectNarrated(stage, 's1', { timeout: 30_000 })
    await untilIdle(stage)
    expect(await stage.lineAudio.queue.getJobCountByTypes('failed')).toBe(0)
    expect((await worker.inject('/readyz')).statusCode).toBe(200)
  }, 90_000)
})
