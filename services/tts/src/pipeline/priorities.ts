import { JUMP_WINDOW } from '@andscene/contracts/limits'
import { linkPart, type ShareKind } from '@andscene/service-kit/shares'

/**
 * Ranks of clips in the queue; lower is sooner. Never 0, which BullMQ puts before everything. Awaited clips come first,
 * then what a listener hears next, then the rest of played scripts, then scripts that are not played.
 */
export const AWAITED = 1
/** Ranks of awaited clips, by how far their share is ahead of the clock: up to 1 s, 2 s, 4 s, … */
const AWAITED_RANKS = 6
const FIRST_RANK_MS = 1_000
const GUESTS_OF_OWNER = 4 * AWAITED_RANKS
/** Awaited clips in flight. All guests of one owner together take turns as one user does. */
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
/** The rank of a clip that no client waits for any more but that is still needed: with those that are played next. */
export const WANTED_ANYWAY = windowRank(Infinity)
export const isWindowRank = (priority: number) => priority >= WINDOW && priority < WINDOW + JUMP_WINDOW

/** A band of ranks in which users take turns. */
export type Tier = { first: number; last: number }
export const PLAYED: Tier = { first: 100, last: 999_999 }
/** Scripts that are not played. Ends at BullMQ's largest priority. */
export const UNPLAYED: Tier = { first: 1_000_000, last: 2 ** 21 - 1 }

/** The standing of a script within its tier during a plan. */
export type Turn = {
  /** The rank within the tier of its first waiting clip, from 0; 0 without one. */
  now: number
  /** Narrations of the owner in progress, including this one. */
  narrations: number
  nth: number
}

/**
 * Start-time fair queueing: each user has one clip per rank, which their scripts share in turn; a new user starts at the
 * tier's present rank, neither before nor behind those who wait. `ahead` from 0 counts the script's clips in the order in
 * which they are needed. At the end of the tier it is first come, first served, until the tier is empty.
 */
export const fairRank = ({ first, last }: Tier, { now, narrations, nth }: Turn, ahead: number) =>
  Math.min(first + now + ahead * narrations + nth, last)
