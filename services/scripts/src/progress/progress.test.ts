import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import type { Person } from '../testing/person.ts'
import { SHORT_SCRIPT } from '../testing/samples.ts'
import { openHarness, type Harness } from '../testing/harness.ts'

let harness: Harness
let ada: Person
let path: string
let now = new Date('2026-04-05T06:07:08.009Z')
beforeAll(async () => {
  harness = await openHarness({ clock: { now: () => now, after: () => () => {} } })
  ada = harness.as('ada')
})
afterAll(() => harness.close())
beforeEach(async () => {
  path = `/api/scripts/${(await ada.upload(SHORT_SCRIPT)).body.data.script._id}/progress`
})

describe('product §7 progress', () => {
  test('is -1 until a line was played', async () => {
    expect((await ada.get(path)).body).toEqual({ success: true, lastPlayedLineIndex: -1 })
  })

  test('keeps the last line and when it was played', async () => {
    await ada.put(path, { lastPlayedLineIndex: 2 })
    now = new Date('2026-04-05T07:00:00.000Z')
    const { body } = await ada.put(path, { lastPlayedLineIndex: 5 })
    expect(body).toEqual({
      success: true,
      lastPlayedLineIndex: 5,
      lastUpdated: '2026-04-05T07:00:00.000Z',
    })
    expect((await ada.get(path)).body).toEqual(body)
  })

  test('-1 clears, and says when, so that an older record elsewhere loses (product §7)', async () => {
    await ada.put(path, { lastPlayedLineIndex: 2 })
    await ada.put(path, { lastPlayedLineIndex: -1 })
    expect((await ada.get(path)).body).toEqual({
      success: true,
      lastPlayedLineIndex: -1,
      lastUpdated: now.toISOString(),
    })
  })

  test('product §5 refuses an index outside of the script', async () => {
    for (const lastPlayedLineIndex of [6, -2, 1.5, '3', null])
      expect((await ada.put(path, { lastPlayedLineIndex })).status).toBe(400)
    expect((await ada.put(path, { lastPlayedLineIndex: 6 })).body.error).toBe('Invalid line index: 6')
    expect((await ada.get(path)).body.lastPlayedLineIndex).toBe(-1)
  })
})

describe('product §7: preferences', () => {
  test('are kept per person', async () => {
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

  test('a change keeps the fields that it does not name, so that two releases side by side lose nothing', async () => {
    const fay = harness.as('fay')
    await fay.put('/api/preferences', { rate: 1.5 })
    await fay.put('/api/preferences', { skippedLineTypes: ['Action'] })
    const { body } = await fay.put('/api/preferences', {})
    expect(body.data.preferences).toEqual({ rate: 1.5, skippedLineTypes: ['Action'] })
    expect((await fay.get('/api/preferences')).body).toEqual(body)
  })

  test('refuse another form', async () => {
    for (const rate of [0, 3, 1.1, 'fast', null])
      expect((await ada.put('/api/preferences', { rate })).status).toBe(400)
    for (const skippedLineTypes of ['Action', [7], Array(21).fill('x'), ['x'.repeat(41)]])
      expect((await ada.put('/api/preferences', { skippedLineTypes })).status).toBe(400)
  })
})
