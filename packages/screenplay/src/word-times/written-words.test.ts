import { describe, expect, test } from 'vitest'
import { saidLine } from '../said/said-line.ts'
import { writtenWords } from './written-words.ts'

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
const written = (text: string, spoken = saidLine({ type: 'Dialogue', text }).text, source = {}) =>
  writtenWords(timesOf(spoken), { type: 'Dialogue', text }, source).map(({ at, length, from, to }) => {
    const word = spoken.slice(at, at + length)
    const found = from === undefined ? undefined : text.slice(from, to)
    return found === word ? word : `${word}=${found}`
  })

describe('product §2: the written words of spoken ones', () => {
  test('product §3: of a direction that the narrator reads are its brackets', () => {
    const text = 'Go. (to Nora) Now.'
    const read = saidLine({ type: 'Dialogue', text }, 'en', { readsDirections: true }).text
    expect(written(text, read)).toEqual(['Go', 'to=(to Nora)', 'Nora=(to Nora)', 'Now'])
    expect(written(text)).toEqual(['Go', 'Now'])
  })

  test('are the same words, in other letters too', () => {
    expect(written('GET OUT now.')).toEqual(['Get=GET', 'Out=OUT', 'now'])
  })

  test('are one word for a number that is spoken as several', () => {
    const number = ['one', 'thousand', 'two', 'hundred', 'thirty-four'].map((word) => `${word}=1,234`)
    expect(written('I have 1,234 friends.')).toEqual(['I', 'have', ...number, 'friends'])
  })

  test('product §5: are those of a word with a pronunciation, which is not said in other words', () => {
    const pronunciations = [{ word: 'AK-47', says: 'ah-KAH', as: 'respelling' as const }]
    expect(written('An AK-47 here.', 'An AK-47 here.', { pronunciations })).toEqual(['An', 'AK-47', 'here'])
  })

  test('are found by their place if another release normalized the text', () => {
    expect(written('Room 21 is here.', 'Room twenty one is here.')).toEqual([
      'Room',
      'twenty=21',
      'one=21',
      'is',
      'here',
    ])
  })

  test('are found if a voice counts the mark before a word as its start', () => {
    const text = 'Go ‘home’ now.'
    const times = timesOf(saidLine({ type: 'Dialogue', text }).text)
    const words = times.words.map((word, n) => (n === 1 ? { ...word, at: word.at - 1 } : word))
    const found = writtenWords({ ...times, words }, { type: 'Dialogue', text }, {})
    expect(found.map(({ from, to }) => text.slice(from, to))).toEqual(['Go', 'home', 'now'])
  })

  test('are none for a clip of another text', () => {
    expect(written('…', 'Hello you.')).toEqual(['Hello=undefined', 'you=undefined'])
  })
})
