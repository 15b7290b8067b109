import { expect, test } from 'vitest'
import { LONGEST_RUN, splitPhonemes } from './phoneme-source.ts'

test('returns one run for short phonemes, and none for an empty text', () => {
  expect(splitPhonemes(' həlˈoʊ. ')).toEqual(['həlˈoʊ.'])
  expect(splitPhonemes('  ')).toEqual([])
})

test('cuts long phonemes where a speaker would pause: at sentences, then clauses, then words, then anywhere', () => {
  expect(splitPhonemes('aaa bbb. ccc, ddd eee. f', 12)).toEqual(['aaa bbb.', 'ccc,', 'ddd eee. f'])
  expect(splitPhonemes('aaaa bbbb cccc', 9)).toEqual(['aaaa bbbb', 'cccc'])
  expect(splitPhonemes('a'.repeat(25), 10).map((run) => run.length)).toEqual([10, 10, 5])
})

test('returns no run above the limit, and loses no phoneme', () => {
  const text = Array.from(
    { length: 200 },
    (_, index) => `w${'o'.repeat(index % 17)}rd${',. ;'[index % 4]}`,
  ).join(' ')
  const runs = splitPhonemes(text)
  expect(Math.max(...runs.map((run) => run.length))).toBeLessThanOrEqual(LONGEST_RUN)
  expect(runs.join('').replace(/\s/g, '')).toBe(text.replace(/\s/g, ''))
})
