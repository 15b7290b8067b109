import { expect, test } from 'vitest'
import { wordTimes } from './word-times.ts'

test('a word begins in the space before it, and is heard a little before its frames', () => {
  // Silence, a word of two tokens, a space, one of two, a comma and a space, one of one, silence.
  const durations = [10, 4, 4, 2, 4, 8, 4, 4, 8, 10]
  const words = [
    { at: 0, length: 2, first: 0, end: 2 },
    { at: 3, length: 2, first: 3, end: 5 },
    { at: 7, length: 1, first: 7, end: 8 },
  ]
  expect(wordTimes(words, durations)).toEqual([
    { at: 0, length: 2, startMs: 250 - 65, endMs: 450 - 40 },
    { at: 3, length: 2, startMs: 450 - 40, endMs: 800 - 105 },
    { at: 7, length: 1, startMs: 1_000 - 65, endMs: 1_200 - 105 },
  ])
})

test('a word of a single frame does not end before it begins', () => {
  const [word] = wordTimes([{ at: 0, length: 1, first: 0, end: 1 }], [10, 1, 10])
  expect(word).toEqual({ at: 0, length: 1, startMs: 250 - 65, endMs: 250 - 65 })
})

test('no word begins before the sound', () => {
  expect(wordTimes([{ at: 0, length: 1, first: 0, end: 1 }], [1, 2, 1])[0]!.startMs).toBe(0)
})
