import { beforeAll, describe, expect, test } from 'vitest'
import { integratedLoudness } from './loudness.ts'
import { CLIP_SAMPLE_RATES, Mp3Encoder } from './mp3-encoder.ts'
import { decoded, inSequence, silence, sine } from '../../testing/sounds.ts'

let encoder: Mp3Encoder
beforeAll(async () => {
  encoder = await Mp3Encoder.create()
})

describe('MP3 encoder', () => {
  test.each(
    CLIP_SAMPLE_RATES.flatMap((rate) => [1, 575, 576, 577, 1_105, 7_001, 70_000].map((n) => ({ rate, n }))),
  )('keeps exactly $n samples at $rate Hz', async ({ rate, n }) => {
    const sound = sine(rate, n / rate)
    const back = await decoded(encoder.encode(sound))
    expect(back.sampleRate).toBe(rate)
    expect(back.samples.length).toBe(n)
  })

  test('keeps the position of a click', async () => {
    const sound = silence(16_000, 1)
    sound.samples[6_000] = 0.9
    const { samples } = await decoded(encoder.encode(sound))
    const loudest = samples.reduce(
      (best, sample, index) => (Math.abs(sample) > Math.abs(samples[best]!) ? index : best),
      0,
    )
    expect(Math.abs(loudest - 6_000)).toBeLessThanOrEqual(1)
  })

  test('writes its delay into the tag: a player that ignores the tag also plays the samples of the encoder', async () => {
    const { samples } = await decoded(encoder.encode(sine(16_000, 1)), { trim: false })
    expect(samples.length).toBeGreaterThan(16_000 + 1_000)
  })

  test('keeps the level', async () => {
    const sound = sine(22_050, 3)
    const back = await decoded(encoder.encode(sound))
    expect(integratedLoudness(back)).toBeCloseTo(integratedLoudness(sound), 1)
  })

  test('keeps no state between clips', () => {
    const sound = inSequence(sine(24_000, 0.5), silence(24_000, 0.2))
    const first = encoder.encode(sound)
    encoder.encode(sine(16_000, 1.3, { hertz: 200, level: -3 }))
    expect(Buffer.compare(encoder.encode(sound), first)).toBe(0)
  })

  test('rejects a sample rate that clips do not have', () => {
    expect(() => encoder.encode(sine(44_100, 0.1))).toThrow(RangeError)
  })
})
