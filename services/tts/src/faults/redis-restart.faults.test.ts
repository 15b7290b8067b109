import type { App } from '@andscene/service-kit/create-app'
import { describe, expect, test } from 'vitest'
import { eventually } from '../testing/eventually.ts'
import { expectNarrated, untilIdle } from '../testing/expectations.ts'
import { SHORT_LOCKS } from '../testing/harness.ts'
import { scriptOf } from '../testing/scripts-stub.ts'
import { ttsHarness } from '../testing/tts-harness.ts'

const on = ttsHarness({ ownRedis: true, env: SHORT_LOCKS })

describe('Redis goes away', () => {
  test('killed and restarted in the middle of a backlog: nothing is lost', async () => {
    on.harness.scripts.scripts.set('s1', scriptOf(120, 'test:one'))
    const half = Promise.withResolvers<void>()
    on.provider.speak = async (_request, call) => {
      if (call === 40) half.resolve()
    }
    await on.harness.worker([on.provider])
    await on.harness.plan('s1')
    await half.promise
    await on.redis.kill('SIGKILL')
    await on.redis.start()
    await expectNarrated(on.harness, 's1', { timeout: 30_000 })
    await untilIdle(on.harness)
    expect(await on.harness.lineAudio.queue.getJobCountByTypes('failed')).toBe(0)
  }, 60_000)

  test('while it is away stored clips are served, others are 503 at once, and it heals by itself', async () => {
    on.harness.scripts.scripts.set('s1', scriptOf(2, 'test:one'))
    const app = await on.harness.api([on.provider])
    await on.harness.worker([on.provider])
    const stored = { voiceId: 'test:one', scriptId: 's1', lineId: 'line-0', text: 'Text number 0.' }
    expect((await generate(app, stored)).statusCode).toBe(200)
    await untilIdle(on.harness)
    await on.redis.kill('SIGKILL')
    expect((await generate(app, stored)).statusCode).toBe(200)
    const started = performance.now()
    const missing = await generate(app, { voiceId: 'test:two', text: 'Never said.' })
    expect(missing.statusCode).toBe(503)
    expect(missing.headers['retry-after']).toBeDefined()
    expect(performance.now() - started).toBeLessThan(4_000)
    await on.redis.start()
    await expect
      .poll(async () => (await generate(app, { voiceId: 'test:two', text: 'Never said.' })).statusCode, {
        timeout: 15_000,
      })
      .toBe(200)
  }, 60_000)

  test('all of it lost (an empty Redis): scripts whose narration was under way are planned again', async () => {
    on.harness.scripts.scripts.set('s1', scriptOf(20, 'test:one'))
    const first = Promise.withResolvers<void>()
    on.provider.speak = () => first.promise
    await on.harness.worker([on.provider], { SPEECH_REMOTE_CONCURRENCY: '1', RECONCILE_MS: '300' })
    await on.harness.plan('s1')
    await eventually(() => on.harness.lineAudio.queue.getJobCountByTypes('prioritized')).toBeGreaterThan(10)
    await on.harness.lineAudio.queue.obliterate({ force: true })
    first.resolve()
    await on.harness.lineAudio.queue.resume()
    await expectNarrated(on.harness, 's1', { timeout: 15_000 })
    // Nothing is left to look after.
    await expect
      .poll(() => on.harness.index.claimNarrations(Date.now() + 1, 1, 10), { timeout: 5_000 })
      .toEqual([])
  }, 60_000)
})

const generate = (app: App, payload: object) =>
  app.inject({ method: 'POST', url: '/api/voices/generate', payload, headers: on.harness.person() })
