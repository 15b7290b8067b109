import type { RevisionMark } from '@andscene/contracts/revision-marks'

/** The number of a revision set, from 1; undefined for 0, which Final Draft writes for text that is not revised. */
export const setOf = (value: string | undefined): number | undefined =>
  value !== undefined && /^\s*0{0,3}[1-9]\d{0,3}\s*$/.test(value) ? Number(value) : undefined

/**
 * Appends a mark; joins it with the last one if they touch and are of the same set. Of several empty ones at one place,
 * the last set counts.
 */
export const addMark = (marks: RevisionMark[], mark: RevisionMark): void => {
  const last = marks.at(-1)
  if (last?.end !== mark.start) marks.push(mark)
  else if (last.set === mark.set) last.end = mark.end
  else if (last.start === last.end && mark.start === mark.end) last.set = mark.set
  else marks.push(mark)
}

/** The marks of a part of a text, with offsets in that part. An empty mark at its end belongs to the next part. */
export const marksWithin = (
  marks: readonly RevisionMark[],
  from: number,
  to: number,
  isLast: boolean,
): RevisionMark[] =>
  marks
    .filter(({ start, end }) =>
      start === end ? start >= from && (start < to || isLast) : start < to && end > from,
    )
    .map(({ start, end, set }) => ({
      start: Math.max(start, from) - from,
      end: Math.min(end, to) - from,
      set,
    }))
