import { expect, test } from 'vitest'
import { mediaText } from '../transport/use-keys.ts'
import { line } from '../../testing/line.ts'
import { lineAnnouncement } from './line-news.tsx'

test.each([
  ['speaker and words', 'Dialogue', 'Hello.', 'ANNA', 'ANNA: Hello.'],
  ['a cue', 'Character', 'ANNA', 'ANNA', 'Cue: ANNA'],
  ['a heading', 'Scene Heading', 'INT. SEA - DAY', undefined, 'Scene heading: INT. SEA - DAY'],
  ['narration', 'Action', 'A kettle\n sings.', undefined, 'Narration: A kettle sings.'],
  ['right-to-left words, unchanged', 'Dialogue', 'שלום, עולם.', 'דוד', 'דוד: שלום, עולם.'],
  [
    'a long text, cut at a word',
    'Dialogue',
    'words '.repeat(50),
    'ANNA',
    `ANNA: ${'words '.repeat(12)}words…`,
  ],
  ['a text without spaces, cut at a character', 'Dialogue', '😀'.repeat(99), 'A', `A: ${'😀'.repeat(80)}…`],
])('product §2: announces the target line of a move: %s', (_what, type, text, character, said) => {
  expect(lineAnnouncement(line(0, type, text, { ...(character && { character }) }))).toBe(said)
})

test('product §3 struck-out words are neither announced nor shown on the lock screen', () => {
  const styles = [{ start: 4, end: 8, struck: true }]
  const struck = line(0, 'Action', 'The old key.', { styles })
  expect(lineAnnouncement(struck)).toBe('Narration: The key.')
  expect(mediaText(struck, 'Lantern Street')).toEqual({
    title: 'The key.',
    artist: '',
    album: 'Lantern Street',
  })
  const whole = { ...struck, styles: [{ start: 0, end: 12, struck: true }] }
  expect(mediaText(whole, 'Lantern Street').title).toBe('Lantern Street')
})
