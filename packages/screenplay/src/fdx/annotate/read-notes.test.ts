import { describe, expect, test } from 'vitest'
import { table } from '../../testing/fixture-files.ts'
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

describe('a notes file', () => {
  test('accepts a 1-based "line" or a 0-based "lineIndex"', () => {
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

  test.each(table('notes'))('with the fields %s is rejected: %s', (fields, message) => {
    expect(sentence(note, { ...note, ...(JSON.parse(fields) as object) })).toBe(message)
  })

  test('must be a JSON list of valid notes', () => {
    expect(() => readNotes('{}')).toThrow('notes: has to be a list.')
    expect(() => readNotes('[')).toThrow('notes: are not JSON.')
    for (const none of [null, []]) expect(sentence(note, none)).toBe('notes[1]: has to be an object.')
    const { line: _, ...unplaced } = note
    expect(sentence(note, unplaced)).toMatch(/^notes\[1\]\.line: has to be the number of a line, from 1, /)
    expect(sentence(note, { ...note, colur: '#000000' })).toMatch(/^notes\[1\]\.colur: is not known; /)
  })
})
