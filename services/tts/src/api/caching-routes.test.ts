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

test('product §7: clear-line-cache also deletes a line of several characters that was tried in one voice', async () => {
  const lines = ['ANNA', 'BEN', 'BOTH'].map((character) => ({
    _id: character,
    type: 'Dialogue',
    text: `I am ${character}.`,
    character,
    ...(character === 'BOTH' && { together: ['ANNA', 'BEN'] }),
  }))
  const characterAssignments = { ANNA: 'test:one', BEN: 'test:two' }
  on.script('s1', { ownerId: 'owner', casting: { characterAssignments }, castingVersion: 1, lines })
  await on.withWorker()
  // The second of the voices, alone.
  const tried = { voiceId: 'test:two', scriptId: 's1', lineId: 'BOTH', text: 'I am BOTH.' }
  expect((await on.generate(tried)).statusCode).toBe(200)
  const cleared = await on.post('/api/caching/clear-line-cache', { scriptId: 's1', lineId: 'BOTH' })
  expect(cleared.json()).toMatchObject({ filesDeleted: 1 })
})
