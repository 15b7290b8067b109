import { expect, test } from 'vitest'
import { NAMES } from '../graph-names.ts'
import { testRuntime as runtime, testSpeech } from '../testing/test-values.ts'
import { stressWords } from './stress.ts'

/** A silence, a word of two tokens and another word, 4 frames each. */
const DURATIONS = [4, 4, 4, 4, 4]
const speech = () => testSpeech(DURATIONS)

test('a stressed word is a quarter longer, and the others keep their length', () => {
  const spoken = speech()
  const durations = stressWords(runtime, spoken.values, DURATIONS, [{ first: 1, end: 3 }])
  expect(durations).toEqual([4, 5, 5, 4, 4])
  expect(spoken.data(NAMES.pitch)).toHaveLength(2 * 22)
  const row = [0, 1, 2, 3, 4, 5, 6, 6, 7, 8, 9, 10, 10, 11, 12, 13, 14, 15, 16, 17, 18, 19]
  expect(spoken.data(NAMES.aligned)).toEqual([...row, ...row, ...row])
  expect(spoken.values.get(NAMES.aligned)!.dims).toEqual([1, 3, 22])
  expect(spoken.before.every(({ isDisposed }) => isDisposed)).toBe(true)
})

test('also a word of short tokens is about a quarter longer', () => {
  const spoken = speech()
  const durations = stressWords(runtime, spoken.values as never, [2, 2, 2, 2, 2, 10], [{ first: 1, end: 5 }])
  expect(durations.slice(1, 5).reduce((sum, frames) => sum + frames)).toBe(10)
  expect([durations[0], durations[5]]).toEqual([2, 10])
})

test('it is higher and louder, most in its middle, and stays voiceless where it was', () => {
  const spoken = speech()
  stressWords(runtime, spoken.values, DURATIONS, [{ first: 1, end: 3 }])
  const pitch = spoken.data(NAMES.pitch)
  expect(pitch.slice(0, 8)).toEqual(Array(8).fill(0))
  // Its sound begins two frames before its tokens.
  expect(pitch.slice(24)).toEqual(Array(20).fill(200))
  expect(Math.max(...pitch)).toBeCloseTo(240, 0)
  const energy = spoken.data(NAMES.energy)
  expect(energy.slice(0, 4)).toEqual([5, 5, 5, 5])
  expect(Math.max(...energy)).toBeCloseTo(5.8, 1)
})

test('a word at the end of the tokens is stressed within the sound', () => {
  const spoken = speech()
  expect(stressWords(runtime, spoken.values, DURATIONS, [{ first: 4, end: 9 }])).toEqual([4, 4, 4, 4, 5])
  expect(spoken.data(NAMES.energy).every(Number.isFinite)).toBe(true)
})
