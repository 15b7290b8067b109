import type { Voice } from '@andscene/contracts/voices/voice'
import { expect, test } from 'vitest'
import { voice as voiceOf } from '@andscene/contracts/testing/voice'
import { distanceByStyle, distanceOf } from './voice-distance.ts'

const voice = (voiceId: string, sound?: unknown, more: Partial<Voice> = {}): Voice =>
  voiceOf(voiceId, {
    providerMetadata: sound === undefined ? {} : ({ sound } as Voice['providerMetadata']),
    ...more,
  })

test('returns the measured distance, up to 1, and ignores the styles of the voices', () => {
  const gruff = { gender: 'male' as const, voicePersonalities: ['gruff'] }
  expect(distanceOf(voice('a', [0, 0]), voice('b', [0, 1]))).toBe(0.25)
  expect(distanceOf(voice('a', [0, 0]), voice('b', [0, 1], gruff))).toBe(0.25)
  expect(distanceOf(voice('a', [0, 0]), voice('b', [30, 40]))).toBe(1)
  expect(distanceOf(voice('a', [0, 0]), voice('a', [9, 9]))).toBe(0)
})

test.each([
  ['one was not measured', [0, 0], undefined],
  ['they were measured differently', [0, 0], [0, 0, 0]],
  ['a measurement is not a number', [0, 0], [0, 'low']],
  ['a measurement is empty', [0, 0], []],
])('falls back to the styles when %s', (_why, one, other) => {
  const [a, b] = [voice('a', one), voice('b', other, { voicePersonalities: ['deep'], gender: 'male' })]
  expect(distanceOf(a, b)).toBe(distanceByStyle(a, b))
  expect(distanceOf(a, b)).toBeGreaterThan(0.4)
})
