import type { EspeakEvent } from '@echogarden/espeak-ng-emscripten'
import { expect, test } from 'vitest'
import { wordsOfEvents } from './words-of-events.ts'

type Row = [type: EspeakEvent['type'], position: number, ms: number, id?: string]
const wordsOf = (text: string, rows: Row[]) => {
  const events = rows.map(([type, text_position, audio_position, id]) => ({
    type,
    text_position,
    audio_position,
    id,
  }))
  return wordsOfEvents(text, events as unknown as EspeakEvent[]).map(({ at, length, startMs, endMs }) => [
    text.slice(at, at + length),
    startMs,
    endMs,
  ])
}

// As eSpeak NG reports "Wait, 42 dogs."
const COMMA: Row[] = [
  ['sentence', 1, 0],
  ['word', 1, 0],
  ['phoneme', 1, 0, 'w'],
  ['phoneme', 1, 328, 't'],
  ['phoneme', 6, 377, ''],
  ['phoneme', 6, 560, ''],
  ['end', 6, 560],
]
const REST: Row[] = [
  ['word', 7, 560],
  ['phoneme', 7, 573, 'f'],
  ['word', 8, 929],
  ['phoneme', 8, 983, 't'],
  ['word', 10, 1_151],
  ['phoneme', 10, 1_151, 'd'],
  ['phoneme', 15, 1_661, ''],
  ['end', 15, 2_028],
]

test('product §2: a word ends with the pause after it or with the next word; a number is one word', () => {
  expect(wordsOf('Wait, 42 dogs.', [...COMMA, ...REST])).toEqual([
    ['Wait,', 0, 377],
    ['42', 560, 1_151],
    ['dogs.', 1_151, 1_661],
  ])
})

test('product §2: a word that continues after a pause ends with its last sound', () => {
  const rows: Row[] = [
    ['word', 1, 0],
    ['phoneme', 1, 0, 'a'],
    ['phoneme', 1, 100, ''],
    ['phoneme', 1, 150, 'b'],
    ['word', 4, 300],
    ['phoneme', 4, 300, 'c'],
    ['end', 4, 400],
  ]
  expect(wordsOf('1a 2', rows)).toEqual([
    ['1a', 0, 300],
    ['2', 300, 400],
  ])
})
