import { describe, expect, test } from 'vitest'
import { NAMES } from '../graph-names.ts'
import { followMelody, type FollowedWord } from './follow-melody.ts'
import { testRuntime, testSpeech } from '../testing/test-values.ts'

/** Silence, a word of two tokens, a space, a word of one token, silence: 4 frames each, 200 Hz. */
const DURATIONS = [4, 4, 4, 4, 4, 4]
const said = { at: 0, length: 1, ms: 200, pauseMs: 0, semitones: [] as number[] }
const word = (first: number, end: number, how: Partial<FollowedWord['said']>): FollowedWord => ({
  first,
  end,
  said: { ...said, ...how },
})

function follow(words: readonly FollowedWord[]) {
  const { values, data } = testSpeech(DURATIONS)
  const durations = followMelody(testRuntime, values, DURATIONS, words)
  return { durations, pitch: data(NAMES.pitch), features: data(NAMES.aligned) }
}

describe('product §4: a voice follows the timing and the pitch of a recording', () => {
  test('a word is as long as in the recording, and so is the pause after it', () => {
    const { durations, pitch } = follow([word(1, 3, { ms: 400, pauseMs: 300 }), word(4, 5, { ms: 100 })])
    expect(durations).toEqual([4, 8, 8, 12, 4, 4])
    expect(pitch).toHaveLength(2 * 40)
  })

  test('without a pause a word lasts until the next one', () => {
    const { durations } = follow([word(1, 3, { ms: 225 }), word(4, 5, { ms: 100 })])
    expect(durations).toEqual([4, 4, 4, 1, 4, 4])
  })

  test('a word is never so short or so long that it is unintelligible', () => {
    const { durations } = follow([word(1, 3, { ms: 1 }), word(4, 5, { ms: 10_000 })])
    expect(durations).toEqual([4, 2, 1, 1, 12, 4])
  })

  test('words that the recording does not have are unchanged', () => {
    expect(follow([]).durations).toEqual(DURATIONS)
    expect(follow([word(4, 5, { ms: 100 })]).durations).toEqual(DURATIONS)
  })

  test('the pitch follows the heights from word to word, and stays voiceless where it was', () => {
    const { pitch } = follow([
      word(1, 3, { ms: 225, semitones: [0, 0, 0, 0, 0] }),
      word(4, 5, { ms: 100, semitones: [12, 12, 12, 12, 12] }),
    ])
    expect(pitch.slice(0, 8)).toEqual(Array(8).fill(0))
    expect(pitch[10]).toBeCloseTo(200, 0)
    expect(pitch.at(-1)).toBeCloseTo(400, 0)
    expect(pitch.slice(8).every((hertz, n, all) => n === 0 || hertz >= all[n - 1]!)).toBe(true)
  })
})
