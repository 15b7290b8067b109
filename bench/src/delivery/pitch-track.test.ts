import { describe, expect, test } from 'vitest'
import { pitchTrack } from './pitch-track.ts'

const RATE = 24_000

/** A tone with overtones, like a voice. */
const tone = (hertz: number, seconds = 0.5) =>
  Float32Array.from({ length: seconds * RATE }, (_, at) =>
    [1, 2, 3].reduce(
      (sum, harmonic) => sum + Math.sin((2 * Math.PI * hertz * harmonic * at) / RATE) / harmonic,
      0,
    ),
  )
/** The same noise in each run. */
const noise = () => {
  let seed = 1
  return Float32Array.from({ length: RATE / 2 }, () => {
    seed = (seed * 48_271) % 2_147_483_647
    return seed / 2_147_483_647 - 0.5
  })
}
const track = (samples: Float32Array) => pitchTrack({ samples, sampleRate: RATE })

describe('the fundamental frequency of a sound', () => {
  test.each([80, 123, 210, 440])('is %i Hz within 1 %%', (hertz) => {
    const { voiced, audible } = track(tone(hertz))
    expect(voiced.length).toBe(audible)
    for (const found of voiced) expect(Math.abs(found / hertz - 1)).toBeLessThan(0.01)
  })

  test('is missing in noise and silence', () => {
    expect(track(noise()).voiced).toEqual([])
    expect(track(noise()).audible).toBeGreaterThan(20)
    expect(track(new Float32Array(RATE)).voiced).toEqual([])
    expect(track(new Float32Array(10)).audible).toBe(0)
  })

  test('is not measured in frames that are much softer than the loudest', () => {
    const samples = new Float32Array(RATE)
    samples.set(tone(200))
    samples.set(
      tone(100).map((sample) => sample / 100),
      RATE / 2,
    )
    expect(Math.min(...track(samples).voiced)).toBeGreaterThan(190)
  })
})
