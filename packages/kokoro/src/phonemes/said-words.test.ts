import { expect, test } from 'vitest'
import { splitPhonemes } from '../engine/process/phoneme-source.ts'
import type { KokoroLanguage } from '../kokoro-voice.ts'
import { Phonemiser } from './phonemiser.ts'
import { sharedPhonemes, wordsOfRuns } from './said-words.ts'
import { isPhoneme } from './tokens.ts'

const phonemiser = new Phonemiser()

/** `word=phonemes` for each word of the runs of a text. */
async function spoken(text: string, language: KokoroLanguage = 'en-US'): Promise<string[]> {
  const { pieces, words } = await phonemiser.said(text, language)
  const runs = pieces.flatMap((piece) => splitPhonemes(piece))
  return wordsOfRuns(words, runs).flatMap((found, n) => {
    const tokens = [...runs[n]!].filter(isPhoneme)
    return found.map(
      ({ at, length, first, end }) =>
        `${text.slice(at, at + length)}=${tokens.slice(first, end).join('').trim()}`,
    )
  })
}

test.each([
  ['Hello there, “Anna”.', ['Hello=həlˈO', 'there=ðˈɛɹ', 'Anna=ˈɑnə']],
  ['No -- wait!', ['No=nˈO', 'wait=wˈAt']],
  ["I don't. I'm Dr. Who.", ['I=ˌI', "don't=dˈOnt", "I'm=ˌIm", 'Dr=dˈɑktəɹ', 'Who=hˌu']],
  ['He owes twenty-one dollars.', ['He=hˌi', 'owes=ˈOz', 'twenty-one=twˌɛntiwˈʌn', 'dollars=dˈɑləɹz']],
  ['Get out, FBI!', ['Get=ɡˌɛt', 'out=ˈWt', 'FBI=ˌɛfbˌiˈI']],
])('words of "%s" have their phonemes', async (text, expected) => {
  expect(await spoken(text)).toEqual(expected)
})

test('words that are rewritten keep their place: stutters and letters', async () => {
  const ofWord = async (text: string, word: string) =>
    (await spoken(text)).filter((each) => each.startsWith(`${word}=`)).length
  expect(await ofWord('W-w-what is it?', 'W-w-what')).toBeGreaterThan(0)
  const letters = await spoken('Ask the C I A now.')
  expect(letters.map((each) => each.split('=')[0]!.charAt(0)).join('')).toMatch(/^At[CIA]n$/)
})

test.each([
  ['fr', "Qu'est-ce que c'est, Marie ?"],
  ['fr', 'Les enfants sont là -- vite !'],
  ['hi', 'क्या हुआ? मैं यहाँ हूँ।'],
  ['es', '¿Qué tal? Tengo 20 años.'],
  ['it', 'Ciao! Perché no?'],
  ['pt-BR', 'Não, João! Você está aqui?'],
] as const)('all words of %s "%s" have phonemes, in order', async (language, text) => {
  const said = (await spoken(text, language)).map((each) => each.split('='))
  expect(said.map(([word]) => word)).toEqual(text.match(/[\p{L}\p{M}\p{N}]+(?:['-][\p{L}\p{M}\p{N}]+)*/gu))
  expect(said.every(([, phonemes]) => phonemes !== '')).toBe(true)
})

test('a long text keeps its words over all runs', async () => {
  const text = Array.from({ length: 90 }, (_, n) => `I told Anna about the door${',.;'[n % 3]}`).join(' ')
  const said = (await spoken(text)).map((each) => each.split('=')[0])
  expect(said).toEqual(text.match(/\w+/g))
})

const word = (at: number, phonemes: string) => ({ at, length: 1, phonemes })
const COMMA = { at: 0, length: 0, phonemes: ',' }

const firstsOf = (words: Parameters<typeof wordsOfRuns>[0], run: string) =>
  wordsOfRuns(words, [run])[0]!.map(({ at, first }) => [at, first])

test('a mark that only the words or only a run has ends no word', () => {
  expect(firstsOf([word(0, 'a'), COMMA, word(2, 'b')], 'a b')).toEqual([
    [0, 0],
    [2, 2],
  ])
  expect(firstsOf([word(0, 'a'), word(2, 'b')], 'a, b')).toEqual([
    [0, 0],
    [2, 3],
  ])
  // A sign that the model does not have takes no token.
  expect(firstsOf([word(0, 'a'), word(2, 'b')], '7a b')).toEqual([
    [0, 0],
    [2, 2],
  ])
})

test('words that cannot be separated share the phonemes by their own lengths', () => {
  const spans = [0, 2].map((at) => ({ at, length: 1 }))
  expect(sharedPhonemes(spans, [1, 3], 'abcd').map(({ phonemes }) => phonemes)).toEqual(['a', 'bcd'])
})
