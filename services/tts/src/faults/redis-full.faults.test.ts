import { QUEUES } from '@andscene/contracts/queues'
import { Writable } from 'node:stream'
import { beforeEach, describe, expect, test } from 'vitest'
import { expectNarrated, untilIdle } from '../testing/expectations.ts'
import { SHORT_LOCKS } from '../testing/harness.ts'
import { apiHarness } from '../testing/api-harness.ts'

const on = apiHarness({ ownRedis: true, env: SHORT_LOCKS })
beforeEach(async () => {
  on.script('s1', 60)
})

/** Redis rejects every write that needs memory. */
const fill = () => on.redis.command('CONFIG SET maxmemory 100kb')
const makeRoom = () => on.redis.command('CONFIG SET maxmemory 0')

describe('when Redis is full (maxmemory, noeviction)', () => {
  test('new clips are rejected immediately, stored ones are served, and it recovers automatically', async () => {
    await on.withWorker()
    const post = (text: string) => on.generate({ voiceId: 'test:one', text })
    expect((await post('Hello.')).statusCode).toBe(200)
    await fill()
    expect((await post('Hello.')).statusCode).toBe(200)
    const refused = await post('Never said.')
    expect(refused.statusCode).toBe(503)
    expect(refused.json()).toMatchObject({ code: 'UNAVAILABLE', error: expect.stringContaining('full') })
    expect(refused.headers['retry-after']).toBeDefined()
    await makeRoom()
    await expect.poll(async () => (await post('Never said.')).statusCode, { timeout: 20_000 }).toBe(200)
  }, 60_000)

  test('during a backlog, workers report it without flooding the log, and continue later', async () => {
    const lines: string[] = []
    const log = new Writable({
      write(chunk, _encoding, done) {
        lines.push(...String(chunk).trim().split('\n'))
        done()
      },
    })
    const logged = (message: string) => lines.filter((line) => line.includes(message))
    const half = Promise.withResolvers<void>()
    const gate = Promise.withResolvers<void>()
    on.provider.speak = async (_request, call) => {
      if (call < 20) return
      half.resolve()
      await gate.promise
    }
    const worker = await on.harness.worker([on.provider], { LOG_LEVEL: 'warn', RECONCILE_MS: '500' }, log)
    await on.harness.plan('s1')
    await half.promise
    await fill()
    gate.resolve()
    await expect
      .poll(async () => (await worker.inject('/readyz')).json().failed)
      .toMatchObject({
        redis: expect.stringContaining('full'),
      })
    await expect(on.harness.narration.add({ scriptId: 's1', reason: 'position' })).rejects.toMatchObject({
      code: 'UNAVAILABLE',
      message: expect.stringContaining('full'),
    })
    // The reconciler and the workers retry meanwhile.
    await expect
      .poll(() => logged('narrations not looked after').length, { timeout: 20_000 })
      .toBeGreaterThan(5)
    for (const queue of Object.values(QUEUES))
      expect(logged('queue error').filter((line) => line.includes(`"${queue}"`)).length).toBeLessThan(4)
    expect(lines.join()).not.toContain('Text number')
    await makeRoom()
    await expectNarrated(on.harness, 's1', 30_000)
    await untilIdle(on.harness)
    expect(await on.jobs('failed')).toBe(0)
    expect((await worker.inject('/readyz')).statusCode).toBe(200)
  }, 90_000)
})
