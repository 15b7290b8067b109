import type { RunStyle } from '@andscene/contracts/run-styles'

/** A text with the styles of its parts. */
export type StyledText = { text: string; styles?: readonly RunStyle[] | undefined }

export type TextRange = { from: number; to: number }

const SPACE_AT_END = /\s$/
const NEEDS_NO_SPACE = /^(?:\s|[,.;:!?…)\]]|$)/

/** The ranges of a text that are not struck out; those are not read aloud (product §3). */
export const heardRanges = ({ text, styles }: StyledText): TextRange[] => {
  const ranges: TextRange[] = []
  let at = 0
  const add = (from: number, to: number) => {
    if (from >= to) return
    const last = ranges.at(-1)
    // The space before struck-out words goes with them.
    if (
      last &&
      SPACE_AT_END.test(text.slice(last.to - 1, last.to)) &&
      NEEDS_NO_SPACE.test(text.slice(from, to))
    )
      last.to = last.from + text.slice(last.from, last.to).trimEnd().length
    ranges.push({ from, to })
  }
  for (const { start, end, struck } of styles ?? []) {
    if (!struck) continue
    add(at, Math.min(start, text.length))
    at = Math.max(at, end)
  }
  add(at, text.length)
  return ranges
}

/** The text without its struck-out parts. */
export const heardText = (line: StyledText): string =>
  line.styles?.some(({ struck }) => struck)
    ? heardRanges(line)
        .map(({ from, to }) => line.text.slice(from, to))
        .join('')
    : line.text
