import { makeLines } from '../lines.ts'
import { countBelow } from '../normalised-positions.ts'
import { EMBEDDED_BLOCK, hiddenBefore, type ScriptParagraph } from '../paragraphs.ts'
import { judgeXml } from '../parse-fdx.ts'
import type { Row } from '../rows.ts'

type ReadParagraph = {
  order: number
  paragraph: ScriptParagraph
  /** Length of the paragraph's text before each dual dialogue and omitted scene inside it. */
  blocks: number[]
  /** The dual dialogue that contains it: the top-level paragraph, and the index of its block. */
  dual: { wrapper: ReadParagraph; block: number } | undefined
}

/** A line with its paragraph. */
export type ScriptLine = {
  text: string
  from: ReadParagraph
  /** Start of its text in the normalized text of its paragraph. */
  start: number
}

/** Throws FdxError. */
export const readScriptLines = (xml: string): { lines: ScriptLine[]; paragraphs: number } => {
  const read = new Map<ScriptParagraph, ReadParagraph>()
  const paragraphOf = new Map<Row, ReadParagraph>()
  let top: ReadParagraph | undefined
  const { rows } = judgeXml(xml, {
    paragraph: (paragraph) => {
      const isInside = paragraph.dual && top !== undefined && top.paragraph.from === paragraph.from
      const dual = isInside && top ? { wrapper: top, block: top.blocks.length - 1 } : undefined
      const each: ReadParagraph = { order: read.size, paragraph, blocks: [], dual }
      read.set(paragraph, each)
      if (!paragraph.dual) top = each
    },
    block: (paragraph) => read.get(paragraph)?.blocks.push(paragraph.text.length),
    row: (row, paragraph) => paragraphOf.set(row, read.get(paragraph)!),
  })
  const rowAt = new Map<number, Row>()
  const lines: ScriptLine[] = []
  let from: ReadParagraph
  let start = 0
  for (const [index, { text }] of makeLines(rows, (row, at) => rowAt.set(at, row)).entries()) {
    const row = rowAt.get(index)
    if (row) {
      from = paragraphOf.get(row)!
      start = 0
    }
    lines.push({ text, from: from!, start })
    start += text.length
  }
  return { lines, paragraphs: read.size }
}

/** The ScriptNote offset of a place in a paragraph's text, after hidden text at that place. */
const offsetOf = (paragraph: ScriptParagraph, at: number) =>
  paragraph.from + at + hiddenBefore(paragraph, at + 1)

/** Converts a range of a paragraph's own text to ScriptNote offsets, end excluded. */
export const rangeOf = (
  { paragraph, blocks, dual }: ReadParagraph,
  start: number,
  end: number,
): [from: number, to: number] => {
  if (dual) {
    const { wrapper, block } = dual
    const before = wrapper.blocks[block]!
    const at = offsetOf(wrapper.paragraph, before) + block * EMBEDDED_BLOCK
    return [at, at + EMBEDDED_BLOCK]
  }
  // Its dual dialogue is outside any paragraph and has no offsets.
  if (paragraph.dual) return [paragraph.from, paragraph.from]
  const before = countBelow(blocks, start + 1)
  const beforeEnd = Math.max(before, countBelow(blocks, end))
  const from = offsetOf(paragraph, start)
  // Hidden text at the end of the range is outside.
  const to = Math.max(from, paragraph.from + end + hiddenBefore(paragraph, end))
  return [from + before * EMBEDDED_BLOCK, to + beforeEnd * EMBEDDED_BLOCK]
}
