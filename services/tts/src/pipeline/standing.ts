import { clipJobId } from '@andscene/contracts/queues'
import type { ScriptClips } from '../clips/script-clips.ts'
import type { Backlog, ClipOrder } from './backlog.ts'
import type { NextClip } from './next-clips.ts'
import type { Standing } from './order-clips.ts'
import { PLAYED, UNPLAYED, WINDOW_RANKS, fairRank, isAwaited } from './priorities.ts'
import type { ScriptNotes } from './script-notes.ts'

export type StandingParts = {
  backlog: Backlog
  notes: ScriptNotes
  /** Clips of one script that the queue holds. */
  queueWindow: number
  now: () => number
}

/** How the script stands among all that wait. A person listens to one script at a time: the last counts. */
export async function turnOf(
  { backlog, notes, now }: StandingParts,
  { scriptId, ownerId }: ScriptClips,
  listener: number | undefined,
): Promise<Standing> {
  const tier = listener === undefined ? UNPLAYED : PLAYED
  const turn = { now: await backlog.standOf(tier), ...(await notes.narrate(ownerId, scriptId, now())) }
  return { tier, turn, isFront: listener !== undefined && (await notes.isListeningTo(ownerId, scriptId)) }
}

/**
 * What stood in front and does not any more goes back behind it: clips of the window before a jump, and those of the
 * script that its owner listened to before.
 */
export async function clearFront(
  { backlog, notes }: StandingParts,
  { ownerId, scriptId }: ScriptClips,
  window: readonly NextClip[],
): Promise<void> {
  const before = await notes.setListeningTo(ownerId, scriptId)
  const known = new Set(window.map(({ jobId }) => jobId))
  const ids = [
    ...(before === undefined ? [] : await backlog.waitingWithin(WINDOW_RANKS, before)),
    ...(await backlog.waitingWithin(WINDOW_RANKS, scriptId)),
  ].filter((jobId) => !known.has(jobId))
  if (ids.length === 0) return
  const turn = { now: await backlog.standOf(PLAYED), narrations: 1, nth: 0 }
  await backlog.rankPlanned(ids.map((jobId, nth) => ({ jobId, priority: fairRank(PLAYED, turn, nth) })))
}

/**
 * Jumps and new castings leave waiting jobs behind. A script holds two windows of them at most. What it has queued is noted:
 * to look for it among all jobs that wait would cost each plan as much as there are scripts.
 */
export async function dropLeftOvers(
  { backlog, notes, queueWindow }: StandingParts,
  scriptId: string,
  { window, fresh }: { window: readonly NextClip[]; fresh: readonly ClipOrder[] },
): Promise<void> {
  if (fresh.length === 0) return
  const most = 2 * queueWindow
  const noted = await notes.noteQueued(
    scriptId,
    fresh.map(({ job }) => clipJobId(job)),
  )
  if (noted <= most) return
  const jobIds = await notes.queued(scriptId)
  const waiting = await backlog.waiting(jobIds)
  const kept = new Set(window.map(({ jobId }) => jobId))
  const isLeft = (jobId: string, priority: number) => !kept.has(jobId) && !isAwaited(priority)
  const left = waiting.size > most ? [...waiting].filter(([jobId, priority]) => isLeft(jobId, priority)) : []
  await backlog.dropWaiting(left.map(([jobId]) => jobId))
  for (const [jobId] of left) waiting.delete(jobId)
  await notes.forgetQueued(
    scriptId,
    jobIds.filter((jobId) => !waiting.has(jobId)),
  )
}
