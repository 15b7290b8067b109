import { beforeEach, describe, expect, test } from 'vitest'
import { apiHarness, lineOf } from '../testing/api-harness.ts'
import { HEAD } from '../testing/scripted-provider.ts'
import { SHORT_LOCKS } from '../testing/harness.ts'
import { openWorkerProcesses } from '../testing/worker-processes.ts'

const WHOLE = 'test:one says Text number 0.'

// Worker processes start slowly on a busy machine.
describe('architecture §7: after the head of a clip was sent', { timeout: 60_000 }, () => {
  const on = apiHarness({ ownRedis: true, env: SHORT_LOCKS })
  beforeEach(() => void on.script('s1', 1))
  const ask = (headMs = 0) => on.generate(lineOf(0, { head: true, headMs }))

  test('when the worker is killed, another one makes the clip and the client gets the rest', async () => {
    const workers = await openWorkerProcesses(on.harness)
    try {
      workers.hold(() => true)
      const first = await workers.start()
      expect((await ask()).body).toBe('the beginning')
      const rest = ask(400)
      await workers.end(first)
      workers.release()
      await workers.start()
      const { statusCode, body } = await rest
      expect([statusCode, body]).toEqual([200, WHOLE])
    } finally {
      await workers.close()
    }
  })

  test('when Redis is killed, the client gets Retry-After, and the rest as soon as Redis is available', async () => {
    const release = on.provider.hold(/./, HEAD)
    await on.withWorker()
    expect((await ask()).body).toBe('the beginning')
    await on.redis.kill('SIGKILL')
    const refused = await ask(400)
    expect(refused.statusCode).toBe(503)
    expect(refused.headers['retry-after']).toBeDefined()
    await on.redis.start()
    release()
    await expect.poll(async () => (await ask(400)).body, { timeout: 30_000 }).toBe(WHOLE)
  })
})
