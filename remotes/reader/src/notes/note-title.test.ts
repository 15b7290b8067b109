import { expect, test } from 'vitest'
import { firstWords, noteTitle } from './note-title.ts'

test.each([
  ['A cello.', 'A cello.'],
  ['One two three four', 'One two…'],
  ['Incomprehensibilities', 'Incomprehe…'],
  ['A\n b', 'A b'],
  ['😀😀😀😀😀😀😀😀😀😀😀', `${'😀'.repeat(10)}…`],
])('shortens %j to its first words: %j', (text, words) => {
  expect(firstWords(text, 10)).toBe(words)
})

test.each([
  ['ANNA', 'Dialogue', 'ANNA'],
  ['the action', 'Action', undefined],
  ['the cue', 'Character', 'ANNA'],
  ['the scene heading', 'Scene Heading', undefined],
  ['the line', 'General', undefined],
])('product §12: the title of a note on a line names %s', (subject, type, character) => {
  const line = { _id: 'l', type, text: 'Hm.', act: 1, ...(character && { character }) }
  expect(noteTitle(line)).toBe(`Note on ${subject}: “Hm.”`)
})
