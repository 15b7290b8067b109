import { expect, test } from 'vitest'
import { line } from '../../testing/line.ts'
import { lineAnnouncement } from './line-news.tsx'

test.each([
  ['the speaker and the words', 'Dialogue', 'Hello.', 'ANNA', 'ANNA: Hello.'],
  ['that it is a cue', 'Character', 'ANNA', 'ANNA', 'Cue: ANNA'],
  ['that it is a heading', 'Scene Heading', 'INT. SEA - DAY', undefined, 'Scene heading: INT. SEA - DAY'],
  ['that it is narration', 'Action', 'A kettle\n sings.', undefined, 'Narration: A kettle sings.'],
  ['right-to-left words as they are', 'Dialogue', 'שלום, עולם.', 'דוד', 'דוד: שלום, עולם.'],
  [
    'that a long one continues',
    'Dialogue',
    'words '.repeat(50),
    'ANNA',
    `ANNA: ${'words '.repeat(12)}words…`,
  ],
  ['a text without spaces up to a character', 'Dialogue', '😀'.repeat(99), 'A', `A: ${'😀'.repeat(80)}…`],
])('product §2: of a line that a move leads to is said %s', (_what, type, text, character, said) => {
  expect(lineAnnouncement(line(0, type, text, { ...(character && { character }) }))).toBe(said)
})
