import { QUEUES } from '@andscene/contracts/queues'
import { Writable } from 'node:stream'
import { beforeEach, describe, expect, test } from 'vitest'
import { eventually } from '../testing/eventually.ts'
import { expectNarrated, untilIdle } from '../testing/expectations.ts'
import { SHORT_LOCKS } from '../testing/harness.ts'
import { scriptOf } from '../testing/scripts-stub.ts'
import { ttsHarness } from '../testing/tts-harness.ts'

const on = ttsHarness({ ownRedis: true, env: SHORT_LOCKS })
beforeEach(async () => {
  on.harness.scripts.scripts.set('s1', scriptOf(60, 'test:one'))
})

/** Redis holds more than it may from now on: every write that needs room is refused. */
const fill = () => on.redis.command('CONFIG SET maxmemory 100kb')
const makeRoom = () => on.redis.command('CONFIG SET maxmemory 0')

describe('Redis is full (maxmemory, noeviction)', () => {
  test('who asks for a clip is told so at once; stored clips are served; it heals by itself', async () => {
    const app = await on.harness.api([on.provider])
    await on.harness.worker([on.provider])
    const post = (text: string) =>
      app.inject({
        method: 'POST',
        url: '/api/voices/generate',
        payload: { voiceId: 'test:one', text },
        headers: on.harness.person(),
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
    await eventually(async () => (await worker.inject('/readyz')).json().failed).toMatchObject({
      redis: expect.stringContaining('full'),
    })
    await expect(on.harness.narration.add({ scriptId: 's1', reason: 'position' })).rejects.toMatchObject({
      code: 'UNAVAILABLE',
      message: expect.stringContaining('full'),
    })
    // Rounds of the reconciler go by, and with them the workers' own attempts.
    await eventually(() => told('narrations not looked after').length, 20_000).toBeGreaterThan(5)
    for (const queue of Object.values(QUEUES))
      expect(told('queue error').filter((line) => line.includes(`"${queue}"`)).length).toBeLessThan(4)
    expect(lines.join()).not.toContain('Text number')
    await makeRoom()
    await expectNarrated(on.harness, 's1', { timeout: 30_000 })
    await untilIdle(on.harness)
    expect(await on.harness.lineAudio.queue.getJobCountByTypes('failed')).toBe(0)
    expect((await worker.inject('/readyz')).statusCode).toBe(200)
  }, 90_000)
})
