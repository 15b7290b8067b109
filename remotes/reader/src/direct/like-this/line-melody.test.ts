import { expect, test } from 'vitest'
import { sentenceOf } from './line-melody.ts'

test('product §4: a recording of other words names the words that were not found', () => {
  const spoken = 'I told you to wait in the car'.split(' ')
  expect(sentenceOf({ reason: 'other', words: [4, 7] }, spoken)).toBe(
    'These words were not found in the recording: “wait”, “car”. Say the line as it is written.',
  )
  expect(sentenceOf({ reason: 'other', words: [0, 1, 2, 3, 4, 5, 6] }, spoken)).toBe(
    'These words were not found in the recording: “I”, “told”, “you”, “to”, “wait” and 2 more. Say the line as it is written.',
  )
})
