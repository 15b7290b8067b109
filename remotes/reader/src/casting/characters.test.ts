import { expect, test } from 'vitest'
import { actsOf, emptyText, listParts, moreText, pageOf, partsOf } from './characters.ts'
import { scriptOf } from './testing/script.ts'

const script = scriptOf({
  MIRA: { act: 1, lines: 2 },
  JONAS: { act: 2, lines: 5 },
  יוסף: { act: 2, lines: 1 },
})
const parts = partsOf(script)
const names = (listed: readonly { name: string }[]) => listed.map(({ name }) => name)
const none = () => false
const inAct = (act: 'all' | number) =>
  names(listParts(parts, { act, showAssigned: true, isAssigned: none }).listed)
const unassigned = (isAssigned: (name: string) => boolean, act: 'all' | number = 'all') =>
  listParts(parts, { act, showAssigned: false, isAssigned })

test('lists who speaks most first, with the number of lines', () => {
  expect(names(parts)).toEqual(['JONAS', 'MIRA', 'יוסף'])
  expect(parts[0]!.lines).toBe(5)
})

test('product §2 filters by act', () => {
  expect(actsOf(script)).toEqual([1, 2])
  expect(inAct('all')).toEqual(['JONAS', 'MIRA', 'יוסף'])
  expect(inAct(1)).toEqual(['MIRA'])
  expect(inAct(2)).toEqual(['JONAS', 'יוסף'])
})

test('product §2 leaves out assigned characters on request, and explains an empty list', () => {
  expect(names(unassigned((name) => name === 'MIRA').listed)).toEqual(['JONAS', 'יוסף'])
  expect(emptyText(unassigned(() => true).hidden)).toBe('All characters have been assigned voices!')
  expect(emptyText(unassigned(none, 7).hidden)).toBe('No characters found for this selection.')
})

test('product §9 shows 20 characters first and 15 more per click', () => {
  expect(pageOf(60, 0)).toEqual({ shown: 20, next: 15, remaining: 40 })
  expect(moreText(pageOf(60, 0))).toBe('Show 15 more characters (40 remaining)')
  expect(pageOf(60, 2)).toEqual({ shown: 50, next: 10, remaining: 10 })
  expect(moreText(pageOf(60, 2))).toBe('Show 10 more characters (10 remaining)')
  expect(pageOf(60, 3)).toEqual({ shown: 60, next: 0, remaining: 0 })
  expect(pageOf(20, 0).remaining).toBe(0)
})
