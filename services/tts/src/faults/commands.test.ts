import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { eventually } from '../testing/eventually.ts'
import { expectNarrated, filesBelow, untilIdle } from '../testing/expectations.ts'
import { recast, scriptOf } from '../testing/scripts-stub.ts'
import { ttsHarness } from '../testing/tts-harness.ts'

const on = ttsHarness()
beforeEach(async () => {
  on.harness.scripts.scripts.set('s1', scriptOf(20, 'test:one'))
})
afterEach(async () => {
  on.harness.scripts.onAcknowledge(() => true)
})

const acknowledged = () => eventually(() => on.harness.scripts.acknowledged)
const underWay = () => on.harness.index.claimNarrations(Date.now() + 1, Date.now(), 10)
const deleteScript = (scriptId: string) => on.harness.deleted.add({ scriptId, mark: 7 })

const clearLine = async (lineId: string) => {
  const app = await on.harness.api([on.provider])
  const payload = { scriptId: 's1', lineId }
  return app.inject({
    method: 'POST',
    url: '/api/caching/clear-line-cache',
    payload,
    headers: on.harness.person(),
  })
}

describe('product §10: a command is acknowledged when its work is recorded', () => {
  test('a casting: its narration is open in the index before it is acknowledged; then an emptied Redis loses nothing', async () => {
    let open: string[] = []
    const gate = Promise.withResolvers<void>()
    on.provider.speak = () => gate.promise
    on.harness.scripts.onAcknowledge(() => {
      void underWay().then((scriptIds) => (open = scriptIds))
      return true
    })
    await on.harness.worker([on.provider], { RECONCILE_MS: '500', SPEECH_REMOTE_CONCURRENCY: '1' })
    await on.harness.plan('s1', { mark: 1 })
    await acknowledged().toHaveLength(1)
    expect(on.harness.scripts.acknowledged).toEqual([{ scriptId: 's1', kind: 'casting', mark: 1 }])
    await eventually(() => open).toEqual(['s1'])
    await on.redis.command('FLUSHDB')
    gate.resolve()
    await expectNarrated(on.harness, 's1', { timeout: 20_000 })
  })

  test('what is acknowledged is the casting that was read, not an older one that was sent', async () => {
    on.harness.scripts.scripts.set('s1', {
      ...recast(scriptOf(20, 'test:one'), 'test:two'),
      castingVersion: 9,
    })
    await on.harness.worker([on.provider])
    await on.harness.plan('s1', { mark: 3 })
    await acknowledged().toHaveLength(1)
    expect(on.harness.scripts.acknowledged).toEqual([{ scriptId: 's1', kind: 'casting', mark: 9 }])
  })

  test('a command of an earlier release has no mark: it is carried out and acknowledges nothing', async () => {
    await on.harness.worker([on.provider])
    await on.harness.plan('s1')
    await expectNarrated(on.harness, 's1', { timeout: 10_000 })
    await untilIdle(on.harness)
    expect(on.harness.scripts.acknowledged).toEqual([])
  })

  test('a deletion: everything of the script is gone before it is acknowledged', async () => {
    await on.harness.worker([on.provider])
    await on.harness.plan('s1')
    await expectNarrated(on.harness, 's1', { timeout: 10_000 })
    let left: number | undefined
    on.harness.scripts.scripts.delete('s1')
    on.harness.scripts.onAcknowledge(() => {
      void filesBelow(on.harness, 'scripts/s1').then((files) => (left = files.length))
      return true
    })
    await deleteScript('s1')
    await acknowledged().toEqual([{ scriptId: 's1', kind: 'deleted', mark: 7 }])
    await eventually(() => left).toBe(0)
    expect(await on.harness.index.ofScript('s1')).toEqual([])
    expect(await on.harness.index.stateOf('s1')).toMatchObject({ erased: true })
  })

  test('a deletion is not acknowledged while a clip of the script is being made', async () => {
    const gate = Promise.withResolvers<void>()
    on.provider.speak = () => gate.promise
    await on.harness.worker([on.provider], { SPEECH_REMOTE_CONCURRENCY: '1' })
    await on.harness.plan('s1')
    await eventually(() => on.provider.asked.length).toBe(1)
    await deleteScript('s1')
    await eventually(() => on.harness.deleted.queue.getJobCountByTypes('delayed')).toBe(1)
    expect(on.harness.scripts.acknowledged).toEqual([])
    gate.resolve()
    await acknowledged().toHaveLength(1)
    expect(await filesBelow(on.harness, 'scripts/s1')).toEqual([])
  })

  test('the acknowledgement fails: the command is carried out again until it succeeds', async () => {
    let refused = 0
    on.harness.scripts.onAcknowledge(() => {
      refused += 1
      return refused > 2
    })
    await on.harness.worker([on.provider])
    await on.harness.plan('s1', { mark: 1 })
    await deleteScript('s2')
    await eventually(() => on.harness.scripts.acknowledged.length, 20_000).toBe(2)
    await expectNarrated(on.harness, 's1', { timeout: 10_000 })
    await untilIdle(on.harness)
    expect(on.provider.asked).toHaveLength(20)
  }, 40_000)
})

describe('product §7 clear-line-cache: a clip in flight does not come back', () => {
  test('the clip of that line is dropped when it is made; the one of another line is kept', async () => {
    on.harness.scripts.scripts.set('s1', scriptOf(2, 'test:one'))
    const gate = Promise.withResolvers<void>()
    on.provider.speak = () => gate.promise
    await on.harness.worker([on.provider], { SPEECH_REMOTE_CONCURRENCY: '2' })
    await on.harness.plan('s1')
    await eventually(() => on.provider.asked.length).toBe(2)
    expect((await clearLine('line-0')).json()).toEqual({ success: true, filesDeleted: 0 })
    gate.resolve()
    // The narration is still under way, so the last of its clips has the missing one made anew.
    await expectNarrated(on.harness, 's1', { timeout: 10_000 })
    const spoken = on.provider.asked
    expect(spoken.filter((text) => text === 'Text number 0.')).toHaveLength(2)
    expect(spoken.filter((text) => text === 'Text number 1.')).toHaveLength(1)
    expect(await filesBelow(on.harness, 'scripts/s1')).toHaveLength(2)
  })
})
