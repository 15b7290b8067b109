import { JUMP_WINDOW } from '@andscene/contracts/limits'

/**
 * Ranks of clips in the queue; lower is sooner. Never 0, which BullMQ puts before everything. Awaited clips come first,
 * then what a listener hears next, then the rest of scripts that are played, then scripts that nobody plays.
 */
export const AWAITED = 1
/** Awaited clips one person may have in flight: each takes the next rank, so that people take turns. */
export const AWAITED_PER_PERSON = 6
const WINDOW = AWAITED + AWAITED_PER_PERSON
const PLAYED = 100
const UNPLAYED = 1_000_000
const FARTHEST = UNPLAYED - PLAYED - 1

/** Lines from the listener's line to this one; lines before it come after the last one. */
export const distance = (lineIndex: number, from: number, lineCount: number) =>
  lineIndex >= from ? lineIndex - from : lineCount - from + lineIndex

/** `turn` from 0: how many clips this person awaits already. */
export const awaitedRank = (turn: number) => AWAITED + Math.min(turn, AWAITED_PER_PERSON - 1)
export const isAwaited = (priority: number) => priority >= AWAITED && priority < WINDOW
/** Rank within the window of the next clips; `place` from 0. */
export const windowRank = (place: number) => WINDOW + Math.min(place, JUMP_WINDOW - 1)
export const isWindowRank = (priority: number) => priority >= WINDOW && priority < WINDOW + JUMP_WINDOW
export const playedRank = (lines: number) => PLAYED + Math.min(lines, FARTHEST)
export const unplayedRank = (lineIndex: number) => UNPLAYED + Math.min(lineIndex, FARTHEST)
