import { expect, test } from 'vitest'
import { CONTEXT_FRAMES, cutOfHead } from './head-cut.ts'

const SPACE = 16
const COMMA = 3
const SOUND = 50

/** Words of ten frames with a gap of two frames between them, behind a silent token of fifteen. */
function words(count: number): { tokens: number[]; durations: number[] } {
  const tokens = [0]
  const durations = [15]
  for (let word = 0; word < count; word++) {
    if (word > 0) tokens.push(SPACE)
    if (word > 0) durations.push(2)
    tokens.push(SOUND)
    durations.push(10)
  }
  return { tokens: [...tokens, 0], durations: [...durations, 10] }
}

test('a head ends in the first gap between words behind a second of sound', () => {
  const { tokens, durations } = words(20)
  // Four words are 46 frames with the gaps: the fourth gap begins at frame 61, of which 15 are silence.
  expect(cutOfHead(tokens, durations)).toEqual({ frames: 62, decoded: 62 + CONTEXT_FRAMES })
})

test('it is longer where the rest takes longer', () => {
  const { tokens, durations } = words(20)
  expect(cutOfHead(tokens, durations, 2)!.frames).toBeGreaterThanOrEqual(15 + 80)
})

test('a pause is cut in its middle', () => {
  const { tokens, durations } = words(20)
  tokens.splice(8, 0, COMMA)
  durations.splice(8, 0, 8)
  // The comma stands before the gap at which a second has been heard.
  expect(tokens[9]).toBe(SPACE)
  expect(cutOfHead(tokens, durations)!.frames).toBe(61 + 4 + 1)
})

test('a line that is over soon, or has no gap, has no head', () => {
  expect(cutOfHead(words(5).tokens, words(5).durations)).toBeUndefined()
  expect(cutOfHead([0, SOUND, 0], [15, 200, 10])).toBeUndefined()
  expect(cutOfHead([0, 0], [15, 10])).toBeUndefined()
})
