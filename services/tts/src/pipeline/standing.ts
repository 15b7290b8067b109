import { JUMP_WINDOW } from '@andscene/contracts/limits'
import { clipJobId } from '@andscene/contracts/queues'
import type { ScriptClips } from '../clips/script-clips.ts'
import type { Backlog, ClipOrder } from './backlog.ts'
import type { NextClip } from './next-clips.ts'
import type { Standing } from './order-clips.ts'
import { PLAYED, UNPLAYED, fairRank, isAwaited, isWindowRank } from './priorities.ts'
import type { ScriptNotes } from './script-notes.ts'

export type StandingParts = {
  backlog: Backlog
  notes: ScriptNotes
  queueWindow: number
  now: () => number
}

/**
 * The position of a script among all waiting scripts. Notes the front jobs if it is the script the owner listens to.
 */
export async function turnOf(
  { backlog, notes, now }: StandingParts,
  { scriptId, ownerId }: ScriptClips,
  { listener, window }: { listener: number | undefined; window: readonly NextClip[] },
): Promise<Standing> {
  const tier = listener === undefined ? UNPLAYED : PLAYED
  const turn = {
    now: await backlog.firstWaitingRank(tier),
    ...(await notes.narrate(ownerId, scriptId, now())),
  }
  const isFront = listener !== undefined && (await notes.isListeningTo(ownerId, scriptId))
  const next = isFront ? window.slice(0, JUMP_WINDOW) : []
  if (next.length > 0)
    await notes.front.add(
      scriptId,
      next.map(({ jobId }) => jobId),
    )
  return { tier, turn, isFront }
}

/** Moves jobs back that are no longer in front: the window before a jump, and the owner's previous script. */
export async function clearFront(
  parts: StandingParts,
  { ownerId, scriptId }: ScriptClips,
  window: readonly NextClip[],
): Promise<void> {
  const { backlog, notes } = parts
  const before = await notes.setListeningTo(ownerId, scriptId)
  const kept = new Set(window.map(({ jobId }) => jobId))
  const left = [
    ...(before === undefined ? [] : await leftInFront(parts, before, kept)),
    ...(await leftInFront(parts, scriptId, kept)),
  ]
  if (left.length > 0) {
    const turn = { now: await backlog.firstWaitingRank(PLAYED), narrations: 1, nth: 0 }
    await backlog.rankPlanned(left.map((jobId, nth) => ({ jobId, priority: fairRank(PLAYED, turn, nth) })))
  }
}

/** A script's front jobs that are not in the new window, best first. Removes their notes. */
async function leftInFront(
  { backlog, notes }: StandingParts,
  scriptId: string,
  kept: ReadonlySet<string>,
): Promise<string[]> {
  const noted = (await notes.front.of(scriptId)).filter((jobId) => !kept.has(jobId))
  const waiting = await backlog.waiting(noted)
  await notes.front.forget(scriptId, noted)
  return [...waiting]
    .filter(([, priority]) => isWindowRank(priority))
    .toSorted(([, a], [, b]) => a - b)
    .map(([jobId]) => jobId)
}

/**
 * Removes jobs beyond two windows that jumps and castings have left. Uses notes, as scanning the queue is expensive.
 */
export async function removeStaleJobs(
  { backlog, notes, queueWindow }: StandingParts,
  scriptId: string,
  { window, fresh }: { window: readonly NextClip[]; fresh: readonly ClipOrder[] },
): Promise<void> {
  if (fresh.length === 0) return
  const most = 2 * queueWindow
  const noted = await notes.queued.add(
    scriptId,
    fresh.map(({ job }) => clipJobId(job)),
  )
  if (noted <= most) return
  const jobIds = await notes.queued.of(scriptId)
  const waiting = await backlog.waiting(jobIds)
  const kept = new Set(window.map(({ jobId }) => jobId))
  const isLeft = (jobId: string, priority: number) => !kept.has(jobId) && !isAwaited(priority)
  const left = waiting.size > most ? [...waiting].filter(([jobId, priority]) => isLeft(jobId, priority)) : []
  await backlog.drop(left.map(([jobId]) => jobId))
  for (const [jobId] of left) waiting.delete(jobId)
  await notes.queued.forget(
    scriptId,
    jobIds.filter((jobId) => !waiting.has(jobId)),
  )
}
