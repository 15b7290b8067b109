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
beforeAll(async () => {
  redis = await startRedis()
})
afterAll(() => redis.stop())
beforeEach(async () => {
  stage = await openStage(redis)
  provider = new ScriptedProvider()
  stage.scripts.scripts.set('s1', scriptOf(20, 'test:one'))
})
afterEach(async () => {
  stage.scripts.onAcknowledge(() => true)
  await stage.close()
})

const acknowledged = () => eventually(() => stage.scripts.acknowledged)
const underWay = () => stage.index.claimNarrations(Date.now() + 1, Date.now(), 10)
const deleteScript = (scriptId: string) => stage.deleted.add({ scriptId, mark: 7 })

const clearLine = async (lineId: string) => {
  const app = await stage.api([provider])
  const payload = { scriptId: 's1', lineId }
  return app.inject({
    method: 'POST',
    url: '/api/caching/clear-line-cache',
    payload,
    headers: stage.person(),
  })
}

describe('product §10: a command is acknowledged when its work is recorded', () => {
  test('a casting: its narration is open in the index before it is acknowledged; then an emptied Redis loses nothing', async () => {
    let open: string[] = []
    const gate = Promise.withResolvers<void>()
    provider.speak = () => gate.promise
    stage.scripts.onAcknowledge(() => {
      void underWay().then((scriptIds) => (open = scriptIds))
      return true
    })
    await stage.worker([provider], { RECONCILE_MS: '500', SPEECH_REMOTE_CONCURRENCY: '1' })
    await stage.plan('s1', { mark: 1 })
    await acknowledged().toHaveLength(1)
    expect(stage.scripts.acknowledged).toEqual([{ scriptId: 's1', kind: 'casting', mark: 1 }])
    await eventually(() => open).toEqual(['s1'])
    await redis.command('FLUSHALL')
    gate.resolve()
    await expectNarrated(stage, 's1', { timeout: 20_000 })
  })

  test('what is acknowledged is the casting that was read, not an older one that was sent', async () => {
    stage.scripts.scripts.set('s1', { ...recast(scriptOf(20, 'test:one'), 'test:two'), castingVersion: 9 })
    await stage.worker([provider])
    await stage.plan('s1', { mark: 3 })
    await acknowledged().toHaveLength(1)
    expect(stage.scripts.acknowledged).toEqual([{ scriptId: 's1', kind: 'casting', mark: 9 }])
  })

  test('a command of an earlier release has no mark: it is carried out and acknowledges nothing', async () => {
    await stage.worker([provider])
    await stage.plan('s1')
    await expectNarrated(stage, 's1', { timeout: 10_000 })
    await untilIdle(stage)
    expect(stage.scripts.acknowledged).toEqual([])
  })

  test('a deletion: everything of the script is gone before it is acknowledged', async () => {
    await stage.worker([provider])
    await stage.plan('s1')
    await expectNarrated(stage, 's1', { timeout: 10_000 })
    let left: number | undefined
    stage.scripts.scripts.delete('s1')
    stage.scripts.onAcknowledge(() => {
      void filesBelow(stage, 'scripts/s1').then((files) => (left = files.length))
      return true
    })
    await deleteScript('s1')
    await acknowledged().toEqual([{ scriptId: 's1', kind: 'deleted', mark: 7 }])
    await eventually(() => left).toBe(0)
    expect(await stage.index.ofScript('s1')).toEqual([])
    expect(await stage.index.stateOf('s1')).toMatchObject({ erased: true })
  })

  test('a deletion is not acknowledged while a clip of the script is being made', async () => {
    const gate = Promise.withResolvers<void>()
    provider.speak = () => gate.promise
    await stage.worker([provider], { SPEECH_REMOTE_CONCURRENCY: '1' })
    await stage.plan('s1')
    await eventually(() => provider.asked.length).toBe(1)
    await deleteScript('s1')
    await eventually(() => stage.deleted.queue.getJobCountByTypes('delayed')).toBe(1)
    expect(stage.scripts.acknowledged).toEqual([])
    gate.resolve()
    await acknowledged().toHaveLength(1)
    expect(await filesBelow(stage, 'scripts/s1')).toEqual([])
  })

  test('the acknowledgement fails: the command is carried out again until it succeeds', async () => {
    let refused = 0
    stage.scripts.onAcknowledge(() => {
      refused += 1
      return refused > 2
    })
    await stage.worker([provider])
    await stage.plan('s1', { mark: 1 })
    await deleteScript('s2')
    await eventually(() => stage.scripts.acknowledged.length, 20_000).toBe(2)
    await expectNarrated(stage, 's1', { timeout: 10_000 })
    await untilIdle(stage)
    expect(provider.asked).toHaveLength(20)
  }, 40_000)
})

describe('product §7 clear-line-cache: a clip in flight does not come back', () => {
  test('the clip of that line is dropped when it is made; the one of another line is kept', async () => {
    stage.scripts.scripts.set('s1', scriptOf(2, 'test:one'))
    const gate = Promise.withResolvers<void>()
    provider.speak = () => gate.promise
    await stage.worker([provider], { SPEECH_REMOTE_CONCURRENCY: '2' })
    await stage.plan('s1')
    await eventually(() => provider.asked.length).toBe(2)
    expect((await clearLine('line-0')).json()).toEqual({ success: true, filesDeleted: 0 })
    gate.resolve()
    await untilIdle(stage)
    const clips = await stage.index.ofScript('s1')
    const heard = await Promise.all(clips.map(async ({ path }) => String(await stage.objects.read(path))))
    expect(heard).toEqual(['test:one says Text number 1.'])
    expect(await filesBelow(stage, 'scripts/s1')).toHaveLength(1)
    // Made anew on the next play.
    await stage.plan('s1', { reason: 'position', fromLineIndex: 0 })
    await expectNarrated(stage, 's1', { timeout: 10_000 })
  })
})
