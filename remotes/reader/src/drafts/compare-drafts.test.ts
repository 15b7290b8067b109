import type { Line } from '@andscene/contracts/script'
import { expect, test } from 'vitest'
import { line } from '../testing/line.ts'
import { compareDrafts } from './compare-drafts.ts'
import { lineOfPlace } from './line-of-place.ts'

const OLD: Line[] = [
  line(0, 'Scene Heading', 'INT. KITCHEN - DAY'),
  line(1, 'Action', 'A kettle sings.'),
  line(2, 'Action', 'The cat leaves.'),
  line(3, 'Action', 'The lamp goes out.'),
  line(4, 'Scene Heading', 'EXT. SEA - NIGHT'),
  line(5, 'Action', 'A wave.'),
  line(6, 'Action', 'A gull.'),
]
const NEXT: Line[] = [
  OLD[0]!,
  { ...OLD[1]!, text: 'A kettle screams.' },
  OLD[4]!,
  OLD[5]!,
  { ...line(0, 'Action', 'A boat comes closer.'), _id: 'd2-5' },
]

test('tells which lines are changed and where lines were cut', () => {
  const { byLine, cuts, changes } = compareDrafts(OLD, NEXT)
  expect([...byLine].map(([index, { kind }]) => [index, kind])).toEqual([
    [1, 'reworded'],
    [4, 'new'],
  ])
  expect([...cuts]).toEqual([
    [2, [OLD[2], OLD[3]]],
    [4, [OLD[6]]],
  ])
  expect(changes.filter(({ kind }) => kind === 'same')).toHaveLength(3)
})

test('counts places by scene; cut lines belong to the scene before them', () => {
  const { places, countsByScene } = compareDrafts(OLD, NEXT)
  expect([...countsByScene.values()].reduce((sum, count) => sum + count)).toBe(places.length)
  expect(countsByScene.has(0)).toBe(true)
  expect(places.map(lineOfPlace).every((index) => index < NEXT.length)).toBe(true)
})

test('names the words that are new, all of a new line', () => {
  const { freshIn } = compareDrafts(OLD, NEXT)
  const freshWords = (index: number) =>
    freshIn(index)?.map(({ start, end }) => NEXT[index]!.text.slice(start, end))
  expect(freshWords(1)).toEqual(['screams'])
  expect(freshWords(4)).toEqual(['A boat comes closer.'])
  expect(freshWords(0)).toBeUndefined()
})

test('tells from which scene a line was moved', () => {
  const moved = [OLD[0]!, OLD[1]!, OLD[2]!, OLD[3]!, OLD[6]!, OLD[4]!, OLD[5]!]
  const { movedFrom, byLine } = compareDrafts(OLD, moved)
  expect(byLine.get(4)?.kind).toBe('moved')
  expect(movedFrom(4)).toBe('scene 2')
  // A scene that moved keeps its number.
  const first = [OLD[4]!, OLD[5]!, OLD[6]!, OLD[0]!, OLD[1]!, OLD[2]!, OLD[3]!]
  expect(compareDrafts(OLD, first).movedFrom(0)).toBe('after scene 1')
})

test('a draft has no changes since itself, and the same pair is compared once', () => {
  expect(compareDrafts(OLD, OLD)).toMatchObject({ places: [] })
  expect(compareDrafts(OLD, NEXT)).toBe(compareDrafts(OLD, NEXT))
})
