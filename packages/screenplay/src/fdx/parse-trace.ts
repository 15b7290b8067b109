import type { ScriptParagraph } from './paragraphs.ts'
import type { Row } from './rows.ts'

/** Is told what the rows of a file are made of, so that it can be found in the file again. An ordinary parse has none. */
export type ParseTrace = {
  /** A paragraph begins: each in the order of the start tags in the file. */
  paragraph: (paragraph: ScriptParagraph) => void
  /** A dual dialogue or an omitted scene begins in a paragraph, behind the text that it has by now. */
  block: (paragraph: ScriptParagraph) => void
  /** A row was made of a paragraph. */
  row: (row: Row, paragraph: ScriptParagraph) => void
}
