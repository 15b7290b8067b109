import { expect, test } from 'vitest'
import { HALF_FADE } from '../graph-names.ts'
import { GrowingSpeech } from './growing-speech.ts'

const level = (length: number, value: number) => new Float32Array(length).fill(value)

test('cross-fades new speech where it overlaps the previous one', () => {
  const speech = new GrowingSpeech()
  speech.addHead(level(1_000 + HALF_FADE, 0))
  speech.addHead(level(500 + 2 * HALF_FADE, 1))
  const [all, ...others] = speech.pieces()
  expect(others).toEqual([])
  expect(all!.length).toBe(1_500 + HALF_FADE)
  expect(all![1_000 - HALF_FADE - 1]).toBe(0)
  expect(all![1_000]).toBeCloseTo(0.5, 2)
  expect(all![1_000 + HALF_FADE]).toBe(1)
  const faded = all!.subarray(1_000 - HALF_FADE, 1_000 + HALF_FADE)
  expect(faded.every((sample, index) => index === 0 || sample > faded[index - 1]!)).toBe(true)
})
