import type { RevisionMark } from '@andscene/contracts/revision-marks'
import type { RunStyle } from '@andscene/contracts/run-styles'
import { isBlank, normaliseText } from '../normalise-text.ts'
import { eighthsOf } from './eighths.ts'
import { isYes } from './paragraph-types.ts'
import { addMark, setOf } from './runs/revision-marks.ts'
import type { Row } from './rows.ts'
import { addStyle, lookOf } from './runs/run-styles.ts'
import { attribute, textOf, type XmlNode } from './xml-tree.ts'

export type ScriptParagraph = {
  type: string | undefined
  /** The joined text of its direct Text children, without hidden ones. */
  text: string
  /** The styles of parts of `text`; undefined if none has one. */
  styles: RunStyle[] | undefined
  /** The parts of `text` that are marked as revised; undefined if none is. */
  revisions: RevisionMark[] | undefined
  /** Hidden text, which counts in ScriptNote offsets: its place in `text` and its length. */
  hidden: { at: number; length: number }[] | undefined
  number: string | undefined
  /** Length of the scene that a heading begins. */
  eighths: number | undefined
  /** The paragraph's own setting; undefined if that of its type applies. */
  startsNewPage: boolean | undefined
  notes: string[]
  dual: boolean
  dualStart: boolean
  /** Start and end (excluded) of its top-level paragraph in ScriptNote offsets. */
  from: number
  to: number
}

/** Callbacks that report the origin of each row of a file. */
export type ParseTrace = {
  /** Called for each paragraph in the order of the start tags. */
  paragraph: (paragraph: ScriptParagraph) => void
  /** Called when a dual dialogue or omitted scene starts in a paragraph, after the text read so far. */
  block: (paragraph: ScriptParagraph) => void
  /** Called for each row created from a paragraph. */
  row: (row: Row, paragraph: ScriptParagraph) => void
}

/** ScriptNote offsets taken by a dual dialogue or an omitted scene, regardless of its content. */
export const EMBEDDED_BLOCK = 2
/** ScriptNote offsets taken by the end of a paragraph. */
const PARAGRAPH_END = 1

export const noteText = (note: readonly XmlNode[]): string => {
  const paragraphs: string[] = []
  for (const child of note) {
    if (child['Paragraph']) {
      const text = child['Paragraph'].map((run) => (run['Text'] ? textOf(run['Text']) : '')).join('')
      if (!isBlank(text)) paragraphs.push(normaliseText(text).trim())
    } else if (child['Text'] && !isBlank(textOf(child['Text']))) {
      paragraphs.push(normaliseText(textOf(child['Text'])).trim())
    }
  }
  return paragraphs.join('\n')
}

/** Length of the hidden text before an index of `text`; what is at that index is after it. */
export const hiddenBefore = ({ hidden = [] }: ScriptParagraph, end: number): number =>
  hidden.reduce((sum, { at, length }) => (at < end ? sum + length : sum), 0)

const addRun = (paragraph: ScriptParagraph, text: string, style: string, set: number | undefined): void => {
  const look = lookOf(style)
  if (look === 'hidden') {
    const at = paragraph.text.length
    const last = paragraph.hidden?.at(-1)
    if (last?.at === at) last.length += text.length
    else (paragraph.hidden ??= []).push({ at, length: text.length })
    return
  }
  const start = paragraph.text.length
  paragraph.text += text
  const end = paragraph.text.length
  if (style !== '') addStyle((paragraph.styles ??= []), { start, end, ...look })
  if (set !== undefined) addMark((paragraph.revisions ??= []), { start, end, set })
}

const addNestedNotes = (child: XmlNode, notes: string[]): void => {
  if (child['ScriptNote']) notes.push(noteText(child['ScriptNote']))
  const inner = child['ScriptNotes'] ?? child['UnanchoredScriptNotes'] ?? []
  for (const each of inner) addNestedNotes(each, notes)
}

/** Reads one top-level child of Content; returns the number of ScriptNote offsets it takes. */
const readParagraph = (
  node: XmlNode,
  from: number,
  dual: boolean,
  out: ScriptParagraph[],
  trace: ParseTrace | undefined,
): number => {
  const paragraph: ScriptParagraph = {
    type: attribute(node, 'Type'),
    text: '',
    styles: undefined,
    revisions: undefined,
    hidden: undefined,
    number: attribute(node, 'Number'),
    eighths: undefined,
    startsNewPage: isYes(attribute(node, 'StartsNewPage')),
    notes: [],
    dual,
    dualStart: false,
    from,
    to: from,
  }
  trace?.paragraph(paragraph)
  // Other programs mark a paragraph as a whole.
  const ownSet = setOf(attribute(node, 'RevisionID'))
  let bare = ''
  let blocks = 0
  const first = out.length
  let textBeforeInner = false
  for (const child of node['Paragraph'] ?? []) {
    const run = child['Text']
    if (run) {
      const set = setOf(attribute(child, 'RevisionID')) ?? ownSet
      const style = attribute(child, 'Style')
      if (style !== undefined || set !== undefined) addRun(paragraph, textOf(run), style ?? '', set)
      else for (const piece of run) paragraph.text += piece['#text'] ?? textOf([piece])
    } else if (child['#text'] !== undefined) bare += child['#text']
    else if (child['DualDialogue']) {
      if (blocks++ === 0) textBeforeInner = !isBlank(paragraph.text)
      trace?.block(paragraph)
      readDual(child['DualDialogue'], from, out, trace)
    } else if (child['OmittedScene']) {
      blocks++
      trace?.block(paragraph)
    } else if (child['SceneProperties']) {
      paragraph.number ??= attribute(child, 'Number')
      paragraph.eighths ??= eighthsOf(attribute(child, 'Length'))
    } else addNestedNotes(child, paragraph.notes)
  }
  // Final Draft writes no text outside of runs, but other programs do.
  if (paragraph.text === '' && !isBlank(bare)) paragraph.text = bare.trim()
  const ownLength = paragraph.text.length + hiddenBefore(paragraph, Infinity)
  const length = ownLength + blocks * EMBEDDED_BLOCK + PARAGRAPH_END
  paragraph.to = from + length
  for (let at = first; at < out.length; at++) out[at]!.to = paragraph.to
  // An empty wrapper comes first, so that its page break and notes apply to the first speech inside.
  const goesLast = out.length === first || (!textBeforeInner && !isBlank(paragraph.text))
  if (goesLast) out.push(paragraph)
  else out.splice(first, 0, paragraph)
  return length
}

const readDual = (
  children: readonly XmlNode[],
  from: number,
  out: ScriptParagraph[],
  trace: ParseTrace | undefined,
): void => {
  const first = out.length
  for (const child of children) if (child['Paragraph']) readParagraph(child, from, true, out, trace)
  const start = out[first]
  if (start) start.dualStart = true
}

/** The paragraphs of `FinalDraft > Content`, in order, without omitted scenes. */
export const readParagraphs = (root: readonly XmlNode[], trace?: ParseTrace): ScriptParagraph[] => {
  const out: ScriptParagraph[] = []
  let offset = 0
  for (const section of root) {
    for (const child of section['Content'] ?? []) {
      if (child['Paragraph']) offset += readParagraph(child, offset, false, out, trace)
      else if (child['DualDialogue']) readDual(child['DualDialogue'], offset, out, trace)
    }
  }
  return out
}
