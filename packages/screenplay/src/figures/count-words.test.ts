import { expect, test } from 'vitest'
import { countWords } from './count-words.ts'

test.each<[text: string, words: number]>([
  ['', 0],
  ['... — !', 0],
  ['Who is there?', 3],
  ['INT. SHIP - DAY', 3],
  ["Don't—don’t go!", 3],
  ['at 10:30, twenty-one of them', 5],
  ['שלום, עולם.', 2],
  ['Ça va, Zoë?', 3],
  ['明天见 Anna', 4],
])('product §17 %j has %i words', (text, words) => expect(countWords(text)).toBe(words))

test('product §17 counts words of 100,000 characters of any kind without delay', () => {
  for (const sign of ['a', ' ', '明', '—', '.', 'a—', ' a', '\u0301']) {
    const from = performance.now()
    countWords(sign.repeat(100_000 / sign.length))
    expect(performance.now() - from).toBeLessThan(200)
  }
})
