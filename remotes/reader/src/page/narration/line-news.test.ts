import type { Line } from '@andscene/contracts/script'
import { describe, expect, test } from 'vitest'
import { lineAnnouncement } from './line-news.tsx'

const line = (type: string, text: string, character?: string): Line => ({
  _id: 'l',
  type,
  text,
  act: 1,
  ...(character !== undefined && { character }),
})

describe('product §2: what is said of a line that a move leads to', () => {
  test.each([
    ['the speaker and the words', line('Dialogue', 'Hello.', 'ANNA'), 'ANNA: Hello.'],
    ['that it is a cue', line('Character', 'ANNA', 'ANNA'), 'Cue: ANNA'],
    ['that it is a heading', line('Scene Heading', 'INT. SEA - DAY'), 'Scene heading: INT. SEA - DAY'],
    ['that it is narration', line('Action', 'A kettle\n sings.'), 'Narration: A kettle sings.'],
    ['right-to-left words as they are', line('Dialogue', 'שלום, עולם.', 'דוד'), 'דוד: שלום, עולם.'],
  ])('%s', (_what, given, said) => {
    expect(lineAnnouncement(given)).toBe(said)
  })

  test('of a long speech the beginning, cut between words', () => {
    const said = lineAnnouncement(line('Dialogue', 'Some more words of it. '.repeat(50), 'ANNA'))
    expect(said).toBe(`ANNA: ${'Some more words of it. '.repeat(3)}Some more…`)
  })

  test('a text without spaces is cut between characters', () => {
    const said = lineAnnouncement(line('Dialogue', '😀'.repeat(200), 'ANNA'))
    expect(said).toBe(`ANNA: ${'😀'.repeat(80)}…`)
  })
})
