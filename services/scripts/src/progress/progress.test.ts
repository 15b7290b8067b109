import { beforeEach, describe, expect, test } from 'vitest'
import { fileHarness } from '../testing/harness.ts'

let now = new Date('2026-04-05T06:07:08.009Z')
const harness = await fileHarness({ clock: { now: () => now, after: () => () => {} } })
const ada = harness.as('ada')
let path: string
beforeEach(async () => {
  path = `/api/scripts/${await ada.newScript()}/progress`
})

describe('product §7 progress', () => {
  test('stores the last played line and its time', async () => {
    await ada.put(path, { lastPlayedLineIndex: 2 })
    now = new Date('2026-04-05T07:00:00.000Z')
    const { body } = await ada.put(path, { lastPlayedLineIndex: 5 })
    const place = { lastPlayedLineIndex: 5, lastUpdated: '2026-04-05T07:00:00.000Z' }
    expect(body).toEqual({ success: true, ...place })
    expect((await ada.get(path)).body).toEqual(body)
  })

  test('stores -1 with its time when cleared, so that an older record on another device loses (product §7)', async () => {
    await ada.put(path, { lastPlayedLineIndex: 2 })
    await ada.put(path, { lastPlayedLineIndex: -1 })
    const place = { lastPlayedLineIndex: -1, lastUpdated: now.toISOString() }
    expect((await ada.get(path)).body).toEqual({ success: true, ...place })
  })

  test('product §5 rejects an index outside of the script', async () => {
    for (const lastPlayedLineIndex of [6, -2, 1.5, '3', null])
      expect((await ada.put(path, { lastPlayedLineIndex })).status).toBe(400)
    expect((await ada.put(path, { lastPlayedLineIndex: 6 })).body.error).toBe('Invalid line index: 6')
    expect((await ada.get(path)).body.lastPlayedLineIndex).toBe(-1)
  })
})

describe('product §7: preferences', () => {
  test('are stored per user', async () => {
    const [bea, eve] = [harness.as('bea'), harness.as('eve')]
    expect((await bea.get('/api/preferences')).body.data).toEqual({ preferences: { skippedLineTypes: [] } })
    const { body } = await bea.put('/api/preferences', {
      skippedLineTypes: ['Character', 'other', 'Character'],
      colour: 'red',
    })
    expect(body.data).toEqual({ preferences: { skippedLineTypes: ['Character', 'other'] } })
    expect((await bea.get('/api/preferences')).body).toEqual(body)
    expect((await eve.get('/api/preferences')).body.data.preferences.skippedLineTypes).toEqual([])
  })

  test.each([
    [0.5, 200],
    [1.25, 200],
    [2, 200],
    [0.25, 400],
    [1.1, 400],
    [2.25, 400],
  ])('product §9 responds to the speed %d with %i', async (rate, status) => {
    expect((await ada.put('/api/preferences', { rate })).status).toBe(status)
  })
})
