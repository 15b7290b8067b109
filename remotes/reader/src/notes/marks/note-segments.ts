import type { NoteColour, NoteRange } from '@andscene/contracts/notes'

export type NotedRange = NoteRange & { noteId: string; colour: NoteColour }
export type Segment = { start: number; text: string; notes: readonly NotedRange[]; isHit: boolean }

const covers = (range: NoteRange, start: number) => range.start <= start && start < range.end

export function segmentsOf(
  text: string,
  ranges: readonly NotedRange[],
  hits: readonly NoteRange[] = [],
): Segment[] {
  const cuts = new Set([0, text.length])
  for (const { start, end } of [...ranges, ...hits]) {
    cuts.add(Math.min(start, text.length))
    cuts.add(Math.min(end, text.length))
  }
  const points = [...cuts].sort((a, b) => a - b)
  return points.slice(0, -1).map((start, nth) => ({
    start,
    text: text.slice(start, points[nth + 1]),
    notes: ranges.filter((range) => covers(range, start)),
    isHit: hits.some((hit) => covers(hit, start)),
  }))
}

/** Whether the line still contains the characters a note refers to; it may have been rewritten since. */
export const isInPlace = (text: string, range: NoteRange, quote: string | undefined): boolean =>
  range.end <= text.length && (quote === undefined || text.slice(range.start, range.end) === quote)
