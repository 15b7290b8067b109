import { describe, expect, test } from 'vitest'
import { saidLine } from '@andscene/screenplay/said/said-line'
import { atPace, lineWords, wordAt } from './line-words.ts'

/** Times of a text whose words are spoken for 100 ms each. */
const timesOf = (text: string) => ({
  text,
  words: Array.from(text.matchAll(/[\p{L}\p{N}](?:\S*[\p{L}\p{N}])?/gu), ({ 0: word, index }, n) => ({
    at: index,
    length: word.length,
    startMs: n * 100,
    endMs: n * 100 + 100,
  })),
})
const written = (text: string, spoken = saidLine({ type: 'Dialogue', text }).text) =>
  lineWords(timesOf(spoken), { type: 'Dialogue', text }).map(({ start, end, startMs, endMs }) => [
    text.slice(start, end),
    startMs,
    endMs,
  ])

describe('product §2: the written words of spoken ones', () => {
  test('product §3: of a direction that the narrator reads are its brackets', () => {
    const line = { type: 'Dialogue', text: 'Go. (to Nora) Now.' }
    const read = saidLine(line, 'en', { readsDirections: true }).text
    expect(written(line.text, read)).toEqual([
      ['Go', 0, 100],
      ['(to Nora)', 100, 300],
      ['Now', 300, 400],
    ])
    expect(written(line.text).map(([word]) => word)).toEqual(['Go', 'Now'])
  })

  test('are the same words, in other letters too', () => {
    expect(written('GET OUT now.')).toEqual([
      ['GET', 0, 100],
      ['OUT', 100, 200],
      ['now', 200, 300],
    ])
  })

  test('are one word for a number that is spoken as several', () => {
    expect(written('I have 1,234 friends.')).toEqual([
      ['I', 0, 100],
      ['have', 100, 200],
      ['1,234', 200, 700],
      ['friends', 700, 800],
    ])
  })

  test('are found by their place if another release normalized the text', () => {
    expect(written('Room 21 is here.', 'Room twenty one is here.').map(([word]) => word)).toEqual([
      'Room',
      '21',
      'is',
      'here',
    ])
  })

  test('are found if a voice counts the mark before a word as its start', () => {
    const text = 'Go ‘home’ now.'
    const times = timesOf(saidLine({ type: 'Dialogue', text }).text)
    const words = times.words.map((word, n) => (n === 1 ? { ...word, at: word.at - 1 } : word))
    const found = lineWords({ ...times, words }, { type: 'Dialogue', text })
    expect(found.map(({ start, end }) => text.slice(start, end))).toEqual(['Go', 'home', 'now'])
  })

  test('are none for a clip of another text', () => {
    expect(written('Hello.', '')).toEqual([])
  })
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
