import { JUMP_WINDOW } from '@andscene/contracts/limits'
import { linkPart, type ShareKind } from '@andscene/service-kit/shares'

/**
 * Ranks of clips in the queue; lower is sooner. Never 0, which BullMQ puts before everything. Awaited clips come first,
 * then what a listener hears next, then the rest of scripts that are played, then scripts that nobody plays.
 */
export const AWAITED = 1
/**
 * Awaited clips have so many ranks, by how far their share is ahead of the clock with them (`engine-shares.ts`): the first has up
 * to a second of an engine, each further one twice as much.
 */
const AWAITED_RANKS = 6
const FIRST_RANK_MS = 1_000
const GUESTS_OF_OWNER = 4 * AWAITED_RANKS
/**
 * Awaited clips in flight. The guests of one owner take turns with people as one person does, whatever their number.
 */
export const AWAITED_AT_A_TIME: Record<ShareKind, number> = {
  person: AWAITED_RANKS,
  guestsOfLink: linkPart(GUESTS_OF_OWNER),
  guestsOfOwner: GUESTS_OF_OWNER,
  guestsAtAddress: AWAITED_RANKS,
}
const WINDOW = AWAITED + AWAITED_RANKS

/** `aheadMs`: how far the share of the client is ahead of the clock, with this clip. */
export const awaitedRank = (aheadMs: number) =>
  AWAITED + Math.min(Math.max(0, Math.ceil(Math.log2(aheadMs / FIRST_RANK_MS))), AWAITED_RANKS - 1)
export const isAwaited = (priority: number) => priority >= AWAITED && priority < WINDOW
/** Rank within the window of the next clips; `ahead` from 0. */
export const windowRank = (ahead: number) => WINDOW + Math.min(ahead, JUMP_WINDOW - 1)
/** Where a clip goes on that its script wants, or its client comes again for, when nobody awaits it: with those heard next. */
export const WANTED_ANYWAY = windowRank(Infinity)
export const isWindowRank = (priority: number) => priority >= WINDOW && priority < WINDOW + JUMP_WINDOW

/** A band of ranks in which people take turns. */
export type Tier = { first: number; last: number }
/** The rest of scripts that somebody plays. */
export const PLAYED: Tier = { first: 100, last: 999_999 }
/** Scripts that nobody plays. Ends where BullMQ's priorities end. */
export const UNPLAYED: Tier = { first: 1_000_000, last: 2 ** 21 - 1 }

/** How a script stands in its tier when it is planned. */
export type Turn = {
  /** How far the tier is: the rank of its first waiting clip, from 0; 0 while none waits. */
  now: number
  /** Narrations of the script's owner that are under way, this one included. */
  narrations: number
  /** Which of them this one is, from 0. */
  nth: number
}

/**
 * Start-time fair queueing: each person has one clip per rank, whatever the number of their scripts, which share it in
 * turn; and who comes new begins where the tier is, neither before nor behind those who wait. `ahead` from 0 counts the
 * script's clips in the order in which they are needed. At the end of the tier it is first come, first served, until
 * the tier has run empty.
 */
export const fairRank = ({ first, last }: Tier, { now, narrations, nth }: Turn, ahead: number) =>
  Math.min(first + now + ahead * narrations + nth, last)
