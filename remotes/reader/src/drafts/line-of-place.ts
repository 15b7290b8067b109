/** The line where a place is shown: its first one, or the one before lines that were cut. */
export const lineOfPlace = ({ start, end }: { start: number; end: number }): number =>
  start < end ? start : Math.max(start - 1, 0)
