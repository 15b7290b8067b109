import { expect, test } from 'vitest'
import { inPieces } from './phonemiser.ts'

const words = (count: number) => Array.from({ length: count }, () => 'wˈɜɹd').join(' ')

test('keeps a text that fits whole', () => {
  expect(inPieces(' həlˈO. ')).toEqual(['həlˈO.'])
  expect(inPieces('')).toEqual([])
})

test('cuts after a sentence, even if a clause ends later', () => {
  const first = `${words(30)}.`
  expect(inPieces(`${first} ${words(20)}, ${words(30)}.`)[0]).toBe(first)
})

test('cuts after a clause where no sentence ends', () => {
  const first = `${words(40)},`
  expect(inPieces(`${first} ${words(60)}`)[0]).toBe(first)
})

test('else cuts between words, or within a word that is too long, without losing anything', () => {
  const text = words(200)
  const pieces = inPieces(text)
  expect(Math.max(...pieces.map((piece) => piece.length))).toBeLessThanOrEqual(400)
  expect(pieces.join(' ')).toBe(text)
  expect(inPieces('a'.repeat(900)).map((piece) => piece.length)).toEqual([400, 400, 100])
})
