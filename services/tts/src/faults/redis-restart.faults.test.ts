import { describe, expect, test } from 'vitest'
import { expectNarrated, untilIdle } from '../testing/expectations.ts'
import { SHORT_LOCKS } from '../testing/harness.ts'
import { apiHarness, lineOf } from '../testing/api-harness.ts'

const on = apiHarness({ ownRedis: true, env: SHORT_LOCKS })

describe('when Redis is killed', () => {
  test('and restarted during a backlog, no clip is lost', async () => {
    on.script('s1', 120)
    const half = Promise.withResolvers<void>()
    on.provider.speak = async (_request, call) => {
      if (call === 40) half.resolve()
    }
    await on.withWorker()
    await on.harness.plan('s1')
    await half.promise
    await on.redis.kill('SIGKILL')
    await on.redis.start()
    await expectNarrated(on.harness, 's1', 30_000)
    await untilIdle(on.harness)
    expect(await on.jobs('failed')).toBe(0)
  }, 60_000)

  test('stored clips are served, others fail with 503 immediately, and it recovers automatically', async () => {
    on.script('s1', 2)
    await on.withWorker()
    const missing = () => on.generate({ voiceId: 'test:two', text: 'Never said.' })
    expect((await on.generate(lineOf(0))).statusCode).toBe(200)
    await untilIdle(on.harness)
    await on.redis.kill('SIGKILL')
    expect((await on.generate(lineOf(0))).statusCode).toBe(200)
    const started = performance.now()
    const refused = await missing()
    expect(refused.statusCode).toBe(503)
    expect(refused.headers['retry-after']).toBeDefined()
    expect(performance.now() - started).toBeLessThan(4_000)
    await on.redis.start()
    await expect.poll(async () => (await missing()).statusCode).toBe(200)
  }, 60_000)
})
