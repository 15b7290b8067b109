import type { NaturalVoices } from '@andscene/contracts/voices/natural-voices'
import { QUEUES } from '@andscene/contracts/queues'
import { createProducer } from '@andscene/service-kit/queue/queues'
import type { RedisServer } from '@andscene/testing/redis-server'
import { redisDatabase } from '@andscene/testing/shared-redis'
import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, expect, onTestFinished, test, vi } from 'vitest'
import { announceNaturalVoices } from '../worker/announce-natural-voices.ts'
import { combined, STATE_TTL_MS, NaturalVoicesStatus } from './natural-voices-status.ts'

let redis: RedisServer
beforeAll(async () => {
  redis = await redisDatabase()
})
afterAll(() => redis.stop())

function prepared() {
  const prefix = `t-${randomUUID()}`
  const producer = createProducer(QUEUES.lineAudio, { redis: redis.url, prefix })
  onTestFinished(() => producer.close())
  return {
    producer,
    key: `${prefix}:natural-voices`,
    /** The status as read by another process without a cache. */
    status: () => new NaturalVoicesStatus(producer, prefix),
  }
}

const coming = (doneBytes: number): NaturalVoices => ({ state: 'coming', doneBytes, totalBytes: 100 })
const READY: NaturalVoices = { state: 'ready' }
const MISSING: NaturalVoices = { state: 'missing', reason: 'No network.' }
const OFF: NaturalVoices = { state: 'off' }
const RESTING: NaturalVoices = { state: 'resting', reason: 'It failed.' }

test('the best state of all workers is used; of several downloads, the one with the most bytes', () => {
  expect(combined([])).toBeUndefined()
  const worst = [OFF, MISSING, RESTING, coming(10), coming(30), coming(20), READY]
  for (let n = 1; n <= worst.length; n += 1) {
    const best = [OFF, MISSING, RESTING, coming(10), coming(30), coming(30), READY][n - 1]
    expect(combined(worst.slice(0, n))).toEqual(best)
  }
})

test('reports of workers are visible to other processes until they are withdrawn', async () => {
  const { status } = prepared()
  expect(await status().read()).toBeUndefined()
  await status().publish('one', coming(10))
  await status().publish('two', MISSING)
  expect(await status().read()).toEqual(coming(10))
  await status().publish('one', READY)
  expect(await status().read()).toEqual(READY)
  await status().withdraw('one')
  expect(await status().read()).toEqual(MISSING)
})

test('reports of dead workers and malformed ones are removed', async () => {
  const { status, producer, key } = prepared()
  const old = Date.now() - STATE_TTL_MS - 1_000
  await producer.ask(async (_queue, client) => {
    await client.hset(key, 'dead', JSON.stringify({ at: old, state: READY }))
    await client.hset(key, 'broken', '{"at')
    await client.hset(key, 'other', JSON.stringify({ at: Date.now(), state: { state: 'elsewhere' } }))
  })
  await status().publish('one', coming(10))
  expect(await status().read()).toEqual(coming(10))
  expect(await producer.ask((_queue, client) => client.hkeys(key))).toEqual(['one'])
  expect(await producer.ask((_queue, client) => client.pttl(key))).toBeGreaterThan(0)
})

test('the state is read at most once a second; while Redis is unavailable it is unknown', async () => {
  let now = 0
  let asked = 0
  let isAway = false
  const clock = vi.spyOn(performance, 'now').mockImplementation(() => now)
  onTestFinished(() => clock.mockRestore())
  const { producer } = prepared()
  const status = new NaturalVoicesStatus(
    {
      ask(work) {
        asked += 1
        return isAway ? Promise.reject(new Error('down')) : producer.ask(work)
      },
    },
    randomUUID(),
  )
  await Promise.all([status.read(), status.read()])
  now = 1_000
  await status.read()
  expect(asked).toBe(1)
  now = 1_001
  isAway = true
  await expect(status.read()).rejects.toThrow('down')
  now = 2_002
  isAway = false
  await status.publish('one', READY)
  expect(await status.read()).toEqual(READY)
})

/** Announces a download; `becomeReady` ends it. */
function announcing(status: Parameters<typeof announceNaturalVoices>[0]['status'], everyMs = 3_600_000) {
  let state = coming(1)
  const announcement = announceNaturalVoices({ state: () => state, status, log: { debug() {} }, everyMs })
  return {
    becomeReady() {
      state = READY
      announcement.changed()
    },
    close: () => announcement.close(),
  }
}

test('a worker announces each change soon, repeats it, and withdraws it when it is closed', async () => {
  const { status, producer, key } = prepared()
  const { becomeReady, close } = announcing(status(), 20)
  const isKnown = (state: NaturalVoices) => expect.poll(() => status().read()).toEqual(state)
  await isKnown(coming(1))
  becomeReady()
  await isKnown(READY)
  await producer.ask((_queue, client) => client.del(key))
  await isKnown(READY)
  await close()
  expect(await status().read()).toBeUndefined()
})

test('a change during an announcement is announced after it', async () => {
  const sent: NaturalVoices[] = []
  const gate = Promise.withResolvers<void>()
  const { becomeReady, close } = announcing({
    async publish(_workerId, said) {
      sent.push(said)
      await gate.promise
    },
    withdraw: async () => {},
  })
  await expect.poll(() => sent).toEqual([coming(1)])
  becomeReady()
  gate.resolve()
  await expect.poll(() => sent).toEqual([coming(1), READY])
  await close()
})

test('a failed announcement is repeated soon', async () => {
  const { status } = prepared()
  const publish = vi.fn<NaturalVoicesStatus['publish']>((...args) => status().publish(...args))
  publish.mockRejectedValueOnce(new Error('Redis is down'))
  const { close } = announcing({ publish, withdraw: async () => {} })
  await expect.poll(() => status().read(), { timeout: 3_000 }).toEqual(coming(1))
  await close()
})
