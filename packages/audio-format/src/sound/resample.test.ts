import { describe, expect, test } from 'vitest'
import { decibels, RATE, tone } from '../testing/voice-like.ts'
import { resample } from './resample.ts'

const crossings = (samples: Float32Array) =>
  samples.reduce(
    (count, sample, index) => count + Number(index > 0 && sample >= 0 && samples[index - 1]! < 0),
    0,
  )

describe('resampling', () => {
  test.each([0.5, 0.9, 1.08, 1.5, 2])('shortens by the factor %f and keeps level and frequency', (step) => {
    const samples = tone(1_000, 1)
    const output = resample(samples, step)
    expect(output.length).toBe(Math.floor(RATE / step))
    expect(decibels(output)).toBeCloseTo(decibels(samples), 1)
    expect(Math.abs(crossings(output) - 1_000)).toBeLessThanOrEqual(2)
  })

  test('removes frequencies that would alias', () => {
    const middle = resample(tone(15_000, 0.5, 1), 2).subarray(200, -200)
    expect(decibels(middle)).toBeLessThan(-50)
  })

  test('returns the same samples for a step of 1', () => {
    const samples = tone(997, 0.1)
    expect(resample(samples, 1)).toBe(samples)
  })
})
