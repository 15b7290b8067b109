import type { App } from '@andscene/service-kit/create-app'
import { startRedis, type RedisServer } from '@andscene/testing/redis-server'
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
})
afterEach(async () => {
  await stage.close()
  await redis.stop()
})

describe('Redis goes away', () => {
  test('killed and restarted in the middle of a backlog: nothing is lost', async () => {
    stage.scripts.scripts.set('s1', scriptOf(120, 'test:one'))
    const half = Promise.withResolvers<void>()
    provider.speak = async (_request, call) => {
      if (call === 40) half.resolve()
    }
    await stage.worker([provider])
    await stage.plan('s1')
    await half.promise
    await redis.kill('SIGKILL')
    await redis.start()
    await expectNarrated(stage, 's1', { timeout: 30_000 })
    await untilIdle(stage)
    expect(await stage.lineAudio.queue.getJobCountByTypes('failed')).toBe(0)
  }, 60_000)

  test('while it is away stored clips are served, others are 503 at once, and it heals by itself', async () => {
    stage.scripts.scripts.set('s1', scriptOf(2, 'test:one'))
    const app = await stage.api([provider])
    await stage.worker([provider])
    const stored = { voiceId: 'test:one', scriptId: 's1', lineId: 'line-0', text: 'Text number 0.' }
    expect((await generate(app, stored)).statusCode).toBe(200)
    await untilIdle(stage)
    await redis.kill('SIGKILL')
    expect((await generate(app, stored)).statusCode).toBe(200)
    const started = performance.now()
    const missing = await generate(app, { voiceId: 'test:two', text: 'Never said.' })
    expect(missing.statusCode).toBe(503)
    expect(missing.headers['retry-after']).toBeDefined()
    expect(performance.now() - started).toBeLessThan(4_000)
    await redis.start()
    await expect
      .poll(async () => (await generate(app, { voiceId: 'test:two', text: 'Never said.' })).statusCode, {
        timeout: 15_000,
      })
      .toBe(200)
  }, 60_000)

  test('all of it lost (an empty Redis): scripts whose narration was under way are planned again', async () => {
    stage.scripts.scripts.set('s1', scriptOf(20, 'test:one'))
    const first = Promise.withResolvers<void>()
    provider.speak = () => first.promise
    await stage.worker([provider], { SPEECH_REMOTE_CONCURRENCY: '1', RECONCILE_MS: '300' })
    await stage.plan('s1')
    await eventually(() => stage.lineAudio.queue.getJobCountByTypes('prioritized')).toBeGreaterThan(10)
    await stage.lineAudio.queue.obliterate({ force: true })
    first.resolve()
    await stage.lineAudio.queue.resume()
    await expectNarrated(stage, 's1', { timeout: 15_000 })
    // Nothing is left to look after.
    await expect
      .poll(() => stage.index.claimNarrations(Date.now() + 1, 1, 10), { timeout: 5_000 })
      .toEqual([])
  }, 60_000)
})

const generate = (app: App, payload: object) =>
  app.inject({ method: 'POST', url: '/api/voices/generate', payload, headers: stage.person() })
