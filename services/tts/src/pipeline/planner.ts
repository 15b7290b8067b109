import type { NarrationSource } from '@andscene/contracts/internal'
import { JUMP_WINDOW } from '@andscene/contracts/limits'
import type { NarrationJob } from '@andscene/contracts/queues'
import { HttpError } from '@andscene/service-kit/http-error'
import type { ServiceClient } from '@andscene/service-kit/service-client'
import { jobIdOf } from '../clips/clip-path.ts'
import { wantedClips, type WantedClip } from '../clips/wanted-clips.ts'
import type { AudioIndex } from '../storage/audio-index.ts'
import type { VoiceCatalogue } from '../voices/voice-catalogue.ts'
import type { Allowance } from './allowance.ts'
import type { Backlog, ClipOrder } from './backlog.ts'
import { distance, isAwaited, isWindowRank, playedRank, unplayedRank, windowRank } from './priorities.ts'
import type { ScriptNotes } from './script-notes.ts'

export type PlannerParts = {
  scripts: ServiceClient
  catalogue: VoiceCatalogue
  index: AudioIndex
  backlog: Backlog
  notes: ScriptNotes
  allowance: Allowance
  now: () => number
}

export type Plan = {
  outcome: 'planned' | 'complete' | 'gone'
  /** Distinct clips the casting wants, those not stored yet, those newly queued; all 0 when nothing was looked at. */
  wanted: number
  missing: number
  queued: number
}

/** A clip that failed for good is tried again on the next play, but not more often than this. */
const RETRY_FAILED_MS = 60_000
const SOURCE_LIMIT_MS = 15_000

const COMPLETE: Plan = { outcome: 'complete', wanted: 0, missing: 0, queued: 0 }
const GONE: Plan = { outcome: 'gone', wanted: 0, missing: 0, queued: 0 }

/**
 * Makes the queue hold what a script's present casting wants and the index lacks, in the order in which the listener
 * needs it (DESIGN §7). Repeating it changes nothing that is right already.
 */
export async function planNarration(parts: PlannerParts, job: NarrationJob): Promise<Plan> {
  const { index, backlog, notes } = parts
  const { scriptId } = job
  // While somebody listens a position comes every few seconds; most find that nothing is missing.
  if (job.reason === 'position' && (await notes.isComplete(scriptId))) {
    await listenersLine(notes, job)
    return COMPLETE
  }
  const before = await index.stateOf(scriptId)
  if (before.erased) return GONE
  // From here on the reconciler looks after it, whatever happens to this job.
  await index.openNarration(scriptId, parts.now())

  const castingBefore = (await notes.casting(scriptId)) ?? (await notes.setCasting(scriptId))
  const source = await sourceOf(parts.scripts, job)
  if (!source) {
    await index.closeNarration(scriptId)
    return GONE
  }
  const wanted = await wantedClips(source, parts.catalogue)
  if (job.reason !== 'position') await notes.setCasting(scriptId)
  const listener = await listenersLine(notes, job)

  const stored = new Set((await index.ofScript(scriptId)).map((clip) => clip.path))
  const missing = [...wanted.clips.values()].filter((clip) => !stored.has(clip.path))
  if (missing.length > 0 && (await parts.allowance.isUsedUp(source.ownerId))) {
    // Nothing more today; the reconciler takes it up when the allowance is renewed.
    await index.openNarration(scriptId, parts.allowance.renewedAt)
    return { outcome: 'planned', wanted: wanted.clips.size, missing: missing.length, queued: 0 }
  }
  const { fresh, again, moved, coming } = await sortOut(parts, job, {
    ownerId: source.ownerId,
    missing,
    listener,
    lineCount: source.lines.length,
  })
  await backlog.rank(moved)
  await backlog.retry(again)
  await backlog.add(fresh)

  // Cleared or deleted while this plan was made: what it queued is not wanted any more.
  if ((await index.stateOf(scriptId)).epoch !== before.epoch) {
    await backlog.dropScript(scriptId)
    return GONE
  }
  if (missing.length === 0 && !wanted.incomplete) await notes.setComplete(scriptId, castingBefore)
  // What failed for good does not come by itself: nothing is left to look after then.
  if (coming + fresh.length + again.length === 0 && !wanted.incomplete) await index.closeNarration(scriptId)
  return {
    outcome: missing.length === 0 ? 'complete' : 'planned',
    wanted: wanted.clips.size,
    missing: missing.length,
    queued: fresh.length + again.length,
  }
}

type Missing = { ownerId: string; missing: WantedClip[]; listener: number | undefined; lineCount: number }

/** What to do about each missing clip; `coming` counts those that are in the queue already. */
async function sortOut(
  { backlog, now }: PlannerParts,
  job: NarrationJob,
  { ownerId, missing, listener, lineCount }: Missing,
) {
  const linesUntil = ({ lineIndexes }: WantedClip) =>
    listener === undefined
      ? lineIndexes[0]!
      : Math.min(...lineIndexes.map((line) => distance(line, listener, lineCount)))
  const rankAt = (place: number, lines: number) => {
    if (listener === undefined) return unplayedRank(lines)
    return place < JUMP_WINDOW ? windowRank(place) : playedRank(lines)
  }
  const inOrder = missing
    .map((clip) => ({ clip, jobId: jobIdOf(clip.path, job.scriptId), lines: linesUntil(clip) }))
    .sort((a, b) => a.lines - b.lines)
  const states = await backlog.states(inOrder.map(({ jobId }) => jobId))

  const fresh: ClipOrder[] = []
  const again: ClipOrder[] = []
  const moved: { jobId: string; priority: number }[] = []
  let coming = 0
  for (const [place, { clip, jobId, lines }] of inOrder.entries()) {
    const state = states.get(jobId)
    const priority = rankAt(place, lines)
    if (!state) fresh.push({ job: toJob(clip, job, ownerId), priority })
    else if (state.failedAt === undefined) {
      coming += 1
      if (isMisplaced(state.priority, priority)) moved.push({ jobId, priority })
    } else if (isDue(state.failedAt, job, now())) again.push({ job: toJob(clip, job, ownerId), priority })
  }
  return { fresh, again, moved, coming }
}

/** undefined: the script is gone. */
async function sourceOf(scripts: ServiceClient, job: NarrationJob): Promise<NarrationSource | undefined> {
  try {
    return await scripts.get<NarrationSource>(`/internal/scripts/${job.scriptId}/narration`, {
      timeoutMs: SOURCE_LIMIT_MS,
      ...(job.requestId === undefined ? {} : { requestId: job.requestId }),
    })
  } catch (error) {
    if (error instanceof HttpError && error.code === 'NOT_FOUND') return undefined
    throw error
  }
}

async function listenersLine(notes: ScriptNotes, job: NarrationJob): Promise<number | undefined> {
  if (job.fromLineIndex === undefined) return notes.listener(job.scriptId)
  await notes.setListener(job.scriptId, job.fromLineIndex)
  return job.fromLineIndex
}

const toJob = (clip: WantedClip, { scriptId, requestId }: NarrationJob, ownerId: string) => ({
  scriptId,
  ownerId,
  voiceId: clip.voiceId,
  text: clip.text,
  textHash: clip.textHash,
  path: clip.path,
  lineIndex: clip.lineIndexes[0]!,
  ...(requestId === undefined ? {} : { requestId }),
})

/** A jump moves only the next clips to the front, and those of the window before back behind them (RULINGS, Safety). */
const isMisplaced = (present: number, wanted: number) =>
  !isAwaited(present) && present !== wanted && (isWindowRank(wanted) || isWindowRank(present))

const isDue = (failedAt: number, job: NarrationJob, now: number) =>
  job.reason === 'casting' || (job.reason === 'position' && now - failedAt > RETRY_FAILED_MS)
