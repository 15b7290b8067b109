import { beforeEach, describe, expect, test } from 'vitest'
import { apiHarness } from '../testing/api-harness.ts'
import { expectNarrated, filesBelow, untilIdle } from '../testing/expectations.ts'
import { recast, scriptOf } from '../testing/scripts-stub.ts'

const on = apiHarness()
beforeEach(() => void on.script('s1', 20))

const acknowledged = () => on.harness.scripts.acknowledged
const underWay = () => on.harness.index.claimNarrations(Date.now() + 1, Date.now(), 10)
const deleteScript = (scriptId: string) => on.harness.deleted.add({ scriptId, mark: 7 })
const files = () => filesBelow(on.harness, 'scripts/s1')
/** Reads a state when a command is acknowledged. */
function atAcknowledgement<T>(read: () => Promise<T>): () => T | undefined {
  let found: T | undefined
  on.harness.scripts.onAcknowledge(() => {
    void read().then((state) => (found = state))
    return true
  })
  return () => found
}
function hold() {
  const { promise, resolve } = Promise.withResolvers<void>()
  on.provider.speak = () => promise
  return resolve
}

describe('product §10: a command is acknowledged when its work is recorded', () => {
  test('a casting: its narration is open in the index before; then an emptied Redis loses nothing', async () => {
    const open = atAcknowledgement(underWay)
    const release = hold()
    await on.withWorker({ RECONCILE_MS: '500', SPEECH_REMOTE_CONCURRENCY: '1' })
    await on.harness.plan('s1', { mark: 1 })
    await expect.poll(acknowledged).toEqual([{ scriptId: 's1', kind: 'casting', mark: 1 }])
    await expect.poll(open).toEqual(['s1'])
    await on.redis.command('FLUSHDB')
    release()
    await expectNarrated(on.harness, 's1')
  })

  test('the casting that was read is acknowledged, not an older one of the command', async () => {
    on.script('s1', { ...recast(scriptOf(20, 'test:one'), 'test:two'), castingVersion: 9 })
    await on.withWorker()
    await on.harness.plan('s1', { mark: 3 })
    await expect.poll(acknowledged).toEqual([{ scriptId: 's1', kind: 'casting', mark: 9 }])
  })

  test('a command of an older release, without a mark, is not acknowledged', async () => {
    await on.withWorker()
    await on.harness.plan('s1')
    await expectNarrated(on.harness, 's1')
    await untilIdle(on.harness)
    expect(acknowledged()).toEqual([])
  })

  test('a deletion: everything of the script is erased before', async () => {
    await on.withWorker()
    await on.harness.plan('s1')
    await expectNarrated(on.harness, 's1')
    on.harness.scripts.scripts.delete('s1')
    const left = atAcknowledgement(async () => (await files()).length)
    await deleteScript('s1')
    await expect.poll(acknowledged).toEqual([{ scriptId: 's1', kind: 'deleted', mark: 7 }])
    await expect.poll(left).toBe(0)
    expect(await on.stored()).toBe(0)
    expect(await on.harness.index.stateOf('s1')).toMatchObject({ erased: true })
  })

  test('a deletion is not acknowledged while a clip of the script is being made', async () => {
    const release = hold()
    await on.withWorker({ SPEECH_REMOTE_CONCURRENCY: '1' })
    await on.harness.plan('s1')
    await expect.poll(() => on.provider.asked.length).toBe(1)
    await deleteScript('s1')
    await expect.poll(() => on.harness.deleted.queue.getJobCountByTypes('delayed')).toBe(1)
    expect(acknowledged()).toEqual([])
    release()
    await expect.poll(acknowledged).toHaveLength(1)
    expect(await files()).toEqual([])
  })

  test('the acknowledgement fails: the command is repeated until it succeeds', async () => {
    let refused = 0
    on.harness.scripts.onAcknowledge(() => (refused += 1) > 2)
    await on.withWorker()
    await on.harness.plan('s1', { mark: 1 })
    await deleteScript('s2')
    await expect.poll(() => acknowledged().length, { timeout: 20_000 }).toBe(2)
    await expectNarrated(on.harness, 's1')
    await untilIdle(on.harness)
    expect(on.provider.asked).toHaveLength(20)
  }, 40_000)
})

test('product §7 clear-line-cache: a running clip of the line is dropped and made again, others are kept', async () => {
  on.script('s1', 2)
  const release = hold()
  await on.withWorker({ SPEECH_REMOTE_CONCURRENCY: '2' })
  await on.harness.plan('s1')
  await expect.poll(() => on.provider.asked.length).toBe(2)
  const cleared = await on.post('/api/caching/clear-line-cache', { scriptId: 's1', lineId: 'line-0' })
  expect(cleared.json()).toEqual({ success: true, filesDeleted: 0 })
  release()
  await expectNarrated(on.harness, 's1')
  const times = [0, 1].map((n) => on.provider.asked.filter((text) => text === `Text number ${n}.`).length)
  expect(times).toEqual([2, 1])
  expect(await files()).toHaveLength(2)
})
