import { describe, expect, test } from 'vitest'
import { resample } from './resample.ts'
import { toDecibels } from './sound.ts'
import { rms, sine } from '../../testing/sounds.ts'

const crossings = (samples: Float32Array) =>
  samples.reduce(
    (count, sample, index) => count + Number(index > 0 && sample >= 0 && samples[index - 1]! < 0),
    0,
  )

describe('resampling', () => {
  test.each([0.5, 0.9, 1.08, 1.5, 2])('shortens by the factor %f and keeps level and frequency', (step) => {
    const { samples } = sine(16_000, 1, { hertz: 1_000 })
    const output = resample(samples, step)
    expect(output.length).toBe(Math.floor(16_000 / step))
    expect(toDecibels(rms(output))).toBeCloseTo(toDecibels(rms(samples)), 1)
    expect(Math.abs(crossings(output) - 1_000)).toBeLessThanOrEqual(2)
  })

  test('removes frequencies that would alias', () => {
    const { samples } = sine(48_000, 0.5, { hertz: 15_000, level: 0 })
    const middle = resample(samples, 2).subarray(200, -200)
    expect(toDecibels(rms(middle))).toBeLessThan(-50)
  })

  test('returns the same samples for a step of 1', () => {
    const { samples } = sine(16_000, 0.1)
    expect(resample(samples, 1)).toBe(samples)
  })
})
