import type { FdxNote, FdxReply } from './note.ts'

/** An error in a notes file; `message` is one sentence that names the place (`notes[3].text: …`). */
export class NotesError extends Error {
  constructor(place: string, what: string) {
    super(`${place}: ${what}.`)
    this.name = 'NotesError'
  }
}

/** Returns what the value must be if it is invalid. */
type Check = (value: unknown) => string | undefined

const optional =
  (check: Check): Check =>
  (value) =>
    value === undefined ? undefined : check(value)
const text: Check = (value) => (typeof value === 'string' ? undefined : 'text')
const filled: Check = (value) =>
  value === undefined || (typeof value === 'string' && value.trim() === '')
    ? 'text that is not empty'
    : text(value)
const moment: Check = (value) =>
  filled(value) ??
  (/^\d{4}-\d\d-\d\d/.test(value as string) && !Number.isNaN(Date.parse(value as string))
    ? undefined
    : 'a moment such as 2026-01-31T12:00:00Z')
const colour: Check = (value) =>
  text(value) ?? (/^#[0-9a-f]{6}$/i.test(value as string) ? undefined : '#RRGGBB')
const whole = (least: number): Check =>
  optional((value) =>
    Number.isSafeInteger(value) && Number(value) >= least ? undefined : `a whole number from ${least}`,
  )
const list: Check = (value) => (Array.isArray(value) ? undefined : 'a list')

const REPLY = { author: filled, text: filled, createdAt: moment }
const NOTE = {
  ...REPLY,
  line: whole(1),
  lineIndex: whole(0),
  expectedText: optional(text),
  start: whole(0),
  end: whole(0),
  colour: optional(colour),
  category: optional(text),
  replies: optional(list),
}
type ReadNote = Partial<FdxNote> & FdxReply & { line?: number }

const checked = <T>(value: unknown, place: string, checks: Readonly<Record<string, Check>>): T => {
  if (typeof value !== 'object' || value === null || Array.isArray(value))
    throw new NotesError(place, 'has to be an object')
  const unknown = Object.keys(value).find((name) => !Object.hasOwn(checks, name))
  if (unknown !== undefined)
    throw new NotesError(`${place}.${unknown}`, `is not known; there are ${Object.keys(checks).join(', ')}`)
  for (const [name, check] of Object.entries(checks)) {
    const wanted = check((value as Record<string, unknown>)[name])
    if (wanted !== undefined) throw new NotesError(`${place}.${name}`, `has to be ${wanted}`)
  }
  return value as T
}

const noteOf = (value: unknown, place: string): FdxNote => {
  const { line, replies = [], ...note } = checked<ReadNote>(value, place, NOTE)
  const lineIndex = note.lineIndex ?? (line === undefined ? undefined : line - 1)
  if (lineIndex === undefined)
    throw new NotesError(`${place}.line`, 'has to be the number of a line, from 1, as explain prints it')
  if (note.end !== undefined && note.end < (note.start ?? 0))
    throw new NotesError(`${place}.end`, 'has to be no less than start')
  return {
    ...note,
    lineIndex,
    replies: replies.map((reply, at) => checked<FdxReply>(reply, `${place}.replies[${at}]`, REPLY)),
  }
}

/** Parses a notes file. Accepts a 1-based `line` instead of `lineIndex`. Throws NotesError. */
export const readNotes = (json: string): FdxNote[] => {
  let value: unknown
  try {
    value = JSON.parse(json)
  } catch {
    throw new NotesError('notes', 'are not JSON')
  }
  if (!Array.isArray(value)) throw new NotesError('notes', 'has to be a list')
  return value.map((note, at) => noteOf(note, `notes[${at}]`))
}
