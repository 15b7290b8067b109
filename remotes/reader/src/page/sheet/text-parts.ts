import type { NoteRange } from '@andscene/contracts/notes'
import type { RevisionMark } from '@andscene/contracts/revision-marks'
import type { RunStyle } from '@andscene/contracts/run-styles'

export type TextPart = {
  start: number
  text: string
  style?: RunStyle | undefined
  isHit?: boolean
  /** New since the draft whose changes are shown. */
  isFresh?: boolean
  /** The revision set of the file. */
  set?: number | undefined
}
type Marks = {
  runs?: readonly RunStyle[] | undefined
  hits?: readonly NoteRange[] | undefined
  fresh?: readonly NoteRange[] | undefined
  revisions?: readonly RevisionMark[] | undefined
}

export const covers = (range: NoteRange, at: number) => range.start <= at && at < range.end

/** Splits a text at the ends of its styles, its matches of the search and the other marks. Offsets in UTF-16 units. */
export function partsOf(
  text: string,
  { runs = [], hits = [], fresh = [], revisions = [] }: Marks,
  others: readonly NoteRange[] = [],
): TextPart[] {
  const cuts = new Set([0, text.length])
  for (const { start, end } of [...runs, ...hits, ...fresh, ...revisions, ...others]) {
    cuts.add(Math.min(start, text.length))
    cuts.add(Math.min(end, text.length))
  }
  const points = [...cuts].sort((a, b) => a - b)
  return points.slice(0, -1).map((start, nth) => ({
    start,
    text: text.slice(start, points[nth + 1]),
    style: runs.find((run) => covers(run, start)),
    isHit: hits.some((hit) => covers(hit, start)),
    ...(fresh.some((range) => covers(range, start)) && { isFresh: true }),
    set: revisions.find((mark) => covers(mark, start))?.set,
  }))
}
