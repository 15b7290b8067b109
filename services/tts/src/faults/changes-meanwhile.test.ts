import { startRedis, type RedisServer } from '@andscene/testing/redis-server'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { eventually } from '../testing/eventually.ts'
import { expectNarrated, filesBelow, untilIdle } from '../testing/expectations.ts'
import { recast, scriptOf } from '../testing/fake-scripts.ts'
import { ScriptedProvider } from '../testing/scripted-provider.ts'
import { openStage, type Stage } from '../testing/stage.ts'

let redis: RedisServer
let stage: Stage
let provider: ScriptedProvider
let release: () => void
beforeAll(async () => {
  redis = await startRedis()
})
afterAll(() => redis.stop())
beforeEach(async () => {
  stage = await openStage(redis)
  const gate = Promise.withResolvers<void>()
  release = gate.resolve
  provider = new ScriptedProvider('test', () => gate.promise)
})
afterEach(async () => {
  release()
  await stage.close()
})

const waiting = () => stage.lineAudio.queue.getJobCountByTypes('prioritized', 'waiting', 'delayed')
const oneAtATime = { SPEECH_REMOTE_CONCURRENCY: '1' }
const planned = () =>
  eventually(() => stage.narration.queue.getJobCountByTypes('active', 'waiting', 'delayed')).toBe(0)

describe('product §10: what changes while clips are made', () => {
  test('the same casting saved ten times at once makes each clip once', async () => {
    stage.scripts.scripts.set('s1', scriptOf(25, 'test:one'))
    await stage.worker([provider])
    await Promise.all(Array.from({ length: 10 }, () => stage.plan('s1')))
    release()
    await expectNarrated(stage, 's1', { timeout: 10_000 })
    await untilIdle(stage)
    expect(provider.asked).toHaveLength(25)
  })

  test('the casting changes while 1,000 jobs wait: what it no longer wants is dropped unspoken', async () => {
    stage.scripts.scripts.set('s1', scriptOf(1_000, 'test:one'))
    await stage.worker([provider], oneAtATime)
    await stage.plan('s1')
    await expect.poll(waiting, { timeout: 15_000 }).toBeGreaterThanOrEqual(997)
    stage.scripts.scripts.set('s1', recast(scriptOf(1_000, 'test:one'), 'test:two'))
    await stage.plan('s1')
    await expect.poll(waiting, { timeout: 15_000 }).toBeGreaterThanOrEqual(1_997)
    release()
    await expectNarrated(stage, 's1', { timeout: 45_000 })
    // Only those that were taken already when the casting changed.
    expect(provider.asked.length).toBeLessThanOrEqual(1_003)
  }, 90_000)

  test('a recast that keeps a voice keeps its waiting clips', async () => {
    const script = scriptOf(20, 'test:one')
    script.lines.push({ _id: 'd', type: 'Dialogue', character: 'Ann', text: 'Hello.' })
    stage.scripts.scripts.set('s1', script)
    await stage.worker([provider], oneAtATime)
    await stage.plan('s1')
    await eventually(waiting).toBeGreaterThan(15)
    stage.scripts.scripts.set('s1', {
      ...script,
      casting: { ...script.casting, characterAssignments: { Ann: 'test:two' } },
      castingVersion: 2,
    })
    await stage.plan('s1')
    await planned()
    release()
    await untilIdle(stage)
    expect(await stage.index.ofScript('s1')).toHaveLength(21)
    expect(provider.asked).toHaveLength(21)
  })

  test('a script deleted while its jobs run leaves nothing behind, and never gets anything again', async () => {
    stage.scripts.scripts.set('s1', scriptOf(50, 'test:one'))
    stage.scripts.scripts.set('s2', scriptOf(3, 'test:two'))
    await stage.worker([provider], oneAtATime)
    await stage.plan('s1')
    await eventually(waiting).toBeGreaterThan(40)
    await stage.plan('s2')
    await planned()
    const spoken = provider.asked.length
    stage.scripts.scripts.delete('s1')
    await stage.deleted.add({ scriptId: 's1' }, { jobId: 'delete-s1' })
    await eventually(() => stage.deleted.queue.getJobCountByTypes('active', 'waiting')).toBe(0)
    expect(await waiting()).toBeLessThanOrEqual(3)
    release()
    await expectNarrated(stage, 's2', { timeout: 5_000 })
    await untilIdle(stage)
    await stage.plan('s1')
    await planned()
    expect(await stage.index.ofScript('s1')).toEqual([])
    expect(await filesBelow(stage, 'scripts/s1')).toEqual([])
    expect(provider.asked.length).toBeLessThanOrEqual(spoken + 3 + 2)
  })

  test('clearing the cache stops queued work, and no object is left when the clips under way end', async () => {
    stage.scripts.scripts.set('s1', scriptOf(50, 'test:one'))
    const app = await stage.api([provider])
    await stage.worker([provider], oneAtATime)
    await stage.plan('s1')
    await eventually(waiting).toBeGreaterThan(40)
    await planned()
    const answer = await app.inject({
      method: 'POST',
      url: '/api/caching/clear-cache',
      payload: { scriptId: 's1' },
      headers: stage.person(),
    })
    expect(answer.json()).toEqual({ success: true, filesDeleted: 0 })
    expect(await waiting()).toBe(0)
    release()
    await untilIdle(stage)
    expect(await stage.index.ofScript('s1')).toEqual([])
    expect(await filesBelow(stage, 'scripts/s1')).toEqual([])
    // Regenerated on next play (product §8), not before.
    expect(await stage.index.claimNarrations(Date.now() + 1, Date.now(), 10)).toEqual([])
    await stage.plan('s1', { reason: 'position', fromLineIndex: 0 })
    await expectNarrated(stage, 's1', { timeout: 10_000 })
  })
})
