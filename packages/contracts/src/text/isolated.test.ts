import { expect, test } from 'vitest'
import { isolated } from './isolated.ts'

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
