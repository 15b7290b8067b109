import { expect, test } from 'vitest'
import { firstWords, noteTitle } from './note-title.ts'

test.each([
  ['A cello.', 'A cello.'],
  ['One two three four', 'One two…'],
  ['Incomprehensibilities', 'Incomprehe…'],
  ['A\n b', 'A b'],
  ['😀😀😀😀😀😀😀😀😀😀😀', `${'😀'.repeat(10)}…`],
])('the first words of %j are %j', (text, words) => {
  expect(firstWords(text, 10)).toBe(words)
})

test('product §12: a line of a kind of its own is called a line', () => {
  const line = { _id: 'l', type: 'General', text: 'Hm.', act: 1 }
  expect(noteTitle(line)).toBe('Note on the line: “Hm.”')
})
