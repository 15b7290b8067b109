import { expect, test } from 'vitest'
import { segmentsOf, type NotedRange } from './note-segments.ts'

const noted = (noteId: string, start: number, end: number): NotedRange => ({
  noteId,
  start,
  end,
  colour: 'pink',
})
const shape = (...parts: Parameters<typeof segmentsOf>) =>
  segmentsOf(...parts).map(({ text, notes, isHit }) => [
    text,
    notes.map(({ noteId }) => noteId).join(''),
    isHit,
  ])

test('splits a text at the boundaries of overlapping notes and search hits', () => {
  expect(shape('abcdefgh', [noted('1', 1, 5), noted('2', 3, 6)], { hits: [{ start: 4, end: 7 }] })).toEqual([
    ['a', '', false],
    ['bc', '1', false],
    ['d', '12', false],
    ['e', '12', true],
    ['f', '2', true],
    ['g', '', true],
    ['h', '', false],
  ])
})

test('product §2 the styles of the script combine with notes and search hits', () => {
  const runs = [
    { start: 0, end: 3, bold: true },
    { start: 3, end: 6, struck: true },
  ]
  const segments = segmentsOf('abcdefgh', [noted('1', 2, 4)], { runs, hits: [{ start: 5, end: 7 }] })
  expect(
    segments.map(({ text, notes, isHit, style }) => [
      text,
      style?.bold ? 'bold' : style?.struck ? 'struck' : '',
      notes.length,
      isHit,
    ]),
  ).toEqual([
    ['ab', 'bold', 0, false],
    ['c', 'bold', 1, false],
    ['d', 'struck', 1, false],
    ['e', 'struck', 0, false],
    ['f', 'struck', 0, true],
    ['g', '', 0, true],
    ['h', '', 0, false],
  ])
})

test('segments add up to the original text, in any writing direction', () => {
  const text = 'Hello שלום 👋 world'
  const parts = segmentsOf(text, [noted('1', 4, 9), noted('2', 6, 99)])
  expect(parts.map((part) => part.text).join('')).toBe(text)
})
