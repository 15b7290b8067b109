import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { eventually } from '../testing/eventually.ts'
import { expectNarrated, filesBelow, untilIdle } from '../testing/expectations.ts'
import { recast, scriptOf } from '../testing/scripts-stub.ts'
import { until } from '../testing/scripted-provider.ts'
import { ttsHarness } from '../testing/tts-harness.ts'

const on = ttsHarness()
let release: () => void
beforeEach(() => {
  const gate = Promise.withResolvers<void>()
  release = gate.resolve
  on.provider.speak = () => gate.promise
})
afterEach(() => release())

const waiting = () => on.harness.lineAudio.queue.getJobCountByTypes('prioritized', 'waiting', 'delayed')
const oneAtATime = { SPEECH_REMOTE_CONCURRENCY: '1' }
const planned = () =>
  eventually(() => on.harness.narration.queue.getJobCountByTypes('active', 'waiting', 'delayed')).toBe(0)

type Api = Awaited<ReturnType<typeof on.harness.api>>
async function clear(app: Api, scriptId: string): Promise<unknown> {
  const headers = on.harness.person()
  const url = '/api/caching/clear-cache'
  return (await app.inject({ method: 'POST', url, payload: { scriptId }, headers })).json()
}

describe('product §10: what changes while clips are made', () => {
  test('the same casting saved ten times at once makes each clip once', async () => {
    on.harness.scripts.scripts.set('s1', scriptOf(25, 'test:one'))
    await on.harness.worker([on.provider])
    await Promise.all(Array.from({ length: 10 }, () => on.harness.plan('s1')))
    release()
    await expectNarrated(on.harness, 's1', { timeout: 10_000 })
    await untilIdle(on.harness)
    expect(on.provider.asked).toHaveLength(25)
  })

  test('the casting changes while 1,000 jobs wait: what it no longer wants is dropped unspoken', async () => {
    on.harness.scripts.scripts.set('s1', scriptOf(1_000, 'test:one'))
    await on.harness.worker([on.provider], oneAtATime)
    await on.harness.plan('s1')
    await expect.poll(waiting, { timeout: 15_000 }).toBeGreaterThanOrEqual(997)
    on.harness.scripts.scripts.set('s1', recast(scriptOf(1_000, 'test:one'), 'test:two'))
    await on.harness.plan('s1')
    await expect.poll(waiting, { timeout: 15_000 }).toBeGreaterThanOrEqual(1_997)
    release()
    await expectNarrated(on.harness, 's1', { timeout: 45_000 })
    // Only those that were taken already when the casting changed.
    expect(on.provider.asked.length).toBeLessThanOrEqual(1_003)
  }, 90_000)

  test('a recast that keeps a voice keeps its waiting clips', async () => {
    const script = scriptOf(20, 'test:one')
    script.lines.push({ _id: 'd', type: 'Dialogue', character: 'Ann', text: 'Hello.' })
    on.harness.scripts.scripts.set('s1', script)
    await on.harness.worker([on.provider], oneAtATime)
    await on.harness.plan('s1')
    await eventually(waiting).toBeGreaterThan(15)
    on.harness.scripts.scripts.set('s1', {
      ...script,
      casting: { ...script.casting, characterAssignments: { Ann: 'test:two' } },
      castingVersion: 2,
    })
    await on.harness.plan('s1')
    await planned()
    release()
    await untilIdle(on.harness)
    expect(await on.harness.index.ofScript('s1')).toHaveLength(21)
    expect(on.provider.asked).toHaveLength(21)
  })

  test('a script deleted while its jobs run leaves nothing behind, and never gets anything again', async () => {
    on.harness.scripts.scripts.set('s1', scriptOf(50, 'test:one'))
    on.harness.scripts.scripts.set('s2', scriptOf(3, 'test:two'))
    await on.harness.worker([on.provider], oneAtATime)
    await on.harness.plan('s1')
    await eventually(waiting).toBeGreaterThan(40)
    await on.harness.plan('s2')
    await planned()
    const spoken = on.provider.asked.length
    on.harness.scripts.scripts.delete('s1')
    await on.harness.deleted.add({ scriptId: 's1' }, { jobId: 'delete-s1' })
    await eventually(() => on.harness.deleted.queue.getJobCountByTypes('active', 'waiting')).toBe(0)
    expect(await waiting()).toBeLessThanOrEqual(3)
    release()
    await expectNarrated(on.harness, 's2', { timeout: 5_000 })
    await untilIdle(on.harness)
    await on.harness.plan('s1')
    await planned()
    expect(await on.harness.index.ofScript('s1')).toEqual([])
    expect(await filesBelow(on.harness, 'scripts/s1')).toEqual([])
    expect(on.provider.asked.length).toBeLessThanOrEqual(spoken + 3 + 2)
  })

  test('a script deleted while its clips are spoken: their voices are free for others at once', async () => {
    on.harness.scripts.scripts.set('s1', scriptOf(2, 'test:one'))
    const cancelled: string[] = []
    on.provider.speak = async ({ text, signal }) => {
      await until(new Promise(() => {}), signal).catch(() => cancelled.push(text))
      signal!.throwIfAborted()
    }
    await on.harness.worker([on.provider])
    await on.harness.plan('s1')
    await eventually(() => on.provider.asked).toHaveLength(2)
    on.harness.scripts.scripts.delete('s1')
    await on.harness.deleted.add({ scriptId: 's1' }, { jobId: 'delete-s1' })
    await eventually(() => cancelled).toHaveLength(2)
    await untilIdle(on.harness)
    expect(await on.harness.index.ofScript('s1')).toEqual([])
  })

  test('clearing the cache stops queued work, and no object is left when the clips under way end', async () => {
    on.harness.scripts.scripts.set('s1', scriptOf(50, 'test:one'))
    const app = await on.harness.api([on.provider])
    await on.harness.worker([on.provider], oneAtATime)
    await on.harness.plan('s1')
    await eventually(waiting).toBeGreaterThan(40)
    await planned()
    expect(await clear(app, 's1')).toEqual({ success: true, filesDeleted: 0 })
    expect(await waiting()).toBe(0)
    release()
    await untilIdle(on.harness)
    expect(await on.harness.index.ofScript('s1')).toEqual([])
    expect(await filesBelow(on.harness, 'scripts/s1')).toEqual([])
    // Regenerated on next play (product §8), not before.
    expect(await on.harness.index.claimNarrations(Date.now() + 1, Date.now(), 10)).toEqual([])
    await on.harness.plan('s1', { reason: 'position', fromLineIndex: 0 })
    await expectNarrated(on.harness, 's1', { timeout: 10_000 })
  })

  test('cleared and played again while clips are made, none is left to the reconciler', async () => {
    on.harness.scripts.scripts.set('s1', scriptOf(10, 'test:one'))
    const app = await on.harness.api([on.provider])
    await on.harness.worker([on.provider], oneAtATime)
    await on.harness.plan('s1')
    await eventually(() => on.provider.asked.length).toBeGreaterThan(0)
    await planned()
    await clear(app, 's1')
    await on.harness.plan('s1', { reason: 'position', fromLineIndex: 0 })
    await planned()
    release()
    await expectNarrated(on.harness, 's1', { timeout: 10_000 })
    expect(on.provider.asked.length, 'some twice').toBeGreaterThan(10)
  })
})
