import { describe, expect, test } from 'vitest'
import { speechChunks } from './text-chunks.ts'

const lettersOf = (text: string) => text.replace(/\s/g, '')

describe('pieces of a long text', () => {
  test('do not split a line', () => {
    expect(speechChunks('We wait. Then we run.')).toEqual(['We wait. Then we run.'])
  })

  test('end at the end of sentences', () => {
    const text = 'One is here. Two is there. Three is last.'
    expect(speechChunks(text, 30)).toEqual(['One is here. Two is there.', 'Three is last.'])
  })

  test('end at commas, or else between words, when a sentence is too long', () => {
    expect(speechChunks('first part of it, second part of it', 20)).toEqual([
      'first part of it,',
      'second part of it',
    ])
    expect(speechChunks('aaa bbb ccc ddd', 8)).toEqual(['aaa bbb', 'ccc ddd'])
  })

  test('keep the phonemes of a word together', () => {
    const text = "so [[k,al@f'o:nj@]] it, ".repeat(8)
    for (let limit = 30; limit < 60; limit += 1)
      for (const piece of speechChunks(text, limit))
        expect(piece.split('[[').length).toBe(piece.split(']]').length)
  })

  test.each([
    ['words without an end', 'word '.repeat(1_000)],
    ['one endless word', 'a'.repeat(5_000)],
    ['characters outside the basic plane', '𝒶'.repeat(2_500)],
    ['no spaces at all', '我们走吧。'.repeat(1_000)],
    ['sentences', 'He looked up, slowly. “No,” she said. '.repeat(130)],
  ])('contain the whole text and stay short: %s', (_, text) => {
    const chunks = speechChunks(text, 400)
    expect(Math.max(...chunks.map((chunk) => chunk.length))).toBeLessThanOrEqual(400)
    expect(lettersOf(chunks.join(''))).toBe(lettersOf(text))
    expect(chunks.every((chunk) => chunk.isWellFormed())).toBe(true)
  })

  test('omit text that consists only of marks', () => {
    expect(speechChunks(`${'.'.repeat(800)} Yes.`, 400)).toEqual(['Yes.'])
  })
})
