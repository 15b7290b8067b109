import { noteText, type ScriptParagraph } from './paragraphs.ts'
import { attribute, type XmlNode } from './xml-tree.ts'

/** A note of Final Draft 12 and later, which stands at the root and says by offsets what it is about. */
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

/** Index of the last paragraph that begins at or before `offset`; paragraphs of one dual dialogue share their offsets. */
const lastFrom = (paragraphs: readonly ScriptParagraph[], offset: number): number => {
  let low = 0
  let high = paragraphs.length - 1
  while (low < high) {
    const middle = (low + high + 1) >> 1
    if (paragraphs[middle]!.from <= offset) low = middle
    else high = middle - 1
  }
  return low
}

/** Adds each ranged note to the first paragraph of its range that `isLine`, else to the paragraph it begins in. */
export const attachRangedNotes = (
  root: readonly XmlNode[],
  paragraphs: readonly ScriptParagraph[],
  isLine: (paragraph: ScriptParagraph) => boolean,
): void => {
  const end = paragraphs.at(-1)?.to ?? 0
  for (const note of rangedNotes(root)) {
    // What lies behind the script's end is about a script that has changed since.
    if (note.from > end) continue
    let at = lastFrom(paragraphs, note.from)
    while (at > 0 && paragraphs[at - 1]!.from === paragraphs[at]!.from) at--
    const reach = Math.max(note.from, note.to - 1)
    let target = paragraphs[at]
    for (let next = at; next < paragraphs.length && paragraphs[next]!.from <= reach; next++) {
      if (!isLine(paragraphs[next]!)) continue
      target = paragraphs[next]
      break
    }
    target?.notes.push(note.text)
  }
}
