import { describe, expect, test } from 'vitest'
import { NotesError, readNotes } from './read-notes.ts'

const createdAt = '2026-01-31T12:00:00Z'
const note = { line: 3, author: 'Ada', text: 'Louder?', createdAt }
const sentence = (...notes: unknown[]): string => {
  try {
    readNotes(JSON.stringify(notes))
  } catch (error) {
    if (error instanceof NotesError) return error.message
  }
  return 'read'
}

describe('a file of notes', () => {
  test('counts lines from 1 in "line", and from 0 in "lineIndex"', () => {
    expect(readNotes(JSON.stringify([note]))).toEqual([
      { lineIndex: 2, author: 'Ada', text: 'Louder?', createdAt, replies: [] },
    ])
    const full = {
      ...note,
      line: undefined,
      lineIndex: 3,
      expectedText: 'Wheels turn.',
      start: 0,
      end: 6,
      colour: '#12abef',
      category: 'Sound',
      replies: [{ author: 'Bo', text: 'No.', createdAt }],
    }
    expect(readNotes(JSON.stringify([full]))).toEqual([JSON.parse(JSON.stringify(full))])
  })

  test.each([
    [{ ...note, text: ' ' }, 'notes[1].text: has to be text that is not empty.'],
    [{ ...note, text: 7 }, 'notes[1].text: has to be text.'],
    [{ ...note, author: undefined }, 'notes[1].author: has to be text that is not empty.'],
    [{ ...note, line: 0 }, 'notes[1].line: has to be a whole number from 1.'],
    [{ ...note, line: '3' }, 'notes[1].line: has to be a whole number from 1.'],
    [
      { ...note, line: undefined },
      'notes[1].line: has to be the number of a line, from 1, as explain prints it.',
    ],
    [{ ...note, lineIndex: 1.5 }, 'notes[1].lineIndex: has to be a whole number from 0.'],
    [{ ...note, start: -1 }, 'notes[1].start: has to be a whole number from 0.'],
    [{ ...note, start: 4, end: 3 }, 'notes[1].end: has to be no less than start.'],
    [{ ...note, colour: 'red' }, 'notes[1].colour: has to be #RRGGBB.'],
    [{ ...note, createdAt: '7' }, 'notes[1].createdAt: has to be a moment such as 2026-01-31T12:00:00Z.'],
    [{ ...note, replies: {} }, 'notes[1].replies: has to be a list.'],
    [
      { ...note, replies: [{ author: 'Bo', text: '', createdAt }] },
      'notes[1].replies[0].text: has to be text that is not empty.',
    ],
    [
      { ...note, replies: [{ ...note }] },
      'notes[1].replies[0].line: is not known; there are author, text, createdAt.',
    ],
    [null, 'notes[1]: has to be an object.'],
    [[], 'notes[1]: has to be an object.'],
  ])('%j is refused: %s', (bad, message) => {
    expect(sentence(note, bad)).toBe(message)
  })

  test('is a list in JSON', () => {
    expect(() => readNotes('{}')).toThrow('notes: has to be a list.')
    expect(() => readNotes('[')).toThrow('notes: are not JSON.')
    expect(sentence(note, { ...note, colur: '#000000' })).toMatch(/^notes\[1\]\.colur: is not known; /)
  })
})
