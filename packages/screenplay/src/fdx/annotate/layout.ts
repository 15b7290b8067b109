/** How rows of markup are set: the line break and white space before the first level, and the step from level to level. */
export type Layout = { lineEnd: string; indent: string; step: string }

/** Everything in one row. */
export const COMPACT: Layout = { lineEnd: '', indent: '', step: '' }
const USUAL_STEP = '  '

/** What stands before an element on a row of its own. */
export const rowStart = ({ lineEnd, indent, step }: Layout, level: number): string =>
  lineEnd + indent + step.repeat(level)

/** The line end that a file uses, by its first one. */
export const lineEndOf = (xml: string): string => /\r\n?|\n/.exec(xml)?.[0] ?? '\n'

/** White space before a tag on its row; undefined when the tag does not begin its row. */
export const indentAt = (xml: string, tag: number): string | undefined => {
  let from = tag
  while (from > 0 && (xml[from - 1] === ' ' || xml[from - 1] === '\t')) from--
  return xml[from - 1] === '\n' || xml[from - 1] === '\r' ? xml.slice(from, tag) : undefined
}

/** What one level adds, by the indents of an element and of its parent. */
export const stepBetween = (parent: string | undefined, child: string | undefined): string =>
  parent !== undefined && child !== undefined && child.length > parent.length && child.startsWith(parent)
    ? child.slice(parent.length)
    : USUAL_STEP

/** How many line ends stand in the white space behind an index. */
export const lineEndsBehind = (xml: string, from: number): number => {
  let to = from
  while (to < xml.length && /\s/.test(xml[to]!)) to++
  return xml.slice(from, to).match(/\r\n?|\n/g)?.length ?? 0
}
