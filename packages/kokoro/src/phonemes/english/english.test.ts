import { expect, test } from 'vitest'
import { SortedTable } from './sorted-table.ts'
import { withStress } from './stress.ts'

test('a table finds every key, and none that is not there', () => {
  const keys = ['a', 'ab', 'abc', 'b', 'don’t', 'é']
  const rows = keys.map((key) => Buffer.from(`${key}\tvalue of ${key.length}\n`)).toSorted(Buffer.compare)
  const table = new SortedTable(Buffer.concat(rows))
  expect(keys.map((key) => table.get(key))).toEqual(keys.map((key) => `value of ${key.length}`))
  expect(['', 'A', 'aa', 'abcd', 'c', 'ê'].filter((key) => table.has(key))).toEqual([])
  expect(new SortedTable(Buffer.alloc(0)).get('a')).toBeUndefined()
})

test('stress is set, weakened or taken away', () => {
  expect(withStress('hɛlp', 2)).toBe('hˈɛlp')
  expect(withStress('hɛlp', 0.5)).toBe('hˌɛlp')
  expect(withStress('hˌɛlp', 1)).toBe('hˈɛlp')
  expect(withStress('hˈɛlp', -0.5)).toBe('hˌɛlp')
  expect(withStress('hˈɛlpˌ', -2)).toBe('hɛlp')
  expect(withStress('ʃ', 2)).toBe('ʃ')
})
