import { describe, expect, test } from 'vitest'
import { integratedLoudness } from './loudness.ts'
import { inSequence, silence, sine } from '../../testing/sounds.ts'

describe('integrated loudness (ITU-R BS.1770)', () => {
  test.each([16_000, 22_050, 24_000, 48_000])(
    'measures a 997 Hz sine of −20 dBFS as −23 LUFS at %i Hz',
    (rate) => {
      expect(integratedLoudness(sine(rate, 5))).toBeCloseTo(-23.01, 1)
    },
  )

  // Values that another implementation (libebur128 in ffmpeg) measures for the same sines.
  test.each([
    { hertz: 60, lufs: -26.6 },
    { hertz: 100, lufs: -24.8 },
    { hertz: 300, lufs: -23.8 },
    { hertz: 4_000, lufs: -19.7 },
    { hertz: 10_000, lufs: -19.7 },
  ])('weights $hertz Hz like the ear', ({ hertz, lufs }) => {
    expect(Math.abs(integratedLoudness(sine(48_000, 5, { hertz })) - lufs)).toBeLessThan(0.1)
  })

  test('changes with the level one to one', () => {
    const quiet = integratedLoudness(sine(16_000, 3, { level: -30 }))
    const loud = integratedLoudness(sine(16_000, 3, { level: -10 }))
    expect(loud - quiet).toBeCloseTo(20, 2)
  })

  test('ignores pauses by the relative gate', () => {
    const speech = sine(16_000, 4)
    const withPauses = inSequence(speech, silence(16_000, 6), speech)
    expect(integratedLoudness(withPauses)).toBeCloseTo(integratedLoudness(speech), 0)
  })

  test('measures a word that is shorter than one block', () => {
    expect(integratedLoudness(sine(16_000, 0.2))).toBeCloseTo(-23, 0)
  })

  test('is −Infinity for silence', () => {
    expect(integratedLoudness(silence(16_000, 2))).toBe(-Infinity)
    expect(integratedLoudness(silence(16_000, 0.1))).toBe(-Infinity)
    expect(integratedLoudness(silence(16_000, 0))).toBe(-Infinity)
  })
})
