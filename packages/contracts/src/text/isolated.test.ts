import { expect, test } from 'vitest'
import { isolated, plainTitle } from './isolated.ts'

const isolate = (text: string) => `\u2068${text}\u2069`

test.each([
  ['plain text as is', 'Lantern Street', 'Lantern Street'],
  ['right-to-left letters in isolation', 'שלום', isolate('שלום')],
  ['a right-to-left override without it', 'Evil\u202etxt.', isolate('Eviltxt.')],
  ['text that ends an isolation without that end', 'a\u2069\u202eb', isolate('ab')],
  ['a mark of direction in isolation', 'a\u200fb', isolate('a\u200fb')],
])('product §2 returns %s', (_what, text, expected) => {
  expect(isolated(text)).toBe(expected)
})

test('product §5 a title keeps its joiners and marks, but no direction controls', () => {
  expect(plainTitle(' \u2067Evil\u202etxt.fdx\u202c\u2069 ')).toBe('Eviltxt.fdx')
  expect(plainTitle('می\u200cروم\u200f')).toBe('می\u200cروم\u200f')
})
