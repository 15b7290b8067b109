/** `indent` is that of the first level, `step` what each level adds. */
export type Layout = { lineEnd: string; indent: string; step: string }

export const COMPACT: Layout = { lineEnd: '', indent: '', step: '' }
const USUAL_STEP = '  '

/** Line end and indent before an element. */
export const rowStart = ({ lineEnd, indent, step }: Layout, level: number): string =>
  lineEnd + indent + step.repeat(level)

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

/** Line ends in the white space behind an index. */
export const lineEndsBehind = (xml: string, from: number): number => {
  let to = from
  while (to < xml.length && /\s/.test(xml[to]!)) to++
  return xml.slice(from, to).match(/\r\n?|\n/g)?.length ?? 0
}
