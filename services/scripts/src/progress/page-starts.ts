import { paginate } from '@andscene/screenplay/paging'

/** Index of the first line of each page, rising: all that is needed to tell a page without a read of lines. */
export const pageStarts = (lines: Parameters<typeof paginate>[0]): number[] =>
  paginate(lines).map(({ start }) => start)

/** The page of a line as the reader numbers them, from 1. */
export function pageOf(starts: readonly number[], lineIndex: number): number {
  let low = 0
  let high = starts.length - 1
  while (low < high) {
    const middle = (low + high + 1) >> 1
    if (starts[middle]! <= lineIndex) low = middle
    else high = middle - 1
  }
  return low + 1
}
