import { PROGRESS_AGE_LIMIT_MS } from '@andscene/contracts/limits'
import { beforeEach, describe, expect, test } from 'vitest'
import { fileHarness } from '../testing/harness.ts'

let now = new Date('2026-04-05T06:07:08.009Z')
const harness = await fileHarness({ clock: { now: () => now, after: () => () => {} } })
const ada = harness.as('ada')
const ago = (ms: number) => new Date(now.getTime() - ms).toISOString()
let path: string
beforeEach(async () => {
  path = `/api/scripts/${await ada.newScript()}/progress`
})

describe('product §7 progress', () => {
  test('stores the last played line and its time', async () => {
    await ada.put(path, { lastPlayedLineIndex: 2 })
    now = new Date('2026-04-05T07:00:00.000Z')
    const { body } = await ada.put(path, { lastPlayedLineIndex: 5 })
    const place = { lastPlayedLineIndex: 5, lastUpdated: '2026-04-05T07:00:00.000Z', ageMs: 0 }
    expect(body).toEqual({ success: true, ...place })
    expect((await ada.get(path)).body).toEqual(body)
  })

  test('stores -1 with its time when cleared, so that an older record on another device loses (product §7)', async () => {
    await ada.put(path, { lastPlayedLineIndex: 2 })
    await ada.put(path, { lastPlayedLineIndex: -1 })
    const place = { lastPlayedLineIndex: -1, lastUpdated: now.toISOString(), ageMs: 0 }
    expect((await ada.get(path)).body).toEqual({ success: true, ...place })
  })

  test('decision 0087: returns the age of a record, by the clock of the server', async () => {
    await ada.put(path, { lastPlayedLineIndex: 2 })
    now = new Date(now.getTime() + 90_000)
    expect((await ada.get(path)).body).toMatchObject({ lastPlayedLineIndex: 2, ageMs: 90_000 })
    now = new Date(now.getTime() - 3_600_000)
    expect((await ada.get(path)).body, 'the clock was set back').toMatchObject({ ageMs: 0 })
  })

  test('decision 0087: a line that is sent later is stored unless a newer one is', async () => {
    const sent = (lastPlayedLineIndex: number, rest = {}) =>
      ada.put(path, { lastPlayedLineIndex, ...rest }).then(({ body }) => body)
    expect(await sent(5, { ageMs: 60_000 })).toMatchObject({
      lastPlayedLineIndex: 5,
      lastUpdated: ago(60_000),
    })
    expect(await sent(3, { ageMs: 30_000 })).toMatchObject({
      lastPlayedLineIndex: 3,
      lastUpdated: ago(30_000),
    })
    const kept = { success: true, lastPlayedLineIndex: 3, lastUpdated: ago(30_000), ageMs: 30_000 }
    expect(await sent(4, { ageMs: 40_000 })).toEqual(kept)
    expect((await ada.get(path)).body).toEqual(kept)
    // A device whose clock was set forward measures too long an age.
    const follows = { ageMs: 3_600_000, follows: kept.lastUpdated }
    expect(await sent(4, follows)).toMatchObject({ lastPlayedLineIndex: 4, ageMs: 29_999 })
    await sent(1)
    expect(await sent(2, follows), 'another device has played since').toMatchObject({
      lastPlayedLineIndex: 1,
    })
  })

  test('decision 0087: no line is stored as played in the future', async () => {
    const future = { lastPlayedLineIndex: 5, ageMs: 0, follows: '9999-01-01T00:00:00.000Z' }
    expect((await ada.put(path, future)).body).toMatchObject({ lastUpdated: now.toISOString(), ageMs: 0 })
    await ada.put(path, { lastPlayedLineIndex: 2 })
    expect((await ada.get(path)).body).toMatchObject({ lastPlayedLineIndex: 2 })
  })

  test('product §5 rejects an age or a time that is none', async () => {
    const bodies = [
      { ageMs: -1 },
      { ageMs: 1.5 },
      { ageMs: PROGRESS_AGE_LIMIT_MS + 1 },
      { follows: 'noon' },
      { ageMs: 0, follows: '2016-12-31T23:59:60Z' },
    ]
    for (const rest of bodies)
      expect((await ada.put(path, { lastPlayedLineIndex: 1, ...rest })).status).toBe(400)
    expect((await ada.get(path)).body.lastPlayedLineIndex).toBe(-1)
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
      highlightWords: false,
      colour: 'red',
    })
    expect(body.data).toEqual({
      preferences: { skippedLineTypes: ['Character', 'other'], highlightWords: false },
    })
    expect((await bea.put('/api/preferences', { highlightWords: 'no' })).status).toBe(400)
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
