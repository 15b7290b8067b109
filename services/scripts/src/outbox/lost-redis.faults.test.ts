import { acknowledgedChannel, type NarrationJob, type ScriptDeletedJob } from '@andscene/contracts/queues'
import { beforeEach, describe, expect, test, vi } from 'vitest'
import { manualClock } from '../testing/manual-clock.ts'
import type { Person } from '../testing/person.ts'
import { SOON, testHarness, type Harness } from '../testing/harness.ts'
import { SENT_AGAIN_MS } from './outbox.ts'

vi.setConfig({ testTimeout: 60_000 })

let harness: Harness
let clock: ReturnType<typeof manualClock>
let ada: Person
let cast: string
let gone: string
beforeEach(async () => {
  clock = manualClock()
  harness = await testHarness({ clock, ownRedis: true })
  ada = harness.as('ada')
  cast = await ada.newScript()
  gone = await ada.newScript()
})

const save = async () => {
  const saved = await ada.post(`/api/scripts/${cast}/assign-voices`, { narrationVoiceId: 'v' })
  expect(saved.status).toBe(200)
  expect((await ada.delete(`/api/scripts/${gone}`)).status).toBe(200)
}
const jobs = async (): Promise<(NarrationJob | ScriptDeletedJob)[]> => [
  ...(await harness.narrationJobs()),
  ...(await harness.deletedJobs()),
]
const waiting = () => expect.poll(async () => (await jobs()).length, SOON).toBe(2)
/** Returns the number of receivers. */
const acknowledge = ({ scriptId, mark }: NarrationJob | ScriptDeletedJob) => {
  const done = JSON.stringify({ scriptId, kind: scriptId === cast ? 'casting' : 'deleted', mark })
  const channel = acknowledgedChannel(harness.connection.prefix)
  return harness.queues.narration.ask((_queue, redis) => redis.publish(channel, done))
}
const inQueue = async () => (await jobs()).map(({ scriptId }) => scriptId)
const aMinuteLater = async () => {
  // The outbox must have scheduled its next sweep before the clock advances.
  await expect.poll(() => clock.next(), SOON).toBeDefined()
  clock.advance(SENT_AGAIN_MS)
}

/** Advances the clock to each retry of the outbox, until `done` matches. */
const untilSent = (done: () => Promise<unknown>) =>
  expect.poll(async () => {
    if (clock.next() !== undefined) clock.advance(clock.next()!)
    return done()
  }, SOON)

describe('product §10: the commands of a saved casting and of a deletion are not lost with the queue', () => {
  test('when Redis loses its data, both are sent again', async () => {
    await save()
    await waiting()
    await harness.redis.kill('SIGKILL')
    await harness.redis.loseData()
    await harness.redis.start()
    await expect.poll(() => jobs().catch(() => undefined), SOON).toEqual([])
    await aMinuteLater()
    // Until the connection is restored, the outbox retries with backoff.
    await untilSent(async () => new Set(await inQueue())).toEqual(new Set([cast, gone]))
  })

  test('when Redis is full, both changes are saved, and the commands are sent when there is room', async () => {
    await harness.redis.command('CONFIG SET maxmemory 100kb')
    await save()
    expect((await ada.get(`/api/scripts/${cast}`)).body.data.script.narrationVoiceId).toBe('v')
    expect((await fetch(new URL('/readyz', harness.url))).status).toBe(200)
    await expect.poll(() => clock.next(), SOON).toBeDefined()
    expect(await jobs()).toEqual([])
    await harness.redis.command('CONFIG SET maxmemory 0')
    await untilSent(async () => new Set(await inQueue())).toEqual(new Set([cast, gone]))
  })

  test('when the consumer has acknowledged both, they are not sent again', async () => {
    await save()
    await waiting()
    for (const job of await jobs()) await expect.poll(() => acknowledge(job), SOON).toBe(1)
    await expect.poll(() => harness.pendingCommands(), SOON).toEqual([])
    await harness.redis.command('FLUSHALL')
    await aMinuteLater()
    await expect.poll(() => clock.next(), SOON).toBeGreaterThan(0)
    expect(await jobs()).toEqual([])
  })
})
