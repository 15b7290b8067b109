import { expect, test } from 'vitest'
import { isInPlace, segmentsOf, type NotedRange } from './note-segments.ts'

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
  expect(shape('abcdefgh', [noted('1', 1, 5), noted('2', 3, 6)], [{ start: 4, end: 7 }])).toEqual([
    ['a', '', false],
    ['bc', '1', false],
    ['d', '12', false],
    ['e', '12', true],
    ['f', '2', true],
    ['g', '', true],
    ['h', '', false],
  ])
})

test('segments add up to the original text, in any writing direction', () => {
  const text = 'Hello שלום 👋 world'
  const parts = segmentsOf(text, [noted('1', 4, 9), noted('2', 6, 99)])
  expect(parts.map((part) => part.text).join('')).toBe(text)
})

test('does not mark characters that are no longer in the line', () => {
  expect(isInPlace('A new line', { start: 2, end: 5 }, 'new')).toBe(true)
  expect(isInPlace('A new line', { start: 2, end: 5 }, 'old')).toBe(false)
  expect(isInPlace('A', { start: 0, end: 3 }, undefined)).toBe(false)
})
