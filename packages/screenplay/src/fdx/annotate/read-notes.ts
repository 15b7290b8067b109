import type { FdxNote, FdxReply } from './note.ts'

/** What is wrong with a file of notes: `message` is one sentence that names the place (`notes[3].text: …`). */
export class NotesError extends Error {
  constructor(place: string, what: string) {
    super(`${place}: ${what}.`)
    this.name = 'NotesError'
  }
}

type Fields = Readonly<Record<string, unknown>>

const REPLY_FIELDS = ['author', 'text', 'createdAt']
const NOTE_FIELDS = [
  ...REPLY_FIELDS,
  'line',
  'lineIndex',
  'expectedText',
  'start',
  'end',
  'colour',
  'category',
  'replies',
]

const fieldsOf = (value: unknown, place: string, known: readonly string[]): Fields => {
  if (typeof value !== 'object' || value === null || Array.isArray(value))
    throw new NotesError(place, 'has to be an object')
  const unknown = Object.keys(value).find((name) => !known.includes(name))
  if (unknown !== undefined)
    throw new NotesError(`${place}.${unknown}`, `is not known; there are ${known.join(', ')}`)
  return value as Fields
}

const listOf = (value: unknown, place: string): readonly unknown[] => {
  if (!Array.isArray(value)) throw new NotesError(place, 'has to be a list')
  return value
}

const text = (fields: Fields, place: string, name: string): string | undefined => {
  const value = fields[name]
  if (value === undefined) return undefined
  if (typeof value !== 'string') throw new NotesError(`${place}.${name}`, 'has to be text')
  return value
}

const filled = (fields: Fields, place: string, name: string): string => {
  const value = text(fields, place, name)
  if (value === undefined || value.trim() === '')
    throw new NotesError(`${place}.${name}`, 'has to be text that is not empty')
  return value
}

const whole = (fields: Fields, place: string, name: string, least: number): number | undefined => {
  const value = fields[name]
  if (value === undefined) return undefined
  if (typeof value !== 'number' || !Number.isSafeInteger(value) || value < least)
    throw new NotesError(`${place}.${name}`, `has to be a whole number from ${least}`)
  return value
}

const replyOf = (fields: Fields, place: string): FdxReply => {
  const createdAt = filled(fields, place, 'createdAt')
  if (!/^\d{4}-\d\d-\d\d/.test(createdAt) || Number.isNaN(Date.parse(createdAt)))
    throw new NotesError(`${place}.createdAt`, 'has to be a moment such as 2026-01-31T12:00:00Z')
  return { author: filled(fields, place, 'author'), text: filled(fields, place, 'text'), createdAt }
}

const noteOf = (value: unknown, place: string): FdxNote => {
  const fields = fieldsOf(value, place, NOTE_FIELDS)
  const line = whole(fields, place, 'line', 1)
  const lineIndex = whole(fields, place, 'lineIndex', 0) ?? (line === undefined ? undefined : line - 1)
  if (lineIndex === undefined)
    throw new NotesError(`${place}.line`, 'has to be the number of a line, from 1, as explain prints it')
  const note: FdxNote = { ...replyOf(fields, place), lineIndex, replies: [] }
  const expectedText = text(fields, place, 'expectedText')
  if (expectedText !== undefined) note.expectedText = expectedText
  const start = whole(fields, place, 'start', 0)
  if (start !== undefined) note.start = start
  const end = whole(fields, place, 'end', 0)
  if (end !== undefined) note.end = end
  if (end !== undefined && end < (start ?? 0))
    throw new NotesError(`${place}.end`, 'has to be no less than start')
  const colour = text(fields, place, 'colour')
  if (colour !== undefined) {
    if (!/^#[0-9a-f]{6}$/i.test(colour)) throw new NotesError(`${place}.colour`, 'has to be #RRGGBB')
    note.colour = colour
  }
  const category = text(fields, place, 'category')
  if (category !== undefined) note.category = category
  const replies = listOf(fields['replies'] ?? [], `${place}.replies`)
  note.replies = replies.map((reply, at) => {
    const replyPlace = `${place}.replies[${at}]`
    return replyOf(fieldsOf(reply, replyPlace, REPLY_FIELDS), replyPlace)
  })
  return note
}

/** Throws NotesError. Accepts `line` from 1 instead of `lineIndex`. */
export const readNotes = (json: string): FdxNote[] => {
  let value: unknown
  try {
    value = JSON.parse(json)
  } catch {
    throw new NotesError('notes', 'are not JSON')
  }
  return listOf(value, 'notes').map((note, at) => noteOf(note, `notes[${at}]`))
}
