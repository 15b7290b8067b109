import { expect, test, vi } from 'vitest'
import { apiHarness, guestOf } from '../testing/api-harness.ts'
import { scriptOf } from '../testing/scripts-stub.ts'
import { NaturalVoicesStatus } from '../voices/natural-voices-status.ts'

const on = apiHarness()

/** Sets up a platform with ready natural voices, and a worker whose provider counts its preparations. */
async function readyToPrepare() {
  const prepare = vi.fn<() => Promise<void>>(async () => {})
  on.provider.prepare = prepare
  // The API checks whether the provider can be prepared.
  on.app = await on.harness.api([on.provider])
  const { lineAudio, environment } = on.harness
  await new NaturalVoicesStatus(lineAudio, environment.QUEUE_PREFIX).publish('another', { state: 'ready' })
  await on.withWorker()
  const channel = `${environment.QUEUE_PREFIX}:tts:prepare`
  await expect
    .poll(() => lineAudio.ask((_queue, redis) => redis.pubsub('NUMSUB', channel)))
    .toEqual([channel, 1])
  return prepare
}

/** Resolves when all announcements so far have arrived: messages arrive in the order in which they are published. */
const allArrived = async (prepare: () => Promise<void>) => {
  const calls = vi.mocked(prepare).mock.calls.length
  const { lineAudio, environment } = on.harness
  await lineAudio.ask((_queue, redis) => redis.publish(`${environment.QUEUE_PREFIX}:tts:prepare`, ''))
  await expect.poll(() => vi.mocked(prepare).mock.calls.length).toBeGreaterThan(calls)
  return vi.mocked(prepare).mock.calls.length - 1
}

test('when a signed-in user lists the voices several times in a row, workers prepare once', async () => {
  const prepare = await readyToPrepare()
  for (let n = 0; n < 3; n += 1) expect((await on.get('/api/voices')).statusCode).toBe(200)
  await expect.poll(() => prepare.mock.calls.length).toBeGreaterThan(0)
  expect(await allArrived(prepare)).toBe(1)
})

test('when a guest lists the voices, nothing is prepared', async () => {
  const prepare = await readyToPrepare()
  expect((await on.get('/api/voices', {}, guestOf('s1'))).statusCode).toBe(200)
  expect(await allArrived(prepare)).toBe(0)
})

test('when a user opens a script with missing clips, workers prepare', async () => {
  const prepare = await readyToPrepare()
  on.script()
  expect((await on.get('/api/scripts/s1/narration')).json().data.waiting).toBe(3)
  // Announced after the response, over another connection.
  await expect.poll(() => prepare.mock.calls.length).toBe(1)
  expect(await allArrived(prepare)).toBe(1)
})

test('when all lines are ready, or the script has no such voice, nothing is prepared', async () => {
  const prepare = await readyToPrepare()
  on.script('s1', 1)
  await on.harness.plan('s1')
  await expect.poll(async () => (await on.get('/api/scripts/s1/narration')).json().data.ready).toBe(1)
  const before = await allArrived(prepare)
  expect((await on.get('/api/scripts/s1/narration')).json().data.waiting).toBe(0)
  on.script('s2', scriptOf(1, 'other:one'))
  expect((await on.get('/api/scripts/s2/narration')).statusCode).toBe(200)
  expect(await allArrived(prepare)).toBe(before + 1)
})
