import { expect, test } from 'vitest'
import { pitchOf, RATE, voice } from '../testing/voice-like.ts'
import { finished } from './finished.ts'
import { stretch } from './time-stretch.ts'

const run = (samples: Float32Array, rate: number) => finished(stretch(samples, RATE, rate))

const loudestStep = (samples: Float32Array) => {
  let most = 0
  for (let i = 1; i < samples.length; i += 1) most = Math.max(most, Math.abs(samples[i]! - samples[i - 1]!))
  return most
}
const level = (samples: Float32Array) =>
  Math.sqrt(samples.reduce((sum, sample) => sum + sample * sample, 0) / samples.length)

const original = voice(3, 140)

test.each([0.5, 0.75, 1.25, 1.5, 2])(
  'at %f× has the expected length, the same pitch and level, and no clicks',
  (rate) => {
    const changed = run(original, rate)
    expect(changed.length).toBe(Math.round(original.length / rate))
    expect(pitchOf(changed)).toBeGreaterThan(138)
    expect(pitchOf(changed)).toBeLessThan(142)
    expect(level(changed) / level(original)).toBeGreaterThan(0.9)
    expect(level(changed) / level(original)).toBeLessThan(1.1)
    expect(loudestStep(changed)).toBeLessThan(loudestStep(original) * 1.5)
  },
)

test('starts with the original first sample, so that a line does not fade in', () => {
  const changed = run(original, 2)
  expect([...changed.subarray(0, 100)]).toEqual([...original.subarray(0, 100)])
})

test.each([0.5, 0.75, 1.25, 1.5, 2])(
  'at %f× ends with the original last sample, so that a short sound after a silence is kept',
  (rate) => {
    const burst = Math.round(RATE * 0.004)
    const silence = Math.round(RATE * 0.06)
    for (const seconds of [1, 1.003, 1.007, 1.011]) {
      const sound = new Float32Array(Math.round(seconds * RATE) + silence + burst)
      sound.set(voice(1, 140))
      for (let i = 1; i <= burst; i += 1) sound[sound.length - i] = 0.01 * (i % 2 ? -1 : 1)
      expect([...run(sound, rate).subarray(-burst)]).toEqual([...sound.subarray(-burst)])
    }
  },
)

test('shortens sounds that are too short to be stretched', () => {
  expect(run(new Float32Array(100).fill(0.5), 2)).toHaveLength(50)
  expect(run(new Float32Array(0), 2)).toHaveLength(0)
})

test('works in slices, so that a long line does not block the page', () => {
  let slices = 0
  const work = stretch(voice(10, 120), RATE, 1.5)
  while (!work.next().done) slices += 1
  expect(slices).toBeGreaterThan(5)
})
