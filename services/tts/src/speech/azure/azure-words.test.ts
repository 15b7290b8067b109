import { expect, test } from 'vitest'
import { wordTimes } from './azure-words.ts'

const found = (text: string, ...words: string[]) =>
  wordTimes(
    text,
    words.map((word, n) => ({ text: word, fromMs: n * 100, lengthMs: 80 })),
  ).map(({ at, length, startMs, endMs }) => [at, text.slice(at, at + length), startMs, endMs])

test('product §2: a word that is said twice has two places', () => {
  expect(found('No, no. No?', 'No', 'no', 'No')).toEqual([
    [0, 'No', 0, 80],
    [4, 'no', 100, 180],
    [8, 'No', 200, 280],
  ])
})

test('product §2: a word that is not in the text near the last one is left out, and so is an empty one', () => {
  const text = `Ask ${'and '.repeat(30)}Tom. Go.`
  expect(found(text, 'Ask', 'Tom', 'twenty', '', 'and')).toEqual([
    [0, 'Ask', 0, 80],
    [4, 'and', 400, 480],
  ])
})
