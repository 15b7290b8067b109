import { beforeEach, describe, expect, test, vi } from 'vitest'
import { apiHarness, lineOf } from '../testing/api-harness.ts'
import { scriptOf } from '../testing/scripts-stub.ts'

const on = apiHarness()

describe('product §7: caching', () => {
  beforeEach(async () => {
    on.harness.scripts.scripts.set('s1', scriptOf(4, 'test:one'))
    await on.withWorker()
    for (const n of [0, 1, 2]) await on.generate(lineOf(n))
    await on.generate(lineOf(1, { voiceId: 'test:two' }))
    // Each request has told a position, so the rest is planned too.
    await vi.waitFor(async () => {
      const clips = await on.harness.index.ofScript('s1')
      const planning = await on.harness.narration.queue.getJobCountByTypes('active', 'waiting', 'delayed')
      if (clips.length < 5 || planning > 0) throw new Error('not planned yet')
    }, 20_000)
  })

  test('clear-line-cache deletes the clips of the line in every voice', async () => {
    const response = await on.post('/api/caching/clear-line-cache', { scriptId: 's1', lineId: 'line-1' })
    expect(response.json()).toMatchObject({ success: true, filesDeleted: 2 })
    expect(await on.harness.index.ofScript('s1')).toHaveLength(3)
  })

  test('clear-cache leaves no object and no row', async () => {
    expect((await on.post('/api/caching/clear-cache', { scriptId: 's1' })).json()).toMatchObject({
      success: true,
      filesDeleted: 5,
    })
    expect(await on.harness.index.ofScript('s1')).toEqual([])
    expect(await on.harness.objects.removeFolder('scripts/s1/')).toBe(0)
    expect((await on.post('/api/caching/clear-cache', { scriptId: 's1' })).json()).toMatchObject({
      filesDeleted: 0,
    })
  })

  test("someone else's script is 404 and keeps its clips", async () => {
    expect((await on.post('/api/caching/clear-cache', { scriptId: 's1' }, 'somebody-else')).statusCode).toBe(
      404,
    )
    const one = { scriptId: 's1', lineId: 'line-1' }
    expect((await on.post('/api/caching/clear-line-cache', one, 'somebody-else')).statusCode).toBe(404)
    expect(await on.harness.index.ofScript('s1')).toHaveLength(5)
  })
})
