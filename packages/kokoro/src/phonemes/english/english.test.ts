import { expect, test } from 'vitest'
import { cardinal, decimal, ordinal, year } from './number-words.ts'
import { SortedTable } from './sorted-table.ts'
import { withStress } from './stress.ts'
import { withEd, withIng, withS } from './endings.ts'

test('a table finds every key, and none that is not there', () => {
  const keys = ['a', 'ab', 'abc', 'b', 'don’t', 'é']
  const rows = keys.map((key) => Buffer.from(`${key}\tvalue of ${key.length}\n`)).toSorted(Buffer.compare)
  const table = new SortedTable(Buffer.concat(rows))
  expect(keys.map((key) => table.get(key))).toEqual(keys.map((key) => `value of ${key.length}`))
  expect(['', 'A', 'aa', 'abcd', 'c', 'ê'].filter((key) => table.has(key))).toEqual([])
  expect(new SortedTable(Buffer.alloc(0)).get('a')).toBeUndefined()
})

test('numbers in words', () => {
  expect(cardinal('0')).toBe('zero')
  expect(cardinal('1234')).toBe('one thousand two hundred thirty-four')
  expect(cardinal('1001', true)).toBe('one thousand and one')
  expect(cardinal('9'.repeat(17))).toMatch(/^nine nine/)
  expect(ordinal('22')).toBe('twenty-second')
  expect(ordinal('20')).toBe('twentieth')
  expect(year('1905')).toBe('nineteen oh-five')
  expect(year('1900')).toBe('nineteen hundred')
  expect(decimal('3.05')).toBe('three point zero five')
})

test('stress is set, weakened or taken away', () => {
  expect(withStress('hɛlp', 2)).toBe('hˈɛlp')
  expect(withStress('hɛlp', 0.5)).toBe('hˌɛlp')
  expect(withStress('hˌɛlp', 1)).toBe('hˈɛlp')
  expect(withStress('hˈɛlp', -0.5)).toBe('hˌɛlp')
  expect(withStress('hˈɛlpˌ', -2)).toBe('hɛlp')
  expect(withStress('ʃ', 2)).toBe('ʃ')
})

test('endings follow the sound before them', () => {
  expect([withS('kˈæt', false), withS('dˈɔɡ', false), withS('hˈɔɹs', false)]).toEqual([
    'kˈæts',
    'dˈɔɡz',
    'hˈɔɹsᵻz',
  ])
  expect([withEd('wˈɔk', false), withEd('wˈAt', false), withEd('wˈAt', true)]).toEqual([
    'wˈɔkt',
    'wˈAɾᵻd',
    'wˈAtɪd',
  ])
  expect([withIng('sˈɪt', false), withIng('fˈɪə', true)]).toEqual(['sˈɪɾɪŋ', undefined])
})
