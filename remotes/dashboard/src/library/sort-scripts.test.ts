import type { ScriptListItem } from '@andscene/contracts/script'
import { afterEach, expect, test } from 'vitest'
import { findScripts, keepSort, keptSort, sortScripts } from './sort-scripts.ts'

afterEach(() => localStorage.clear())

const script = (_id: string, title: string, listened?: string): ScriptListItem => ({
  _id,
  title,
  characterCount: 1,
  pages: 1,
  lineCount: 9,
  uploadedAt: '2026-11-20T12:00:00.000Z',
  castCount: 0,
  ...(listened && { lastPlayed: { lineIndex: 1, page: 1, lastUpdated: listened } }),
})
const scripts = [
  script('1', 'Draft 10'),
  script('2', 'été', '2026-11-20T12:00:00.000Z'),
  script('3', 'draft 9'),
  script('4', 'ליל הסדר', '2026-11-21T12:00:00.000Z'),
  script('5', 'Eve'),
]
const ids = (sort: Parameters<typeof sortScripts>[1]) => sortScripts(scripts, sort).map(({ _id }) => _id)

test('product §2: sorts by age, by title in natural order, and by the last listening', () => {
  expect(ids('newest')).toEqual(['1', '2', '3', '4', '5'])
  expect(ids('title')).toEqual(['3', '1', '2', '5', '4'])
  expect(ids('listened')).toEqual(['4', '2', '1', '3', '5'])
})

test('product §2: stores the chosen order; an unknown stored value is ignored', () => {
  expect(keptSort()).toBe('newest')
  keepSort('title')
  expect(keptSort()).toBe('title')
  localStorage.setItem('andscene_sort', 'toString')
  expect(keptSort()).toBe('newest')
})

test('product §2: finds titles that contain every word, ignoring case and accents', () => {
  const titles = [script('1', 'Été à Nîmes'), script('2', 'Nîmes')]
  expect(findScripts(titles, 'nimes ETE').map(({ _id }) => _id)).toEqual(['1'])
})
