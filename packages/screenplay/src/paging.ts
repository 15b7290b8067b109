import type { Line } from '@andscene/contracts/script'
import { isActMark, isHeading } from './line-types.ts'

/** Lines on a full page (product §9: about 20). */
export const LINES_PER_PAGE = 20

export type Page = { start: number; end: number }
type PagedLine = Pick<Line, 'type' | 'forcePageBreak'>

/** Whether a line must not be the last one of a full page. */
const belongsWithNext = (line: PagedLine) =>
  isHeading(line) || line.type === 'Character' || line.type === 'Parenthetical'

/**
 * Splits lines into pages (product §9): forced breaks and acts start one; no cue, heading or parenthetical ends one.
 */
export const paginate = (lines: readonly PagedLine[]): Page[] => {
  const pages: Page[] = []
  let start = 0
  const close = (end: number) => {
    if (end > start) pages.push({ start, end })
    start = end
  }
  for (const [index, line] of lines.entries()) {
    if (line.forcePageBreak || isActMark(line)) close(index)
    if (index + 1 - start === LINES_PER_PAGE) close(belongsWithNext(line) ? index : index + 1)
  }
  close(lines.length)
  return pages
}

/** Index of a line's page; the nearest page for an index outside of the script; 0 without pages. */
export const pageOfLine = (pages: readonly Page[], lineIndex: number): number => {
  let low = 0
  let high = pages.length - 1
  while (low < high) {
    const middle = (low + high) >> 1
    if (lineIndex < pages[middle]!.end) high = middle
    else low = middle + 1
  }
  return low
}
