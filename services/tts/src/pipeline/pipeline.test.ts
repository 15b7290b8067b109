import { startRedis, type RedisServer } from '@andscene/testing/redis-server'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { expectNarrated } from '../testing/expectations.ts'
import { scriptOf } from '../testing/fake-scripts.ts'
import { ScriptedProvider } from '../testing/scripted-provider.ts'
import { openStage, type Stage } from '../testing/stage.ts'

let redis: RedisServer
let stage: Stage
beforeAll(async () => {
  redis = await startRedis()
})
afterAll(() => redis.stop())
beforeEach(async () => {
  stage = await openStage(redis)
})
afterEach(() => stage.close())

describe('architecture §7: from a saved casting to clips', () => {
  test('every distinct clip is made once, stored and indexed', async () => {
    const script = scriptOf(6, 'test:one')
    script.lines.push({ _id: 'again', type: 'Action', text: 'Text number 0.' })
    stage.scripts.scripts.set('s1', script)
    const provider = new ScriptedProvider()
    await stage.worker([provider])
    await stage.plan('s1')
    await expect.poll(async () => (await stage.index.ofScript('s1')).length, { timeout: 10_000 }).toBe(6)
    expect(provider.asked.toSorted()).toEqual(Array.from({ length: 6 }, (_, n) => `Text number ${n}.`))
    for (const clip of await stage.index.ofScript('s1')) {
      const bytes = await stage.objects.read(clip.path)
      expect(Buffer.from(bytes!).toString()).toMatch(/^test:one says Text number \d\.$/)
      expect(clip.path).toMatch(/^scripts\/s1\/test=3aone\/[0-9a-f]{64}\.mp3$/)
      expect(clip.bytes).toBe(bytes!.byteLength)
    }
  })

  test('a script longer than the window of the queue: the next clips follow by themselves', async () => {
    stage.scripts.scripts.set('s1', scriptOf(60, 'test:one'))
    const provider = new ScriptedProvider()
    let most = 0
    provider.speak = async () => {
      most = Math.max(most, await stage.lineAudio.queue.getJobCountByTypes('prioritized'))
    }
    // The reconciler looks only once a minute: it is not what brings them.
    await stage.worker([provider], { QUEUE_WINDOW: '10' })
    await stage.plan('s1')
    await expectNarrated(stage, 's1', { timeout: 20_000 })
    expect(provider.asked.toSorted()).toEqual(
      Array.from({ length: 60 }, (_, n) => `Text number ${n}.`).toSorted(),
    )
    expect(most).toBeLessThanOrEqual(10)
  })
})
