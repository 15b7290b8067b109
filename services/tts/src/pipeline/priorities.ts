import { JUMP_WINDOW } from '@andscene/contracts/limits'
import { linkPart, type ShareKind } from '@andscene/service-kit/shares'

/**
 * Ranks of clips in the queue; lower is sooner. Never 0, which BullMQ puts first. The order: awaited clips, the next
 * clips of a listener, other clips of played scripts, scripts that are not played.
 */
export const AWAITED = 1
/** Number of ranks for awaited clips, by how far their share is ahead of the clock: up to 1 s, 2 s, 4 s, … */
const AWAITED_RANKS = 6
const FIRST_RANK_MS = 1_000
const GUESTS_OF_OWNER = 4 * AWAITED_RANKS
/** Limits of awaited clips in flight. All guests of one owner together have one share, like a user. */
export const MAX_AWAITED: Record<ShareKind, number> = {
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
/** The rank of a clip that is needed although no client waits for it: last in the window. */
export const UNAWAITED_RANK = windowRank(Infinity)
export const isWindowRank = (priority: number) => priority >= WINDOW && priority < WINDOW + JUMP_WINDOW

/** A range of ranks in which users take turns. */
export type Tier = { first: number; last: number }
export const PLAYED: Tier = { first: 100, last: 999_999 }
/** Scripts that are not played. Ends at BullMQ's lowest priority. */
export const UNPLAYED: Tier = { first: 1_000_000, last: 2 ** 21 - 1 }

/** The position of a script within its tier during a plan. */
export type Turn = {
  /** The rank within the tier of the first waiting clip, from 0; 0 without one. */
  now: number
  /** Number of narrations of the owner in progress, including this one. */
  narrations: number
  nth: number
}

/**
 * Start-time fair queueing: each user has one clip per rank, shared in turn by the user's scripts. A new user starts at
 * the tier's current rank, neither before nor behind waiting users. `ahead` from 0 counts the script's clips in
 * playback order. At the end of the tier, clips are processed in order of arrival until the tier is empty.
 */
export const fairRank = ({ first, last }: Tier, { now, narrations, nth }: Turn, ahead: number) =>
  Math.min(first + now + ahead * narrations + nth, last)
