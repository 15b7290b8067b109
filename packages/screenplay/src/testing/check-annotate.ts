import assert from 'node:assert/strict'
import { decodeFdx } from '../fdx/decode.ts'
import { annotateFdx, applyInsertions, totalOf, type Insertion } from '../fdx/annotate/annotate-fdx.ts'
import type { FdxNote } from '../fdx/annotate/note.ts'
import { readScriptLines, type ScriptLine } from '../fdx/annotate/script-lines.ts'
import { FdxError } from '../fdx/fdx-error.ts'
import { parseFdx } from '../fdx/parse-fdx.ts'
import type { ParsedLine } from '../fdx/lines.ts'

const isAt = (file: Uint8Array, bytes: Uint8Array, offset: number): boolean => {
  for (let at = 0; at < bytes.length; at++) if (file[offset + at] !== bytes[at]) return false
  return true
}

/** Reverts `applyInsertions`. Throws a RangeError for a file without these insertions. */
export const removeInsertions = (file: Uint8Array, insertions: readonly Insertion[]): Uint8Array => {
  const out = new Uint8Array(Math.max(0, file.length - totalOf(insertions)))
  let read = 0
  let written = 0
  for (const { offset, bytes } of insertions) {
    const at = read + offset - written
    if (!isAt(file, bytes, at)) throw new RangeError('These insertions are not in this file.')
    out.set(file.subarray(read, at), written)
    written = offset
    read = at + bytes.length
  }
  out.set(file.subarray(read), written)
  return out
}

/** A note on a line; by default it expects the text the line has in the file. */
export const noteOn = (lineIndex: number, text: string, more: Partial<FdxNote> = {}): FdxNote => ({
  lineIndex,
  author: 'Ada Lovelace',
  text,
  createdAt: '2026-01-31T23:59:01.000Z',
  replies: [],
  ...more,
})

/** A note on every line, or on every `step`-th line. */
export const notesOnLines = (lines: readonly ParsedLine[], step = 1): FdxNote[] =>
  lines.flatMap((line, at) =>
    at % step === 0 ? [noteOn(at, `About line ${at}`, { expectedText: line.text })] : [],
  )

/** The lines that a note is read as. */
const rowsOf = (note: FdxNote): string[] =>
  [note.text, ...note.replies.map(({ text }) => `Re: ${text}`)]
    .flatMap((text) => text.split('\n'))
    .map((row) => row.trim())
    .filter((row) => row !== '')

/** What shares notes when a file is read: a paragraph, or with ranges the whole dual dialogue. */
const sharing = ({ from }: ScriptLine, isRanged: boolean): number =>
  (isRanged ? from.dual?.wrapper : undefined)?.order ?? from.order

const rows = (note: string | undefined) => (note === undefined ? [] : note.split('\n'))

const checkNotes = (
  before: readonly ParsedLine[],
  after: readonly ParsedLine[],
  notes: readonly FdxNote[],
  { lines, isRanged }: { lines: readonly ScriptLine[]; isRanged: boolean },
): void => {
  const firstOf = new Map<number, number>()
  for (const [index, line] of lines.entries()) {
    const place = sharing(line, isRanged)
    if (!firstOf.has(place)) firstOf.set(place, index)
  }
  const expected = before.map(({ scriptNote }) => rows(scriptNote))
  for (const note of notes)
    expected[firstOf.get(sharing(lines[note.lineIndex]!, isRanged))!]!.push(...rowsOf(note))
  for (const [index, { scriptNote }] of after.entries()) {
    const wanted = expected[index]!.sort().join('\n')
    assert(rows(scriptNote).sort().join('\n') === wanted, `line ${index} has its notes and no other`)
  }
}

/** Works for all encodings: ASCII is the same in all, apart from zero bytes in between. */
const saysRange = ({ bytes }: Insertion) =>
  Buffer.from(bytes.filter((byte) => byte !== 0)).includes(' Range="')

const withoutNote = (line: ParsedLine) => JSON.stringify({ ...line, scriptNote: undefined })

/**
 * Adds notes to a file and checks invariants: removing them restores the file byte for byte, the lines are read as
 * before, and the notes are on their lines. Returns the insertions. Throws what `annotateFdx` throws.
 */
export const checkAnnotate = (bytes: Uint8Array, notes: readonly FdxNote[]): Insertion[] => {
  const insertions = annotateFdx(bytes, notes)
  const annotated = applyInsertions(bytes, insertions)
  assert(
    Buffer.compare(removeInsertions(annotated, insertions), bytes) === 0,
    'the file is left byte for byte',
  )
  const before = parseFdx(bytes, 'a.fdx').lines
  const after = parseFdx(annotated, 'a.fdx').lines
  assert(after.length === before.length, 'there are as many lines')
  for (const [index, line] of after.entries())
    assert(withoutNote(line) === withoutNote(before[index]!), `line ${index} is unchanged`)
  checkNotes(before, after, notes, {
    lines: readScriptLines(decodeFdx(bytes).text).lines,
    isRanged: insertions.some(saysRange),
  })
  return insertions
}

/**
 * Reads a file and checks it with notes. Returns 'annotated' or the code of the rejection; throws for anything else.
 */
export const checkAnnotated = (bytes: Uint8Array, step = 1): string => {
  try {
    checkAnnotate(bytes, notesOnLines(parseFdx(bytes, 'mutant.fdx').lines, step))
    return 'annotated'
  } catch (error) {
    if (error instanceof FdxError) return error.code
    throw error
  }
}
