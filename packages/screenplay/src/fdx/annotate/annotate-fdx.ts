import { decodeFdx } from '../decode.ts'
import { FdxError } from '../fdx-error.ts'
import { byteOffsets, encodeLike } from './file-bytes.ts'
import { findPlaces, type ElementPlace, type FilePlaces } from './file-places.ts'
import { LineFinder, type NotePlace } from './find-line.ts'
import {
  COMPACT,
  indentAt,
  lineEndOf,
  lineEndsBehind,
  nestedStyle,
  noteXml,
  rangedStyle,
  rowStart,
  stepBetween,
  type Layout,
} from './note-xml.ts'
import type { FdxNote } from './note.ts'
import { readScriptLines } from './script-lines.ts'

/** `offset` is a byte offset in the unchanged file. */
export type Insertion = { offset: number; bytes: Uint8Array }

export const totalOf = (insertions: readonly Insertion[]) =>
  insertions.reduce((total, { bytes }) => total + bytes.length, 0)

export const applyInsertions = (file: Uint8Array, insertions: readonly Insertion[]): Uint8Array => {
  const out = new Uint8Array(file.length + totalOf(insertions))
  let read = 0
  let written = 0
  for (const { offset, bytes } of insertions) {
    out.set(file.subarray(read, offset), written)
    out.set(bytes, written + offset - read)
    written += offset - read + bytes.length
    read = offset
  }
  out.set(file.subarray(read), written)
  return out
}

type Placed = NotePlace & { note: FdxNote }
type TextInsertion = { at: number; text: string }

/** The first format version with notes at the root: Final Draft 12. */
const FIRST_RANGED_VERSION = 5

const layoutWithin = (xml: string, { tag, inner }: ElementPlace): Layout => {
  const child = xml.indexOf('<', inner)
  const own = indentAt(xml, tag)
  const isEmpty = xml.startsWith('</', child)
  const indent = isEmpty ? undefined : indentAt(xml, child)
  const step = stepBetween(own, indent)
  if (indent !== undefined) return { lineEnd: lineEndOf(xml), indent, step }
  return isEmpty && own !== undefined ? { lineEnd: lineEndOf(xml), indent: own + step, step } : COMPACT
}

const intoParagraphs = (xml: string, places: FilePlaces, notes: readonly Placed[]): TextInsertion[] => {
  const byParagraph = Map.groupBy(notes, ({ line }) => line.from.order)
  return [...byParagraph].map(([order, group]) => {
    const place = places.paragraphs[order]!
    const layout = layoutWithin(xml, place)
    return { at: place.last, text: group.map(({ note }) => noteXml(note, nestedStyle, layout)).join('') }
  })
}

/** The next free id; ids are shared by all elements. */
const nextId = (xml: string): number => {
  let last = 0
  for (const [, id] of xml.matchAll(/\sId="(\d{1,9})"/g)) last = Math.max(last, Number(id))
  return last + 1
}

const notesAtRoot = (xml: string, notes: readonly Placed[], layout: Layout): string => {
  const ranges = new Map(notes.map(({ note, range }) => [note, range]))
  const style = rangedStyle(nextId(xml), (note) => ranges.get(note)!)
  return notes.map(({ note }) => noteXml(note, style, layout)).join('')
}

const intoRoot = (
  xml: string,
  { notes, lastChild }: FilePlaces,
  placed: readonly Placed[],
): TextInsertion => {
  if (notes && !notes.selfClosing) {
    const layout = layoutWithin(xml, notes)
    const closing =
      layout.lineEnd !== '' && lineEndsBehind(xml, notes.last) === 0
        ? layout.lineEnd + (indentAt(xml, notes.tag) ?? '')
        : ''
    return { at: notes.last, text: notesAtRoot(xml, placed, layout) + closing }
  }
  const indent = indentAt(xml, notes?.tag ?? lastChild.tag)
  const step = indent === '' ? undefined : indent
  const own: Layout = indent === undefined ? COMPACT : { lineEnd: lineEndOf(xml), indent, step: step ?? '  ' }
  const inner: Layout = { ...own, indent: own.indent + own.step }
  const rows = `${notesAtRoot(xml, placed, inner)}${rowStart(own, 0)}</ScriptNotes>`
  // The existing "/>" then closes an empty UnanchoredScriptNotes, which older versions write into every file. With two
  // ScriptNotes it would be undefined which one Final Draft reads.
  if (notes) return { at: notes.inner - 2, text: `>${rows}${rowStart(own, 0)}<UnanchoredScriptNotes` }
  const blank = own.lineEnd.repeat(Math.max(0, Math.min(1, lineEndsBehind(xml, lastChild.end) - 1)))
  return { at: lastChild.end, text: `${blank}${rowStart(own, 0)}<ScriptNotes>${rows}` }
}

/**
 * Returns the bytes to insert to add these notes; nothing else in the file changes. From version 5 on notes are
 * at the root, before that in their paragraphs. Throws FdxError for an unreadable or unsuitable file.
 */
export const annotateFdx = (bytes: Uint8Array, notes: readonly FdxNote[]): Insertion[] => {
  const file = decodeFdx(bytes)
  const { lines, paragraphs } = readScriptLines(file.text)
  const places = findPlaces(file.text)
  if (places.paragraphs.length !== paragraphs) throw new FdxError('NO_PLACE')
  if (notes.length === 0) return []
  const finder = new LineFinder(lines)
  const placed = notes
    .map((note) => ({ note, ...finder.find(note) }))
    .sort((one, other) => one.line.from.order - other.line.from.order || one.range[0] - other.range[0])
  const isRanged = places.version >= FIRST_RANGED_VERSION || places.hasRanges
  const insertions = isRanged
    ? [intoRoot(file.text, places, placed)]
    : intoParagraphs(file.text, places, placed).sort((one, other) => one.at - other.at)
  const offsets = byteOffsets(
    bytes,
    file,
    insertions.map(({ at }) => at),
  )
  return insertions.map(({ text }, at) => ({ offset: offsets[at]!, bytes: encodeLike(text, file.encoding) }))
}
