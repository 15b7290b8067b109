import type { StyledText } from '../heard-text.ts'
import { gapBetween, type GapLine } from './line-gaps.ts'

const NOTHING: readonly never[] = []

/** Returns the sum of the pauses before each line of a reading, at 1×. `isRead` has a 1 for each line that is read. */
export function gapsBefore(
  lines: readonly (GapLine & StyledText)[],
  isRead: { readonly [line: number]: number },
): Float64Array<ArrayBuffer> {
  const gaps = new Float64Array(lines.length)
  let pauses = 0
  let before = -1
  for (const [index, line] of lines.entries()) {
    if (isRead[index]) {
      const between = before < index - 1 ? lines.slice(before + 1, index) : NOTHING
      if (before >= 0) pauses += gapBetween(lines[before]!, line, between)
      before = index
    }
    gaps[index] = pauses
  }
  return gaps
}
