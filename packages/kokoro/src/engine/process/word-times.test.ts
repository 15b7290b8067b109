import { expect, test } from 'vitest'
import { wordTimes } from './word-times.ts'

test('words last as long as their tokens, without the constant lateness of the durations', () => {
  // Silence, two words of two tokens with a space between them, silence.
  const durations = [10, 4, 4, 2, 4, 8, 10]
  const words = [
    { at: 0, length: 2, first: 0, end: 2 },
    { at: 3, length: 2, first: 3, end: 5 },
  ]
  expect(wordTimes(words, durations)).toEqual([
    { at: 0, length: 2, startMs: 185, endMs: 385 },
    { at: 3, length: 2, startMs: 435, endMs: 735 },
  ])
})

test('no word begins before the sound', () => {
  expect(wordTimes([{ at: 0, length: 1, first: 0, end: 1 }], [1, 2, 1])[0]!.startMs).toBe(0)
})
