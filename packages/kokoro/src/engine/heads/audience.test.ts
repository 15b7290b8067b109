import { expect, test } from 'vitest'
import { Audience } from './audience.ts'
import { framesOf } from './head-plan.ts'
import type { EngineHead } from '../process/engine.ts'

const SECONDS_PER_FRAME = 1 / 100
/** Parts of ten phonemes that are silent for 10 frames and heard for 190 (4.75 s). */
const TOKENS = [0, 50, 0]
const DURATIONS = [10, 190, 0]
const PIECE = framesOf(TOKENS, DURATIONS)

function world(parts: number, hearing = { afterMs: 0, rate: 1 }) {
  let now = 5_000
  const heads: EngineHead[] = []
  const audience = new Audience(
    Array.from({ length: parts }, () => 'abcdefghij'),
    (head) => heads.push(head),
    hearing,
    () => now,
  )
  return {
    audience,
    heads,
    pass: (seconds: number) => (now += seconds * 1_000),
    hear: (to: number) => audience.hear(new Float32Array(to), PIECE, { to }),
    hearPart: () => audience.hearPart(TOKENS, DURATIONS, SECONDS_PER_FRAME),
  }
}

test('sound before the text counts as buffered, and sent speech for as long as it plays at that rate', () => {
  const { audience, hear, pass } = world(1, { afterMs: 2_000, rate: 2 })
  expect(audience.atHand).toBe(2)
  hear(50)
  expect(audience.atHand).toBe(2.5)
  pass(1)
  expect(audience.atHand).toBeCloseTo(1.5)
})

test('sent speech is buffered until it has played; a silence does not shorten what follows', () => {
  const { audience, hear, pass } = world(1)
  expect(audience.atHand).toBe(0)
  hear(50)
  expect(audience.atHand).toBe(1)
  pass(0.4)
  expect(audience.atHand).toBeCloseTo(0.6)
  hear(90)
  expect(audience.atHand).toBeCloseTo(1.6)
  pass(9)
  expect(audience.atHand).toBe(0)
  hear(130)
  expect(audience.atHand).toBe(1)
})

test('a head reports the expected length of the text', () => {
  const { hear, heads, hearPart, pass } = world(3)
  hear(50)
  expect(heads[0]!.wholeMs).toBe(3 * 200 * 25)
  pass(20)
  hearPart()
  expect(heads[1]!.wholeMs).toBe(3 * 200 * 25)
})

test('a finished part is announced without samples when others follow and the buffer runs out before them', () => {
  const { hear, hearPart, heads, audience, pass } = world(2)
  hear(50)
  pass(0.5)
  hearPart()
  expect(heads.map(({ samples }) => samples.length)).toEqual([50, 0])
  // The whole part, minus the half second that was heard, plus a margin.
  expect(audience.atHand).toBeCloseTo(4.75 - 0.5 + 0.35)
  expect(audience.hasMore).toBe(false)
})

test('the last part is the whole clip, not a head', () => {
  const { hear, hearPart, heads } = world(1)
  hear(50)
  hearPart()
  expect(heads).toHaveLength(1)
})

test('while much is buffered, parts are announced together later, and count as buffered', () => {
  const { hearPart, heads, audience, pass } = world(9)
  hearPart()
  expect(heads).toHaveLength(1)
  hearPart()
  // Five seconds are buffered, the next part takes four.
  expect(heads).toHaveLength(1)
  expect(audience.atHand).toBeCloseTo(2 * 5.1)
  pass(3)
  hearPart()
  expect(heads).toHaveLength(2)
})

test('parts are announced at least every ten seconds', () => {
  const { hear, hearPart, heads, pass } = world(20)
  for (let part = 0; part < 6; part++) hearPart()
  expect(heads).toHaveLength(1)
  pass(1)
  hear(PIECE.total)
  expect(heads).toHaveLength(2)
  for (let part = 0; part < 3; part++) hearPart()
  expect(heads).toHaveLength(2)
  pass(10.1)
  hearPart()
  expect(heads).toHaveLength(3)
})
