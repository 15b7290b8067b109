import type { RevisionSet } from '@andscene/contracts/revision-marks'
import { isHeading } from '../line-types.ts'
import { paginate } from '../paging.ts'
import { decodeFdx } from './decode.ts'
import { FdxError } from './fdx-error.ts'
import { judgeScript, makeLines, type JudgedScript, type ParsedLine } from './lines.ts'
import { isBlank } from '../normalise-text.ts'
import { paragraphKinds } from './paragraph-types.ts'
import { readParagraphs, type ParseTrace } from './paragraphs.ts'
import { scanMarkup } from './scan-markup.ts'
import { attachRangedNotes } from './script-notes.ts'
import { revisionSets } from './runs/revision-sets.ts'
import { draftLineOf } from './title/draft-name.ts'
import { readTitle } from './title/find-title.ts'
import { parseTree, type XmlNode } from './xml-tree.ts'

export type ParsedScript = {
  /** From the title page if that is clear, else from the file name. */
  title: string
  /** How the title page names the draft (draftNameIn). */
  draftLine: string | undefined
  lines: ParsedLine[]
  characters: string[]
  /** Counts of pages (as returned by `paginate`), acts and scene headings. */
  pages: number
  acts: number
  scenes: number
  /** The revision sets that mark at least one line. */
  revisionSets: RevisionSet[]
}

export const judgeXml = (xml: string, trace?: ParseTrace): JudgedScript & { root: readonly XmlNode[] } => {
  const root = parseTree(scanMarkup(xml))[0]?.['FinalDraft'] ?? []
  const kindOf = paragraphKinds(root)
  const paragraphs = readParagraphs(root, trace)
  attachRangedNotes(root, paragraphs, ({ type, text }) => !kindOf(type).planning && !isBlank(text))
  const script = judgeScript(paragraphs, kindOf, trace)
  if (script.rows.length === 0) throw new FdxError('EMPTY/lines')
  return { root, ...script }
}

export const judgeFdx = (bytes: Uint8Array) => judgeXml(decodeFdx(bytes).text)

/** Puts every non-space character of every direct Text child into exactly one line, in order. Throws FdxError. */
export const parseFdx = (bytes: Uint8Array, fileName: string): ParsedScript => {
  const { root, rows, characters } = judgeFdx(bytes)
  const lines = makeLines(rows)
  return {
    title: readTitle(root, fileName).title,
    draftLine: draftLineOf(root),
    lines,
    characters,
    pages: paginate(lines).length,
    acts: lines.at(-1)?.act ?? 1,
    scenes: lines.filter(isHeading).length,
    revisionSets: revisionSets(root, lines),
  }
}
