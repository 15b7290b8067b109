import { expect, test } from 'vitest'
import { inPieces } from './phonemiser.ts'

const words = (count: number) => Array.from({ length: count }, () => 'wˈɜɹd').join(' ')

test('what fits stays whole', () => {
  expect(inPieces(' həlˈO. ')).toEqual(['həlˈO.'])
  expect(inPieces('')).toEqual([])
})

test('is cut after a sentence, though a clause ends later', () => {
  const first = `${words(30)}.`
  expect(inPieces(`${first} ${words(20)}, ${words(30)}.`)[0]).toBe(first)
})

test('is cut after a clause where no sentence ends', () => {
  const first = `${words(40)},`
  expect(inPieces(`${first} ${words(60)}`)[0]).toBe(first)
})

test('is cut between words where nothing ends, and within one that is too long; nothing is lost', () => {
  const text = words(200)
  const pieces = inPieces(text)
  expect(Math.max(...pieces.map((piece) => piece.length))).toBeLessThanOrEqual(400)
  expect(pieces.join(' ')).toBe(text)
  expect(inPieces('a'.repeat(900)).map((piece) => piece.length)).toEqual([400, 400, 100])
})
