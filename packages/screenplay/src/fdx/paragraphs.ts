import { isBlank, normaliseText } from '../normalise-text.ts'
import { isYes } from './paragraph-types.ts'
import type { Row } from './rows.ts'
import { attribute, textOf, type XmlNode } from './xml-tree.ts'

export type ScriptParagraph = {
  type: string | undefined
  /** Its direct-child Text runs, joined. */
  text: string
  number: string | undefined
  /** What the paragraph itself says; undefined when its type's setting holds. */
  startsNewPage: boolean | undefined
  notes: string[]
  dual: boolean
  dualStart: boolean
  /** First and last offset (excluded) of its top-level paragraph in the counting of ScriptNote ranges. */
  from: number
  to: number
}

/** Receives the origin of each row of a file. */
export type ParseTrace = {
  /** A paragraph begins: each in the order of the start tags in the file. */
  paragraph: (paragraph: ScriptParagraph) => void
  /** A dual dialogue or an omitted scene begins in a paragraph, behind the text it has so far. */
  block: (paragraph: ScriptParagraph) => void
  /** A row was made of a paragraph. */
  row: (row: Row, paragraph: ScriptParagraph) => void
}

/** How many offsets a dual dialogue or an omitted scene takes, whatever is inside. */
export const EMBEDDED_BLOCK = 2
/** How many the end of a paragraph takes. */
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

const addNestedNotes = (child: XmlNode, notes: string[]): void => {
  if (child['ScriptNote']) notes.push(noteText(child['ScriptNote']))
  const inner = child['ScriptNotes'] ?? child['UnanchoredScriptNotes'] ?? []
  for (const each of inner) addNestedNotes(each, notes)
}

/** Reads one top-level child of Content; returns how many offsets it takes in the counting of ScriptNote ranges. */
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
    number: attribute(node, 'Number'),
    startsNewPage: isYes(attribute(node, 'StartsNewPage')),
    notes: [],
    dual,
    dualStart: false,
    from,
    to: from,
  }
  trace?.paragraph(paragraph)
  let bare = ''
  let blocks = 0
  const first = out.length
  let textBeforeInner = false
  for (const child of node['Paragraph'] ?? []) {
    const run = child['Text']
    if (run) {
      for (const piece of run) paragraph.text += piece['#text'] ?? textOf([piece])
    } else if (child['#text'] !== undefined) bare += child['#text']
    else if (child['DualDialogue']) {
      if (blocks++ === 0) textBeforeInner = !isBlank(paragraph.text)
      trace?.block(paragraph)
      readDual(child['DualDialogue'], from, out, trace)
    } else if (child['OmittedScene']) {
      blocks++
      trace?.block(paragraph)
    } else if (child['SceneProperties']) paragraph.number ??= attribute(child, 'Number')
    else addNestedNotes(child, paragraph.notes)
  }
  // Final Draft writes no text outside of runs; that of other programs is kept.
  if (paragraph.text === '' && !isBlank(bare)) paragraph.text = bare.trim()
  const length = paragraph.text.length + blocks * EMBEDDED_BLOCK + PARAGRAPH_END
  paragraph.to = from + length
  for (let at = first; at < out.length; at++) out[at]!.to = paragraph.to
  // An empty wrapper goes first, so that its page break and notes reach the first speech inside.
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

/** The paragraphs of `FinalDraft > Content`, in order. Omitted scenes are not read. */
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
