import { expect, test } from 'vitest'
import { HALF_FADE } from '../graph-names.ts'
import { GrowingSpeech } from './growing-speech.ts'

const level = (length: number, value: number) => new Float32Array(length).fill(value)

test('what follows fades in where it overlaps with what is there', () => {
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

test('a part takes the place of its beginning, and the next begins behind it', () => {
  const speech = new GrowingSpeech()
  speech.addHead(level(1_000, 0.1))
  speech.addPart(level(3_000, 0.2))
  expect(speech.pieces().map((piece) => [piece.length, piece[0]])).toEqual([[3_000, Math.fround(0.2)]])
  speech.addHead(level(0, 0))
  expect(speech.pieces()).toHaveLength(1)
  speech.addHead(level(700, 0.3))
  expect(speech.pieces().map(({ length }) => length)).toEqual([3_000, 700])
})

test('what is given away is a copy', () => {
  const speech = new GrowingSpeech()
  speech.addPart(level(10, 0.5))
  speech.pieces()[0]!.fill(0)
  expect(speech.pieces()[0]![0]).toBe(0.5)
})
