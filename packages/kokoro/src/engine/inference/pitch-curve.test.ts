import { describe, expect, test } from 'vitest'
import { changePitch, type PitchChange } from './pitch-curve.ts'

const VOICE = [100, 200, 400]
/** With frames without a voice, and one that leads into it. */
const CURVE = [0, -3, 8, ...VOICE, 30]

const changed = (change: Partial<PitchChange>, curve: readonly number[] = CURVE) => {
  const copy = Float32Array.from(curve)
  changePitch(copy, { pitch: 1, ...change })
  return [...copy]
}
const rounded = (values: readonly number[]) => values.map((value) => Math.round(value))

describe('the pitch curve', () => {
  test('is unchanged by factors of 1', () => {
    expect(changed({})).toEqual(CURVE)
  })

  test('is multiplied where there is a voice', () => {
    expect(changed({ pitch: 1.25 })).toEqual([0, -3, 8, 125, 250, 500, 37.5])
  })

  test('has its range scaled in octaves around the mean of the voiced frames', () => {
    expect(rounded(changed({ range: 0.5 }))).toEqual([0, -3, 8, 141, 200, 283, 42])
    expect(rounded(changed({ range: 1.5 }))).toEqual([0, -3, 8, 71, 200, 566, 21])
    expect(rounded(changed({ range: 0 }, VOICE))).toEqual([200, 200, 200])
  })

  test('has its range scaled within one octave of the mean', () => {
    const wide = [...Array<number>(100).fill(200), 1_600]
    expect(changed({ range: 1.5 }, wide).at(-1)).toBeLessThan(1_600 * 1.42)
  })

  test('is 0 everywhere without a voice', () => {
    expect(new Set(changed({ voiceless: true, pitch: 1.25, range: 2 }))).toEqual(new Set([0]))
  })

  test('without a voiced frame stays as it is', () => {
    expect(changed({ pitch: 2, range: 2 }, [0, 5, -1])).toEqual([0, 5, -1])
  })
})
