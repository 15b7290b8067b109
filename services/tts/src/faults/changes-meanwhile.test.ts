import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { apiHarness } from '../testing/api-harness.ts'
import { expectNarrated, filesBelow, untilIdle } from '../testing/expectations.ts'
import { until } from '../testing/scripted-provider.ts'
import { recast, scriptOf } from '../testing/scripts-stub.ts'

const on = apiHarness()
let release: () => void
beforeEach(() => {
  const gate = Promise.withResolvers<void>()
  release = gate.resolve
  on.provider.speak = () => gate.promise
})
afterEach(() => release())

const waiting = () => on.jobs('prioritized', 'waiting', 'delayed')
/** Plans a script; its clips, except the first, wait for `release`. */
async function narrating(lines: number) {
  on.script('s1', lines)
  await on.withWorker({ SPEECH_REMOTE_CONCURRENCY: '1' })
  await on.harness.plan('s1')
  await expect.poll(waiting).toBeGreaterThanOrEqual(lines - 3)
  await on.planned()
}
const clear = async () => (await on.post('/api/caching/clear-cache', { scriptId: 's1' })).json()
const deleteScript = () => {
  on.harness.scripts.scripts.delete('s1')
  return on.harness.deleted.add({ scriptId: 's1' }, { jobId: 'delete-s1' })
}
async function expectNothingStored() {
  expect(await on.stored()).toBe(0)
  expect(await filesBelow(on.harness, 'scripts/s1')).toEqual([])
}

describe('product §10: changes while clips are made', () => {
  test('the same casting saved ten times concurrently makes each clip once', async () => {
    on.script('s1', 25)
    await on.withWorker()
    await Promise.all(Array.from({ length: 10 }, () => on.harness.plan('s1')))
    release()
    await expectNarrated(on.harness, 's1')
    await untilIdle(on.harness)
    expect(on.provider.asked).toHaveLength(25)
  })

  test('when the casting changes while 1,000 jobs wait, clips that are no longer needed are dropped unspoken', async () => {
    await narrating(1_000)
    on.script('s1', recast(scriptOf(1_000, 'test:one'), 'test:two'))
    await on.harness.plan('s1')
    await expect.poll(waiting).toBeGreaterThanOrEqual(1_997)
    release()
    await expectNarrated(on.harness, 's1', 45_000)
    // Only clips that were already taken.
    expect(on.provider.asked.length).toBeLessThanOrEqual(1_003)
  }, 90_000)

  test('a new casting keeps the waiting clips of unchanged voices', async () => {
    await narrating(20)
    const script = scriptOf(20, 'test:one')
    script.lines.push({ _id: 'd', type: 'Dialogue', character: 'Ann', text: 'Hello.' })
    script.casting.characterAssignments['Ann'] = 'test:two'
    on.script('s1', { ...script, castingVersion: 2 })
    await on.harness.plan('s1')
    await on.planned()
    release()
    await untilIdle(on.harness)
    expect([await on.stored(), on.provider.asked.length]).toEqual([21, 21])
  })

  test('a script deleted while its jobs run leaves no data, and never gets new data', async () => {
    await narrating(50)
    on.script('s2', scriptOf(3, 'test:two'))
    await on.harness.plan('s2')
    await on.planned()
    const spoken = on.provider.asked.length
    await deleteScript()
    await expect.poll(() => on.harness.deleted.queue.getJobCountByTypes('active', 'waiting')).toBe(0)
    expect(await waiting()).toBeLessThanOrEqual(3)
    release()
    await expectNarrated(on.harness, 's2')
    await untilIdle(on.harness)
    await on.harness.plan('s1')
    await on.planned()
    await expectNothingStored()
    expect(on.provider.asked.length).toBeLessThanOrEqual(spoken + 3 + 2)
  })

  test('deleting a script while its clips are being spoken cancels them immediately', async () => {
    on.script('s1', 2)
    const cancelled: string[] = []
    on.provider.speak = async ({ text, signal }) => {
      await until(new Promise(() => {}), signal).catch(() => cancelled.push(text))
      signal!.throwIfAborted()
    }
    await on.withWorker()
    await on.harness.plan('s1')
    await expect.poll(() => on.provider.asked).toHaveLength(2)
    await deleteScript()
    await expect.poll(() => cancelled).toHaveLength(2)
    await untilIdle(on.harness)
    expect(await on.stored()).toBe(0)
  })

  test('clearing the cache drops queued clips, and running ones store no object', async () => {
    await narrating(50)
    expect(await clear()).toEqual({ success: true, filesDeleted: 0 })
    expect(await waiting()).toBe(0)
    release()
    await untilIdle(on.harness)
    await expectNothingStored()
    // Made again on the next play (product §8), not before.
    expect(await on.harness.index.claimNarrations(Date.now() + 1, Date.now(), 10)).toEqual([])
    await on.harness.plan('s1', { reason: 'position', fromLineIndex: 0 })
    await expectNarrated(on.harness, 's1')
  })

  test('after clearing and playing again while clips are made, no clip waits for the reconciler', async () => {
    await narrating(10)
    await clear()
    await on.harness.plan('s1', { reason: 'position', fromLineIndex: 0 })
    await on.planned()
    release()
    await expectNarrated(on.harness, 's1')
    expect(on.provider.asked.length, 'some texts are spoken twice').toBeGreaterThan(10)
  })
})
