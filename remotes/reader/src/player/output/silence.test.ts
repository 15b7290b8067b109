import { expect, test } from 'vitest'
import { audiblePart } from './silence.ts'

const RATE = 48_000

test('silence at both ends is cut to a millisecond', () => {
  const samples = new Float32Array(RATE)
  samples.fill(0.3, 12_000, 36_000)
  expect(audiblePart(samples, RATE)).toEqual({ start: 12_000 - 48, end: 36_000 + 48 })
})

test('what is quieter than -60 dBFS counts as silence, and pauses inside stay', () => {
  const samples = new Float32Array(RATE).fill(0.0004)
  samples.fill(0.3, 10_000, 12_000)
  samples.fill(0.3, 30_000, 32_000)
  expect(audiblePart(samples, RATE)).toEqual({ start: 10_000 - 48, end: 32_000 + 48 })
})

test('a silent sound is left as it is, and bounds are kept', () => {
  expect(audiblePart(new Float32Array(100), RATE)).toEqual({ start: 0, end: 100 })
  const loud = new Float32Array(1_000).fill(0.5)
  expect(audiblePart(loud, RATE, 100, 900)).toEqual({ start: 100, end: 900 })
})
