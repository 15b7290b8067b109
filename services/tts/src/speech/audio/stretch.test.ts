import { expect, test } from 'vitest'
import { rms, silence, sine } from '../../testing/sounds.ts'
import { stretched } from './stretch.ts'

const RATE = 24_000
/** Frequency by the zero crossings, in Hz. */
const pitchOf = (samples: Float32Array) =>
  samples.reduce(
    (count, sample, index) => count + Number(index > 0 && sample > 0 !== samples[index - 1]! > 0),
    0,
  ) /
  2 /
  (samples.length / RATE)

test.each([0.85, 0.95, 1.1, 1.18])(
  'changes the length by a factor of %f, but not pitch or level',
  (factor) => {
    const sound = sine(RATE, 2, { hertz: 220 })
    const { samples } = stretched(sound, factor)
    expect(samples.length).toBe(Math.round(2 * RATE * factor))
    const middle = samples.subarray(RATE / 4, samples.length - RATE / 4)
    expect(pitchOf(middle)).toBeGreaterThan(216)
    expect(pitchOf(middle)).toBeLessThan(224)
    expect(rms(middle) / rms(sound.samples)).toBeCloseTo(1, 1)
  },
)

test('leaves very short sounds unchanged, and keeps silence silent', () => {
  const short = sine(RATE, 0.02)
  expect(stretched(short, 1.1).samples).toBe(short.samples)
  expect(rms(stretched(silence(RATE, 1), 1.1).samples)).toBe(0)
})

test('stretches a minute in well under a second', () => {
  const sound = sine(RATE, 60, { hertz: 180 })
  const started = performance.now()
  stretched(sound, 1.1)
  expect(performance.now() - started).toBeLessThan(3_000)
})
