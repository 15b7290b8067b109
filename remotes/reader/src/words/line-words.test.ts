import { expect, test } from 'vitest'
import { atPace, lineWords, wordAt } from './line-words.ts'

const at = (startMs: number, range: { from?: number; to?: number } = {}) => ({
  at: startMs,
  length: 1,
  startMs,
  endMs: startMs + 100,
  ...range,
})

test('product §2: spoken words of one written word are emphasized as one, and those of none not at all', () => {
  const words = [
    at(0, { from: 0, to: 4 }),
    at(100, { from: 5, to: 7 }),
    at(200, { from: 5, to: 7 }),
    at(300),
    at(400, { from: 8, to: 10 }),
  ]
  expect(lineWords(words)).toEqual([
    { start: 0, end: 4, startMs: 0, endMs: 100 },
    { start: 5, end: 7, startMs: 100, endMs: 300 },
    { start: 8, end: 10, startMs: 400, endMs: 500 },
  ])
})

test('product §5: words are heard sooner at a faster pace of the character', () => {
  const words = [{ start: 0, end: 3, startMs: 100, endMs: 300 }]
  expect(atPace(words, 1.25)).toEqual([{ start: 0, end: 3, startMs: 80, endMs: 240 }])
  expect(atPace(words, 1)).toBe(words)
})

const WORDS = [
  { start: 0, end: 3, startMs: 100, endMs: 300 },
  { start: 4, end: 7, startMs: 350, endMs: 500 },
  { start: 8, end: 9, startMs: 2_000, endMs: 2_100 },
]

test.each([
  [0, undefined, 100],
  [100, 0, 350],
  [340, 0, 350],
  [350, 4, 650],
  [649, 4, 650],
  [650, undefined, 2_000],
  [2_050, 8, 2_250],
  [2_300, undefined, Infinity],
])(
  'at %i ms the word at %s is heard, until %i ms: a short gap belongs to a word, a pause does not',
  (ms, start, until) => {
    const found = wordAt(WORDS, ms)
    expect([found.word?.start, found.until]).toEqual([start, until])
  },
)
