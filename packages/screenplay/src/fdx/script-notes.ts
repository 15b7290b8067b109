import { noteText, type ScriptParagraph } from './paragraphs.ts'
import { attribute, type XmlNode } from './xml-tree.ts'

/** A note with a range at the root, as in Final Draft 12 and later. */
type RangedNote = { from: number; to: number; text: string }

const rangedNotes = (root: readonly XmlNode[]): RangedNote[] => {
  const notes: RangedNote[] = []
  for (const section of root) {
    for (const child of section['ScriptNotes'] ?? []) {
      const note = child['ScriptNote']
      const range = note && /^\s*(\d+)\s*(?:,\s*(\d+)\s*)?$/.exec(attribute(child, 'Range') ?? '')
      if (!note || !range) continue
      const from = Number(range[1])
      const text = noteText(note)
      if (text !== '') notes.push({ from, to: Math.max(from, Number(range[2] ?? from)), text })
    }
  }
  return notes
}

const paragraphAt = (paragraphs: readonly ScriptParagraph[], offset: number): number => {
  let low = 0
  let high = paragraphs.length - 1
  while (low < high) {
    const middle = (low + high) >> 1
    if (paragraphs[middle]!.to <= offset) low = middle + 1
    else high = middle
  }
  return low
}

const nextLines = (
  paragraphs: readonly ScriptParagraph[],
  isLine: (paragraph: ScriptParagraph) => boolean,
): number[] => {
  const next = Array.from({ length: paragraphs.length + 1 }, () => paragraphs.length)
  for (let at = paragraphs.length - 1; at >= 0; at--) next[at] = isLine(paragraphs[at]!) ? at : next[at + 1]!
  return next
}

/** Adds each ranged note to the first paragraph of its range that `isLine`, else to the paragraph where it starts. */
export const attachRangedNotes = (
  root: readonly XmlNode[],
  paragraphs: readonly ScriptParagraph[],
  isLine: (paragraph: ScriptParagraph) => boolean,
): void => {
  const notes = rangedNotes(root)
  if (notes.length === 0) return
  const next = nextLines(paragraphs, isLine)
  const end = paragraphs.at(-1)?.to ?? 0
  for (const note of notes) {
    // An offset beyond the end belongs to text that has been deleted.
    if (note.from > end) continue
    const at = paragraphAt(paragraphs, note.from)
    const line = paragraphs[next[at]!]
    const reaches = line !== undefined && line.from <= Math.max(note.from, note.to - 1)
    const target = reaches ? line : paragraphs[at]
    target?.notes.push(note.text)
  }
}
