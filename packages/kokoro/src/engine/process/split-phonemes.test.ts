import { expect, test } from 'vitest'
import { LONGEST_RUN, splitPhonemes } from './phoneme-source.ts'

test('short phonemes are one run, nothing is none', () => {
  expect(splitPhonemes(' həlˈoʊ. ')).toEqual(['həlˈoʊ.'])
  expect(splitPhonemes('  ')).toEqual([])
})

test('long ones are cut where a speaker would pause: sentences, then clauses, then words, then anywhere', () => {
  expect(splitPhonemes('aaa bbb. ccc, ddd eee. f', 12)).toEqual(['aaa bbb.', 'ccc,', 'ddd eee. f'])
  expect(splitPhonemes('aaaa bbbb cccc', 9)).toEqual(['aaaa bbbb', 'cccc'])
  expect(splitPhonemes('a'.repeat(25), 10).map((run) => run.length)).toEqual([10, 10, 5])
})

test('no run is longer than the limit, and no phoneme is lost', () => {
  const text = Array.from(
    { length: 200 },
    (_, index) => `w${'o'.repeat(index % 17)}rd${',. ;'[index % 4]}`,
  ).join(' ')
  const runs = splitPhonemes(text)
  expect(Math.max(...runs.map((run) => run.length))).toBeLessThanOrEqual(LONGEST_RUN)
  expect(runs.join('').replace(/\s/g, '')).toBe(text.replace(/\s/g, ''))
})
