import { JUMP_WINDOW } from '@andscene/contracts/limits'

/**
 * Ranks of clips in the queue; lower is sooner. Never 0, which BullMQ puts before everything. Awaited clips come first,
 * then what a listener hears next, then the rest of scripts that are played, then scripts that nobody plays.
 */
export const AWAITED = 1
const WINDOW = 2
const PLAYED = 100
const UNPLAYED = 1_000_000
const FARTHEST = UNPLAYED - PLAYED - 1

/** Lines from the listener's line to this one; lines before it come after the last one. */
export const distance = (lineIndex: number, from: number, lineCount: number) =>
  lineIndex >= from ? lineIndex - from : lineCount - from + lineIndex

/** Rank within the window of the next clips; `place` from 0. */
export const windowRank = (place: number) => WINDOW + Math.min(place, JUMP_WINDOW - 1)
export const isWindowRank = (priority: number) => priority >= WINDOW && priority < WINDOW + JUMP_WINDOW
export const playedRank = (lines: number) => PLAYED + Math.min(lines, FARTHEST)
export const unplayedRank = (lineIndex: number) => UNPLAYED + Math.min(lineIndex, FARTHEST)
