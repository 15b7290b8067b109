import { describe, expect, test } from 'vitest'
import { inSequence, rms, silence, sine } from '../../testing/sounds.ts'
import { finish, level, TARGET_LUFS } from './finish.ts'
import { truePeak } from './limiter.ts'
import { integratedLoudness } from './loudness.ts'
import { mixed } from './mix.ts'
import { toDecibels, type Sound } from './sound.ts'

const RATE = 24_000
/** A finished clip: a tone between silence, at the usual loudness. */
const voice = (seconds: number, hertz: number, { before = 0, rate = RATE, by = 0 } = {}): Sound =>
  level(
    inSequence(silence(rate, before), sine(rate, seconds, { hertz }), silence(rate, 0.1)),
    TARGET_LUFS + by,
  )
const secondsOf = ({ samples, sampleRate }: Sound) => samples.length / sampleRate
/** How much longer a mix of equal voices is than one of them. */
const later = (count: number) =>
  secondsOf(mixed(Array<Sound>(count).fill(voice(1, 300)))) - secondsOf(mixed([voice(1, 300)]))

describe('product §5: voices that speak together', () => {
  test.each([2, 3, 4])('are as loud as one: %i voices', (count) => {
    const voices = [210, 320, 430, 560].slice(0, count).map((hertz) => voice(2, hertz))
    const { level: by, ...mix } = mixed(voices)
    const clip = finish(mix, {}, { level: by })
    expect(integratedLoudness(clip)).toBeCloseTo(TARGET_LUFS, 0)
    expect(toDecibels(truePeak(clip))).toBeLessThan(-2)
    expect(secondsOf(clip)).toBeGreaterThan(2)
    expect(secondsOf(clip)).toBeLessThan(2.15)
  })

  test('start together, whatever silence is before them', () => {
    const { samples } = mixed([voice(1, 300), voice(1, 500, { before: 0.7 })])
    expect(samples.length / RATE).toBeLessThan(1.1)
    const start = samples.subarray(0.06 * RATE, 0.16 * RATE)
    const end = samples.subarray(0.9 * RATE, RATE)
    expect(toDecibels(rms(start) / rms(end))).toBeCloseTo(0, 0)
  })

  test('do not start in the same instant: 14 and 24 ms after the first, and the fourth in between', () => {
    expect([2, 3, 4].map((count) => Math.round(later(count) * 1_000))).toEqual([14, 24, 24])
  })

  test('end together if their paces are not too different', () => {
    expect(secondsOf(mixed([voice(1, 300), voice(1.2, 500)]))).toBeCloseTo(1.1 + 0.064, 1)
    expect(secondsOf(mixed([voice(1, 300), voice(3, 500)]))).toBeCloseTo(3 / 1.18 + 0.064, 1)
  })

  test('are as loud as their delivery, and one that cannot do it does not change that', () => {
    expect(mixed([voice(1, 300, { by: -9 }), voice(1, 500, { by: -9 })]).level).toBeCloseTo(-9, 0)
    expect(mixed([voice(1, 300, { by: -9 }), voice(1, 500)]).level).toBeCloseTo(-4.5, 0)
  })

  test('may have different sample rates', () => {
    const mix = mixed([voice(1, 300, { rate: 16_000 }), voice(1, 500)])
    expect(mix.sampleRate).toBe(RATE)
    expect(secondsOf(mix)).toBeCloseTo(1 + 0.064, 1)
  })

  test('leave out a silent one', () => {
    expect(secondsOf(mixed([silence(RATE, 1), voice(1, 500)]))).toBeCloseTo(1.05, 1)
    expect(mixed([silence(RATE, 1), silence(RATE, 1)]).samples).toHaveLength(0)
  })

  test('sound the same every time, and have the words of the first', () => {
    const words = [{ at: 0, length: 3, startMs: 500, endMs: 900 }]
    const voices = () => [{ ...voice(1, 300, { before: 0.3 }), words }, voice(1.2, 500)]
    const [one, two] = [mixed(voices()), mixed(voices())]
    expect(one.samples).toEqual(two.samples)
    // 1.05 and 1.23 s with their margins: the first is stretched to the mean.
    const longer = 1.14 / 1.05
    expect(one.words![0]!.startMs).toBeCloseTo((500 - 280) * longer, -1)
    expect(one.words![0]!.endMs).toBeCloseTo((900 - 280) * longer, -1)
  })
})
