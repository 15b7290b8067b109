import { describe, expect, test } from 'vitest'
import { limitPeaks, truePeak } from './limiter.ts'
import { fromDecibels, toDecibels, type Sound } from './sound.ts'
import { sine } from '../../testing/sounds.ts'

describe('true peak', () => {
  test('finds a peak between two samples', () => {
    // A quarter of the sample rate, sampled at 45°: every sample is 3 dB below the wave's own peak.
    const samples = Float32Array.from(
      { length: 400 },
      (_, n) => Math.sin((Math.PI / 2) * n + Math.PI / 4) / 2,
    )
    expect(toDecibels(Math.max(...samples))).toBeCloseTo(-9.03, 1)
    expect(toDecibels(truePeak({ samples, sampleRate: 16_000 }))).toBeCloseTo(-6.02, 0)
  })
})

describe('limiter', () => {
  const ceiling = fromDecibels(-3)

  test('returns a sound that is quiet enough unchanged', () => {
    const sound = sine(16_000, 0.5, { level: -6 })
    expect(limitPeaks(sound, ceiling)).toBe(sound.samples)
  })

  test('keeps every peak below the ceiling, also between samples', () => {
    const sound = sine(16_000, 1, { hertz: 3_900, level: 4 })
    const samples = limitPeaks(sound, ceiling)
    expect(toDecibels(truePeak({ samples, sampleRate: 16_000 }))).toBeLessThanOrEqual(-2.9)
    expect(toDecibels(truePeak({ samples, sampleRate: 16_000 }))).toBeGreaterThan(-5)
  })

  test('reduces the gain only around a peak, and gradually', () => {
    const sound: Sound = sine(16_000, 1, { level: -12 })
    const before = Float32Array.from(sound.samples)
    sound.samples[8_000] = 1
    const limited = limitPeaks(sound, ceiling)
    expect(limited[8_000]).toBeLessThanOrEqual(ceiling)
    const gains = Array.from(before, (sample, index) =>
      sample === 0 || index === 8_000 ? 1 : limited[index]! / sample,
    )
    expect(gains.slice(0, 7_800).every((gain) => gain === 1 || Math.abs(gain - 1) < 1e-6)).toBe(true)
    expect(gains.slice(8_200).every((gain) => Math.abs(gain - 1) < 1e-4)).toBe(true)
    const steps = gains.slice(1).map((gain, index) => Math.abs(gain - gains[index]!))
    expect(Math.max(...steps.filter((_, index) => index !== 7_999 && index !== 8_000))).toBeLessThan(0.02)
  })
})
