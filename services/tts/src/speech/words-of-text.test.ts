import { describe, expect, test } from 'vitest'
import { deliveredWords } from './words-of-text.ts'

describe('product §4: the emphasized words of a text', () => {
  const text = 'I “never” said — she stole it.'
  const given = 'I "never" said, she stole it.'
  const stressed = (...emphasis: [number, number][]) =>
    (deliveredWords(text, given, { emphasis }).emphasis ?? []).map(({ at, length }) =>
      given.slice(at, at + length),
    )

  test('are found in the form that the engine receives', () => {
    expect(stressed([text.indexOf('never'), 5], [text.indexOf('stole'), 5])).toEqual(['never', 'stole'])
  })

  test('are whole words, also if a part of them is selected', () => {
    expect(stressed([text.indexOf('ever'), 2])).toEqual(['never'])
  })

  test('are none without emphasis or outside the text', () => {
    expect(stressed()).toEqual([])
    expect(deliveredWords(text, given)).toEqual({})
    expect(stressed([500, 20], [1, 0])).toEqual([])
  })

  test('are at most 200', () => {
    const long = 'word '.repeat(1_000)
    expect(deliveredWords(long, long, { emphasis: [[0, long.length]] }).emphasis).toHaveLength(200)
  })
})

test('product §4: a melody follows its words into the form that the engine receives, others are dropped', () => {
  const [text, given] = ['I “never” said — so.', 'I "never" said, so.']
  const said = { ms: 300, pauseMs: 0, semitones: [1] }
  const melody = [
    { at: text.indexOf('never'), length: 5, ...said },
    { at: text.indexOf('so'), length: 2, ...said },
    // Of a text that was changed since.
    { at: 4, length: 3, ...said },
  ]
  expect(deliveredWords(text, given, { melody }).melody).toEqual([
    { at: given.indexOf('never'), length: 5, ...said },
    { at: given.indexOf('so'), length: 2, ...said },
  ])
})
