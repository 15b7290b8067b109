import { expect, test } from 'vitest'
import { paginate } from '../paging.ts'
import { eighthsText, measureEighths } from './eighths.ts'

const actions = (count: number) => Array.from({ length: count }, () => ({ type: 'Action' }))

test.each<[eighths: number, text: string]>([
  [1, '1/8'],
  [8, '1'],
  [19, '2 3/8'],
  [0, '0'],
])('product §17 %i eighths are %s', (eighths, text) => expect(eighthsText(eighths)).toBe(text))

test.each<[what: string, lines: number, from: number, to: number, eighths: number]>([
  ['two and a half pages', 60, 0, 50, 20],
  ['one line', 60, 7, 8, 1],
  ['a part of a page', 60, 15, 25, 4],
  ['the rest of the last, short page', 25, 20, 25, 2],
  ['nothing', 25, 4, 4, 1],
])('product §17 measures %s in eighths', (_what, lines, from, to, eighths) =>
  expect(measureEighths(paginate(actions(lines)), from, to)).toBe(eighths),
)

test('product §17 a page without the cue that moved to the next one is full', () => {
  const lines = [...actions(19), { type: 'Character' }, ...actions(20)]
  expect(measureEighths(paginate(lines), 0, 19)).toBe(8)
})

test('product §17 a page that an act ends early counts by its lines', () => {
  const lines = [...actions(5), { type: 'New Act' }, ...actions(20)]
  expect(measureEighths(paginate(lines), 0, 5)).toBe(2)
})
