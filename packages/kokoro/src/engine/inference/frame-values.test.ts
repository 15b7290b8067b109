import { expect, test } from 'vitest'
import { evenLevel, LEVEL_AT_ZERO } from './frame-values.ts'

const SPAN = { from: 10, to: 20 }
const levelOf = (samples: Float32Array) =>
  Math.sqrt(samples.reduce((sum, each) => sum + each ** 2, 0) / samples.length)
const tone = (level: number) =>
  Float32Array.from({ length: 6_000 }, (_, index) => level * Math.SQRT2 * Math.sin(index / 7))
const curve = (value: number) => new Float32Array(100).fill(value)

test('expects speech without a voice to be 7 dB softer than its energy curve says', () => {
  const expected = LEVEL_AT_ZERO * Math.exp(7 / 2)
  expect(levelOf(evenLevel(tone(expected), curve(7), SPAN)) / expected).toBeCloseTo(1, 2)
  const whispered = tone(expected * 10 ** (-8 / 20))
  expect(levelOf(evenLevel(whispered, curve(7), SPAN, true)) / expected).toBeCloseTo(10 ** (-7 / 20), 2)
})

test('changes a level by 4 dB at most, and leaves silence silent', () => {
  const expected = LEVEL_AT_ZERO * Math.exp(7 / 2)
  expect(levelOf(evenLevel(tone(expected / 10), curve(7), SPAN)) / expected).toBeCloseTo(0.158, 2)
  expect(evenLevel(new Float32Array(600), curve(7), SPAN)).toEqual(new Float32Array(600))
})
