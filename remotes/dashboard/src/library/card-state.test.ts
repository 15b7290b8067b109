import type { ScriptListItem } from '@andscene/contracts/script'
import { describe, expect, test } from 'vitest'
import { cardState, counted } from './card-state.ts'

const script = (over: Partial<ScriptListItem> = {}): ScriptListItem => ({
  _id: 's1',
  title: 'T',
  characterCount: 3,
  pages: 142,
  lineCount: 2_842,
  uploadedAt: '2026-11-20T12:00:00.000Z',
  castCount: 4,
  ...over,
})
const at = (lineIndex: number, page: number) => ({ lineIndex, page, lastUpdated: '2026-11-21T12:00:00.000Z' })
const summary = (ready: number, making = false) => ({ scriptId: 's1', total: 200, ready, failed: 0, making })

describe('product §2: the main action of a card', () => {
  test.each([
    ['Cast', { castCount: 0 }],
    ['Cast', { castCount: 2 }],
    ['Listen', {}],
    ['Continue', { lastPlayed: at(653, 33) }],
    ['Continue', { castCount: 2, lastPlayed: at(653, 33) }],
    ['Listen', { lastPlayed: at(2_841, 142) }],
    ['Cast', { castCount: 0, lastPlayed: at(3, 1) }],
  ] as const)('is %s for %j', (action, over) => {
    expect(cardState(script(over)).action).toBe(action)
  })
})

describe('product §2: the state of a card', () => {
  test.each([
    ['Not started', 0, {}],
    ['Page 33 of 142 · 23\u00a0% played', 654 / 2_842, { lastPlayed: at(653, 33) }],
    // Never 0 % after the start, nor 100 % before the end.
    ['Page 1 of 142 · 1\u00a0% played', 0.01, { lastPlayed: at(0, 1) }],
    ['Page 1,420 of 1,420 · 99\u00a0% played', 2_841 / 2_842, { lastPlayed: at(2_840, 1_420), pages: 1_420 }],
    ['Played to the end', 1, { lastPlayed: at(2_841, 142) }],
  ] as const)('contains the place: %s', (place, played, over) => {
    expect(cardState(script(over))).toMatchObject({ place, played })
  })

  test.each([
    ['Not cast', { castCount: 0 }, undefined],
    ['2 of 4 voices assigned', { castCount: 2 }, summary(200)],
    [undefined, {}, undefined],
    ['Audio ready', {}, summary(200)],
    ['Making audio 40\u00a0%', {}, summary(80, true)],
    ['Making audio 99\u00a0%', {}, summary(199, true)],
    ['Audio 40\u00a0% ready', {}, summary(80)],
    ['Audio is made as you listen', {}, summary(0)],
  ] as const)('%s', (status, over, known) => {
    expect(cardState(script(over), known).status).toBe(status)
  })
})

test('counts are singular for one', () => {
  expect([0, 1, 2, 2_842].map((count) => counted(count, 'page'))).toEqual([
    '0 pages',
    '1 page',
    '2 pages',
    '2,842 pages',
  ])
})
