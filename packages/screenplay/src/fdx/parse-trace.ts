import type { ScriptParagraph } from './paragraphs.ts'
import type { Row } from './rows.ts'

/** Receives the origin of each row of a file. */
export type ParseTrace = {
  /** A paragraph begins: each in the order of the start tags in the file. */
  paragraph: (paragraph: ScriptParagraph) => void
  /** A dual dialogue or an omitted scene begins in a paragraph, behind the text it has so far. */
  block: (paragraph: ScriptParagraph) => void
  /** A row was made of a paragraph. */
  row: (row: Row, paragraph: ScriptParagraph) => void
}
