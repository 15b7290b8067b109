import { JUMP_WINDOW } from '@andscene/contracts/limits'
import type { LineAudioJob } from '@andscene/contracts/queues'
import type { WantedClip } from '../clips/wanted-clips.ts'
import type { ClipOrder, QueuedClip, Rank } from './backlog.ts'
import type { NextClip } from './next-clips.ts'
import { fairRank, isAwaited, isWindowRank, windowRank, type Tier, type Turn } from './priorities.ts'

export type Standing = {
  tier: Tier
  turn: Turn
  /** Whether the next clips rank before the tier, because the owner listens to this script. */
  isFront: boolean
}

export type OrderOptions = {
  window: readonly NextClip[]
  more: boolean
  states: ReadonlyMap<string, QueuedClip>
  turn: Standing
  job: Pick<LineAudioJob, 'scriptId' | 'ownerId' | 'castingVersion' | 'requestId'>
}

/** Returns the jobs to add, retry and move. While half of the window is queued, fills only its first half. */
export function orderClips({ window, more, states, turn, job }: OrderOptions) {
  const fresh: ClipOrder[] = []
  const again: ClipOrder[] = []
  const moved: Rank[] = []
  const half = Math.ceil(window.length / 2)
  const coming = window.filter(({ jobId }) => states.has(jobId)).length
  const isFull = more && coming >= half
  for (const [n, next] of window.entries()) {
    const state = states.get(next.jobId)
    const priority = rankAt(turn, n)
    if (state) {
      if (isMisplaced(state.priority, priority, turn.tier)) moved.push({ jobId: next.jobId, priority })
    } else if (next.again) again.push({ job: { ...job, ...toJob(next.clip) }, priority })
    else if (n < half || !isFull) fresh.push({ job: { ...job, ...toJob(next.clip) }, priority })
  }
  if (more) markRefill(fresh.length > 0 ? fresh : again, window[half]?.clip.path)
  return { fresh, again, moved, coming }
}

const rankAt = ({ tier, turn, isFront }: Standing, n: number) =>
  isFront && n < JUMP_WINDOW ? windowRank(n) : fairRank(tier, turn, n)

/**
 * The clip in the middle of the window queues the next window. So does the last, in case the middle clip was removed.
 */
function markRefill(orders: ClipOrder[], middle: string | undefined): void {
  for (const [n, order] of orders.entries())
    if (order.job.path === middle || n === orders.length - 1) order.job = { ...order.job, refill: true }
}

const toJob = ({ lineIndexes: [lineIndex], ...clip }: WantedClip) => ({
  ...clip,
  ...(lineIndex !== undefined && { lineIndex }),
})

/** A clip moves only if it is at least this far behind its turn, e.g. when other narrations of its owner end. */
const FAR_BEHIND = 2_000

/** A jump moves only the next clips to the front, and those of the previous window back (product §10). */
function isMisplaced(present: number, wanted: number, { first }: Tier): boolean {
  if (isAwaited(present) || present === wanted) return false
  if (isWindowRank(wanted) || isWindowRank(present)) return true
  return present >= first && present - wanted > FAR_BEHIND
}
