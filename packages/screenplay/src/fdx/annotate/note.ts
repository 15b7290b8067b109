export type FdxReply = {
  author: string
  text: string
  /** ISO 8601. */
  createdAt: string
}

/** A note to add to a Final Draft file. */
export type FdxNote = FdxReply & {
  /** 0-based index of the line in the result of `parseFdx`. */
  lineIndex: number
  /** The stored text of the line, used to find it if another release numbers lines differently. */
  expectedText?: string
  /** Range in UTF-16 units of the line's text, end excluded; absent for the whole line. */
  start?: number
  end?: number
  /** `#RRGGBB`. */
  colour?: string
  category?: string
  replies: readonly FdxReply[]
}
