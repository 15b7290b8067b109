import { describe, expect, test } from 'vitest'
import { stressedWords } from './words-of-text.ts'

describe('product §4: the emphasized words of a text', () => {
  const text = 'I “never” said — she stole it.'
  const given = 'I "never" said, she stole it.'
  const stressed = (...emphasis: [number, number][]) =>
    stressedWords(text, given, { emphasis }).map(({ at, length }) => given.slice(at, at + length))

  test('are found in the form that the engine receives', () => {
    expect(stressed([text.indexOf('never'), 5], [text.indexOf('stole'), 5])).toEqual(['never', 'stole'])
  })

  test('are whole words, also if a part of them is selected', () => {
    expect(stressed([text.indexOf('ever'), 2])).toEqual(['never'])
  })

  test('are none without emphasis or outside the text', () => {
    expect(stressed()).toEqual([])
    expect(stressedWords(text, given)).toEqual([])
    expect(stressed([500, 20], [1, 0])).toEqual([])
  })

  test('are at most 200', () => {
    const long = 'word '.repeat(1_000)
    expect(stressedWords(long, long, { emphasis: [[0, long.length]] })).toHaveLength(200)
  })
})
