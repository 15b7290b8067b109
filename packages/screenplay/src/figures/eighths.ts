import type { Line } from '@andscene/contracts/script'
import { LINES_PER_PAGE, pageOfLine, type Page } from '../paging.ts'

/** A scene is measured in eighths of a page, as in a script breakdown. */
export const EIGHTHS_PER_PAGE = 8

/** `eighths` of a heading: the length that Final Draft measured. */
export type MeasuredLine = Pick<Line, 'type'> & { eighths?: number | undefined }

/** A full page may lack one line that must not be its last; a page that was broken earlier is not full. */
const capacityOf = ({ start, end }: Page): number =>
  end - start >= LINES_PER_PAGE - 1 ? end - start : LINES_PER_PAGE

/** Returns how much of the pages the lines from `start` to `end` take, in eighths of a page; at least 1. */
export function measureEighths(pages: readonly Page[], start: number, end: number): number {
  let share = 0
  for (let at = pageOfLine(pages, start); at < pages.length && pages[at]!.start < end; at++) {
    const page = pages[at]!
    share += Math.max(Math.min(end, page.end) - Math.max(start, page.start), 0) / capacityOf(page)
  }
  return Math.max(Math.round(share * EIGHTHS_PER_PAGE), 1)
}

/** Formats eighths as in a script breakdown: `3/8`, `2`, `2 3/8`. */
export function eighthsText(eighths: number): string {
  const pages = Math.floor(eighths / EIGHTHS_PER_PAGE)
  const rest = eighths % EIGHTHS_PER_PAGE
  if (rest === 0) return String(pages)
  return pages === 0 ? `${rest}/8` : `${pages} ${rest}/8`
}
