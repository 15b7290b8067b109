import type { RevisionMark } from '@andscene/contracts/revision-marks'
import { heardText, type StyledText } from '../heard-text.ts'
import { isBlank, normaliseText } from '../normalise-text.ts'
import type { ParagraphKind } from './paragraph-types.ts'
import type { ParseTrace, ScriptParagraph } from './paragraphs.ts'
import { addMark } from './runs/revision-marks.ts'
import { addStyle, normalisedSpans } from './runs/run-styles.ts'

/** A paragraph with text. Its style determines the type, which may be changed later by its words or neighbors. */
export type Row = {
  /** The words that classify it: without struck-out ones, unless all are. */
  readonly text: string
  /** Its text as shown, with styles. */
  readonly shown: StyledText
  /** Parts of the shown text that are marked as revised. */
  readonly revisions: readonly RevisionMark[] | undefined
  readonly kind: ParagraphKind
  readonly number: string | undefined
  /** Length of the scene that a heading begins. */
  readonly eighths: number | undefined
  readonly dual: boolean
  readonly dualStart: boolean
  /** Whether it starts with a forced page break, its own or that of an empty paragraph above. */
  readonly pageBreak: boolean
  /** Its notes and those of empty paragraphs above, one per line. */
  note: string
  type: string
  /** The reason why its type differs from its style, as a short readable clause. */
  why: string | undefined
  isCueAndSpeech: boolean
  /** Normalized name of an act; empty for a mark without a name. */
  act: string | undefined
  character: string | undefined
  side: 'left' | 'right' | undefined
}

export const retype = (row: Row, type: string, why: string): void => {
  row.type = type
  row.why = why
}

export const isSpeech = (row: Row | undefined): boolean =>
  row?.type === 'Dialogue' || row?.type === 'Parenthetical' || row?.type === 'Lyrics'

const joined = (notes: readonly string[]) => notes.filter((note) => note !== '').join('\n')

/** A paragraph without a type inside a dual dialogue belongs to the speech of the cue above. */
const typeInDual = (text: string) => (text.trimStart().startsWith('(') ? 'Parenthetical' : 'Dialogue')

/** The paragraphs with text, without outline elements. Notes below the last one are attached to it. */
export const readRows = (
  paragraphs: readonly ScriptParagraph[],
  kindOf: (type: string | undefined) => ParagraphKind,
  trace?: ParseTrace,
): Row[] => {
  const rows: Row[] = []
  let pageBreak = false
  let notes: string[] = []
  let dualStart = false
  let isDualSpeech = false
  for (const paragraph of paragraphs) {
    if (paragraph.dualStart) {
      dualStart = true
      isDualSpeech = false
    }
    const kind = kindOf(paragraph.type)
    if (kind.planning) continue
    if (paragraph.startsNewPage ?? kind.startsNewPage) pageBreak = true
    for (const note of paragraph.notes) notes.push(note)
    const text = normaliseText(paragraph.text)
    if (isBlank(text)) continue
    const styles = paragraph.styles && normalisedSpans(paragraph.text, paragraph.styles, addStyle)
    const shown: StyledText = { text, styles }
    const heard = heardText(shown)
    const { dual } = paragraph
    if (dual && kind.type === 'Character') isDualSpeech = true
    const untyped = paragraph.type === undefined && dual && isDualSpeech
    const row: Row = {
      text: isBlank(heard) ? text : heard,
      shown,
      revisions: paragraph.revisions && normalisedSpans(paragraph.text, paragraph.revisions, addMark),
      kind,
      number: paragraph.number,
      eighths: paragraph.eighths,
      dual,
      dualStart: dual && dualStart,
      pageBreak,
      note: notes.length > 0 ? joined(notes) : '',
      type: untyped ? typeInDual(text) : kind.type,
      why: undefined,
      isCueAndSpeech: false,
      act: undefined,
      character: undefined,
      side: undefined,
    }
    rows.push(row)
    trace?.row(row, paragraph)
    pageBreak = false
    if (notes.length > 0) notes = []
    if (dual) dualStart = false
  }
  const last = rows.at(-1)
  if (last && notes.length > 0) last.note = joined([last.note, ...notes])
  return rows
}
