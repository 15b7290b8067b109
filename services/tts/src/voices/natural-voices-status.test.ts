import type { NaturalVoices } from '@andscene/contracts/natural-voices'
import { QUEUES } from '@andscene/contracts/queues'
import { createProducer } from '@andscene/service-kit/queue/queues'
import type { RedisServer } from '@andscene/testing/redis-server'
import { redisDatabase } from '@andscene/testing/shared-redis'
import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, expect, onTestFinished, test, vi } from 'vitest'
import { eventually } from '../testing/eventually.ts'
import { announceNaturalVoices } from '../worker/announce-natural-voices.ts'
import { combined, FORGOTTEN_MS, NaturalVoicesStatus } from './natural-voices-status.ts'

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
    /** Another process's, which has asked nothing yet. */
    status: () => new NaturalVoicesStatus(producer, prefix),
  }
}

const coming = (doneBytes: number): NaturalVoices => ({ state: 'coming', doneBytes, totalBytes: 100 })
const READY: NaturalVoices = { state: 'ready' }
const MISSING: NaturalVoices = { state: 'missing', reason: 'No network.' }
const OFF: NaturalVoices = { state: 'off' }
const RESTING: NaturalVoices = { state: 'resting', reason: 'It failed.' }

test('the best of what workers say holds; of those that are coming the farthest', () => {
  expect(combined([])).toBeUndefined()
  const worst = [OFF, MISSING, RESTING, coming(10), coming(30), coming(20), READY]
  for (let n = 1; n <= worst.length; n += 1) {
    const best = [OFF, MISSING, RESTING, coming(10), coming(30), coming(30), READY][n - 1]
    expect(combined(worst.slice(0, n))).toEqual(best)
  }
})

test('workers say it, and any other process hears it until they leave', async () => {
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

test('a worker that died is forgotten, and so is what nobody understands', async () => {
  const { status, producer, key } = prepared()
  const old = Date.now() - FORGOTTEN_MS - 1_000
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

test('it is asked for at most once a second, however many read it', async () => {
  let now = 0
  let asked = 0
  const clock = vi.spyOn(performance, 'now').mockImplementation(() => now)
  onTestFinished(() => clock.mockRestore())
  const { producer } = prepared()
  const status = new NaturalVoicesStatus(
    {
      ask(work) {
        asked += 1
        return producer.ask(work)
      },
    },
    randomUUID(),
  )
  await Promise.all([status.read(), status.read()])
  now = 1_000
  await status.read()
  expect(asked).toBe(1)
  now = 1_001
  await status.read()
  expect(asked).toBe(2)
})

test('the state is unknown while Redis is unavailable, and known a second later', async () => {
  let now = 0
  let isAway = true
  const clock = vi.spyOn(performance, 'now').mockImplementation(() => now)
  onTestFinished(() => clock.mockRestore())
  const { producer } = prepared()
  const status = new NaturalVoicesStatus(
    { ask: (work) => (isAway ? Promise.reject(new Error('away')) : producer.ask(work)) },
    randomUUID(),
  )
  await expect(status.read()).rejects.toThrow('away')
  isAway = false
  now = 1_001
  await status.publish('one', READY)
  expect(await status.read()).toEqual(READY)
})

test('a worker says each change soon, the same again and again, and takes it back when it ends', async () => {
  const { status, producer, key } = prepared()
  let state = coming(1)
  const announcement = announceNaturalVoices({
    state: () => state,
    status: status(),
    log: { debug() {} },
    everyMs: 20,
  })
  await eventually(() => status().read()).toEqual(coming(1))
  state = READY
  announcement.changed()
  await eventually(() => status().read()).toEqual(READY)
  await producer.ask((_queue, client) => client.del(key))
  await eventually(() => status().read()).toEqual(READY)
  await announcement.close()
  expect(await status().read()).toBeUndefined()
})

test('an announcement that Redis refused is repeated at once, not with the next beat', async () => {
  const { status } = prepared()
  let refused = 0
  const refusing = {
    publish: async (workerId: string, state: NaturalVoices) => {
      if (state.state === 'ready' && refused++ < 2) throw new Error('Redis is away')
      await status().publish(workerId, state)
    },
    withdraw: (workerId: string) => status().withdraw(workerId),
  }
  let state = coming(1)
  const announcement = announceNaturalVoices({
    state: () => state,
    status: refusing,
    log: { debug() {} },
    everyMs: 3_600_000,
  })
  await eventually(() => status().read()).toEqual(coming(1))
  state = READY
  announcement.changed()
  await eventually(() => status().read()).toEqual(READY)
  expect(refused).toBe(3)
  await announcement.close()
})

test('a change while an announcement is sent is announced after it', async () => {
  const sent: NaturalVoices[] = []
  const gate = Promise.withResolvers<void>()
  let state = coming(1)
  const announcement = announceNaturalVoices({
    state: () => state,
    status: {
      async publish(_workerId, said) {
        sent.push(said)
        await gate.promise
      },
      withdraw: async () => {},
    },
    log: { debug() {} },
    everyMs: 3_600_000,
  })
  await eventually(() => sent).toEqual([coming(1)])
  state = READY
  announcement.changed()
  gate.resolve()
  await eventually(() => sent).toHaveLength(2)
  expect(sent).toEqual([coming(1), READY])
  await announcement.close()
})

test('nothing is announced before the state is known', async () => {
  const { status } = prepared()
  const known = Promise.withResolvers<NaturalVoices>()
  const announcement = announceNaturalVoices({
    state: () => known.promise,
    status: status(),
    log: { debug() {} },
  })
  expect(await status().read()).toBeUndefined()
  known.resolve(READY)
  await eventually(() => status().read()).toEqual(READY)
  await announcement.close()
})
