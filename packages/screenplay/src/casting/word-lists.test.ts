import { expect, test } from 'vitest'
import {
  FEMALE_NAMES,
  FEMALE_WORDS,
  MALE_NAMES,
  MALE_WORDS,
  MOSTLY_FEMALE_NAMES,
  MOSTLY_MALE_NAMES,
} from './word-lists.ts'

const names = [FEMALE_NAMES, MALE_NAMES, MOSTLY_FEMALE_NAMES, MOSTLY_MALE_NAMES]
const common = (a: ReadonlySet<string>, b: ReadonlySet<string>) => [...a].filter((word) => b.has(word))

test('no first name is in two lists', () => {
  const all = names.flatMap((list) => [...list])
  expect(all.filter((name, at) => all.indexOf(name) !== at)).toEqual([])
})

test('no word of a cue contradicts a first name', () => {
  expect(common(FEMALE_WORDS, MALE_WORDS)).toEqual([])
  expect(common(FEMALE_WORDS, MALE_NAMES)).toEqual([])
  expect(common(MALE_WORDS, FEMALE_NAMES)).toEqual([])
})

test('first names are listed without accents, as they are looked up', () => {
  expect(names.flatMap((list) => [...list]).filter((name) => !/^[A-Z']+$/.test(name))).toEqual([])
})
