export type FdxReply = {
  author: string
  text: string
  /** ISO 8601. */
  createdAt: string
}

/** A note to write into a Final Draft file. */
export type FdxNote = FdxReply & {
  /** Of the lines that `parseFdx` gives, from 0. */
  lineIndex: number
  /** The stored text of the line, to find it again where another release counts lines otherwise. */
  expectedText?: string
  /** UTF-16 units of the line's text, the end excluded; absent for the whole line. */
  start?: number
  end?: number
  /** `#RRGGBB`. */
  colour?: string
  category?: string
  replies: readonly FdxReply[]
}
