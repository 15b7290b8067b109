import { JUMP_WINDOW } from '@andscene/contracts/limits'
import type { LineAudioJob } from '@andscene/contracts/queues'
import type { WantedClip } from '../clips/wanted-clips.ts'
import type { ClipOrder, QueuedClip, Rank } from './backlog.ts'
import type { NextClip } from './next-clips.ts'
import { fairRank, isAwaited, isWindowRank, windowRank, type Tier, type Turn } from './priorities.ts'

export type Standing = {
  tier: Tier
  turn: Turn
  /** Whether the next clips go before the tier, because the script is what its owner listens to. */
  isFront: boolean
}

export type OrderOptions = {
  window: readonly NextClip[]
  more: boolean
  /** What the queue knows of the window's jobs. */
  states: ReadonlyMap<string, QueuedClip>
  turn: Standing
  /** What the jobs have in common. */
  job: Pick<LineAudioJob, 'scriptId' | 'ownerId' | 'castingVersion' | 'requestId'>
}

/**
 * What to do about each clip of the window; `coming` counts those that are in the queue already. While half of the
 * window is there, only its first half is filled up, so that listening on adds no job per line.
 */
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

/** When the middle of the window is made, what lies behind it follows; and the last, should that one be gone. */
function markRefill(orders: ClipOrder[], middle: string | undefined): void {
  for (const [n, order] of orders.entries())
    if (order.job.path === middle || n === orders.length - 1) order.job = { ...order.job, refill: true }
}

const toJob = (clip: WantedClip) => ({
  voiceId: clip.voiceId,
  text: clip.text,
  textHash: clip.textHash,
  path: clip.path,
  lineIndex: clip.lineIndexes[0]!,
})

/** So far behind its turn a clip comes to stand when its owner's other narrations end; within that it stays. */
const FAR_BEHIND = 2_000

/** A jump moves only the next clips to the front, and those of the window before back behind them (product §10). */
function isMisplaced(present: number, wanted: number, { first }: Tier): boolean {
  if (isAwaited(present) || present === wanted) return false
  if (isWindowRank(wanted) || isWindowRank(present)) return true
  return present >= first && present - wanted > FAR_BEHIND
}
