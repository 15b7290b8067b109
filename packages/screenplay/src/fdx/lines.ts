import type { RevisionMark } from '@andscene/contracts/revision-marks'
import type { RunStyle } from '@andscene/contracts/run-styles'
import type { Line } from '@andscene/contracts/script'
import { cueNames } from '../cue-name.ts'
import { isHeading, SHOWN_IN_CAPITALS } from '../line-types.ts'
import { ActCounter, judgeActs } from './acts.ts'
import { judgeCues } from './cues.ts'
import type { ParagraphKind } from './paragraph-types.ts'
import type { ParseTrace, ScriptParagraph } from './paragraphs.ts'
import { readRows, type Row } from './rows.ts'
import { marksWithin } from './runs/revision-marks.ts'
import { covers, stylesWithin, withoutCapitals } from './runs/run-styles.ts'
import { numberScenes, type SceneNumber } from './scene-numbers.ts'
import { judgeScenes } from './scenes.ts'
import { assignSpeakers } from './speakers.ts'
import { splitText } from './split-text.ts'

/** A line as read from a file: without an id and a stored clip. */
export type ParsedLine = Omit<Line, '_id' | 'audioCache'>

/** Classified paragraphs, which are turned into lines or explained. */
export type JudgedScript = { rows: readonly Row[]; characters: string[] }

/**
 * Classifies the paragraphs of a script. Cues come first, because an act's end may be typed as one; speakers come last.
 */
export const judgeScript = (
  paragraphs: readonly ScriptParagraph[],
  kindOf: (type: string | undefined) => ParagraphKind,
  trace?: ParseTrace,
): JudgedScript => {
  const rows = readRows(paragraphs, kindOf, trace)
  const nameOf = cueNames()
  judgeCues(rows, nameOf)
  judgeActs(rows)
  judgeScenes(rows)
  return { rows, characters: assignSpeakers(rows, nameOf) }
}

const SMALL = /\p{Ll}/u

/** Adds the styles of a text to the lines that it was split into. */
const addStyles = (lines: readonly ParsedLine[], styles: readonly RunStyle[]): void => {
  let from = 0
  for (const line of lines) {
    const own = stylesWithin(styles, from, from + line.text.length)
    if (own.length > 0) line.styles = own
    from += line.text.length
  }
}

/** Likewise its revision marks. */
const addRevisions = (lines: readonly ParsedLine[], marks: readonly RevisionMark[]): void => {
  let from = 0
  for (const line of lines) {
    const own = marksWithin(marks, from, from + line.text.length, line === lines.at(-1))
    if (own.length > 0) line.revisions = own
    from += line.text.length
  }
}

/** Turns classified rows into lines (product §3); calls `seen` for each row before creating its lines. */
export const makeLines = (
  rows: readonly Row[],
  seen?: (row: Row, lineIndex: number, acts: ActCounter, scene: SceneNumber | undefined) => void,
): ParsedLine[] => {
  const lines: ParsedLine[] = []
  const acts = new ActCounter()
  const numbers = numberScenes(rows)
  let sceneNumber: string | undefined
  for (const row of rows) {
    const heading = isHeading(row)
    const act = acts.next(row.act, heading)
    const scene = heading ? numbers.get(row) : undefined
    if (heading || row.act !== undefined) sceneNumber = scene?.number
    seen?.(row, lines.length, acts, scene)

    const { text, styles } = row.shown
    const [first = text, ...rest] = splitText(text)
    const line: ParsedLine = { type: row.type, text: first, act }
    if (row.character !== undefined) line.character = row.character
    if (sceneNumber !== undefined) line.sceneNumber = sceneNumber
    if (row.side !== undefined) line.dual = row.side
    const isInCapitals = row.kind.capitals || (styles !== undefined && covers(text, styles, 'capitals'))
    const alwaysCapitals = SHOWN_IN_CAPITALS.has(row.type)
    if (isInCapitals && !alwaysCapitals && SMALL.test(text)) line.capitals = true
    const further = rest.map((piece) => ({ ...line, text: piece }))
    if (row.note !== '') line.scriptNote = row.note
    if (row.pageBreak) line.forcePageBreak = true
    if (heading && row.eighths !== undefined) line.eighths = row.eighths
    lines.push(line, ...further)
    if (styles)
      addStyles([line, ...further], isInCapitals || alwaysCapitals ? withoutCapitals(styles) : styles)
    if (row.revisions) addRevisions([line, ...further], row.revisions)
  }
  return lines
}
