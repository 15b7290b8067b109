import { expect, test } from 'vitest'
import { pitchText } from './sound-text.ts'

test.each([
  [2, '+2'],
  [0.5, '+0.5'],
  [0, '0'],
  [-0.04, '0'],
  [-1.5, '−1.5'],
  [0.1 + 0.2, '+0.3'],
])('a pitch of %d semitones is shown as "%s"', (semitones, text) => {
  expect(pitchText(semitones)).toBe(text)
})
