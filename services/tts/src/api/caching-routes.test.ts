import { beforeEach, describe, expect, test, vi } from 'vitest'
import { apiHarness, lineOf } from '../testing/api-harness.ts'

const on = apiHarness()

describe('product §7: caching', () => {
  beforeEach(async () => {
    on.script('s1', 4)
    await on.withWorker()
    for (const n of [0, 1, 2]) await on.generate(lineOf(n))
    await on.generate(lineOf(1, { voiceId: 'test:two' }))
    // Each request also plans the rest of the script.
    await on.planned()
    await vi.waitUntil(async () => (await on.stored()) === 5, 20_000)
  })

  test('clear-line-cache deletes the clips of the line in every voice', async () => {
    const response = await on.post('/api/caching/clear-line-cache', { scriptId: 's1', lineId: 'line-1' })
    expect(response.json()).toMatchObject({ success: true, filesDeleted: 2 })
    expect(await on.harness.index.ofScript('s1')).toHaveLength(3)
  })

  test('clear-cache deletes all objects and rows', async () => {
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
})
