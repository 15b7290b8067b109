import type { NarrationJob } from '@andscene/contracts/queues'
import { Pauses } from '@andscene/service-kit/pauses'
import type { ScriptClips, ScriptClipsReader } from '../clips/script-clips.ts'
import type { AudioIndex } from '../storage/audio-index.ts'
import type { Allowance } from './allowance.ts'
import type { Backlog } from './backlog.ts'
import { nextClips } from './next-clips.ts'
import { orderClips } from './order-clips.ts'
import type { ScriptNotes } from './script-notes.ts'
import { clearFront, removeStaleJobs, turnOf } from './standing.ts'

export type PlannerParts = {
  scriptClips: Pick<ScriptClipsReader, 'head' | 'of'>
  index: AudioIndex
  backlog: Backlog
  notes: ScriptNotes
  allowance: Allowance
  /** Maximum number of queued clips per script; the next ones are queued when half of them are made. */
  queueWindow: number
  now: () => number
}

export type Plan = {
  outcome: 'planned' | 'complete' | 'gone'
  /** Number of distinct clips of the casting, missing clips and newly queued clips; all 0 when the plan was skipped. */
  wanted: number
  missing: number
  queued: number
}

/** Minimum time between retries of a permanently failed clip, which the next play triggers. */
const RETRY_FAILED_MS = 60_000

const COMPLETE: Plan = { outcome: 'complete', wanted: 0, missing: 0, queued: 0 }
const GONE: Plan = { outcome: 'gone', wanted: 0, missing: 0, queued: 0 }

/** Queues the next window of missing clips of a casting in the listener's order (architecture §7). Idempotent. */
export async function planNarration(parts: PlannerParts, job: NarrationJob): Promise<Plan> {
  const { index, backlog, notes } = parts
  const { scriptId } = job
  // Players send a position every few seconds; most do not require a plan.
  if (job.reason === 'position' && (await notes.isComplete(scriptId))) {
    await listenersLine(notes, job)
    return COMPLETE
  }
  const before = await index.stateOf(scriptId)
  if (before.erased) return GONE
  /** Whether the script was cleared or deleted during this plan. */
  const isCleared = async () => (await index.stateOf(scriptId)).epoch !== before.epoch
  // From now on the reconciler plans the narration again, even if this job or the queue is lost.
  const openedAt = parts.now()
  await index.openNarration(scriptId, openedAt)

  const script = await presentCasting(parts, job)
  if (!script) {
    await index.closeNarration(scriptId, openedAt)
    return GONE
  }
  const listener = await listenersLine(notes, job)

  const { changed } = await index.versionOf(scriptId)
  const stored = await storedOf(index, script)
  const missing = script.clips.size - stored.size
  if (missing > 0 && (await parts.allowance.isUsedUp(script.ownerId))) {
    // The reconciler continues when the allowance is renewed.
    const { renewedAt } = parts.allowance
    await index.openNarration(scriptId, renewedAt)
    if (await isCleared()) {
      await index.closeNarration(scriptId, renewedAt)
      return GONE
    }
    return { outcome: 'planned', wanted: script.clips.size, missing, queued: 0 }
  }
  const { window, more, failedSince } = await nextClips(script, {
    from: listener ?? 0,
    size: parts.queueWindow,
    stored,
    failed: await backlog.failed(scriptId),
    isDue: (failedAt) => isDue(failedAt, job, parts.now()),
  })
  if (job.fromLineIndex !== undefined) await clearFront(parts, script, window)
  const turn = await turnOf(parts, script, { listener, window })
  const { fresh, again, moved, coming } = orderClips({
    window,
    more,
    states: await backlog.states(window.filter((next) => !next.again).map(({ jobId }) => jobId)),
    turn,
    job: {
      scriptId,
      ownerId: script.ownerId,
      castingVersion: script.castingVersion,
      ...(job.requestId === undefined ? {} : { requestId: job.requestId }),
    },
  })
  await backlog.rankPlanned(moved)
  await backlog.retry(again)
  await backlog.add(fresh)
  await removeStaleJobs(parts, scriptId, { window, fresh })

  // Its jobs are obsolete.
  if (await isCleared()) {
    await backlog.dropScript(scriptId)
    await index.closeNarration(scriptId, openedAt)
    return GONE
  }
  const queued = fresh.length + again.length
  // All clips are stored or failed permanently, so the narration is closed.
  if (coming + queued === 0 && !more && !script.incomplete) {
    // Until the first failed clip is due again.
    await notes.setComplete(scriptId, script.castingVersion, failedSince + RETRY_FAILED_MS - parts.now())
    // A line was cleared meanwhile. In this order, because clearing removes the note last.
    if ((await index.versionOf(scriptId)).changed !== changed) await notes.unsetComplete(scriptId)
    await index.closeNarration(scriptId, openedAt)
    await notes.endNarration(script.ownerId, scriptId)
  }
  return { outcome: missing === 0 ? 'complete' : 'planned', wanted: script.clips.size, missing, queued }
}

/** Reads the clips of the current casting and notes its version. Repeats when another plan has noted one meanwhile. */
async function presentCasting(
  { scriptClips, notes }: PlannerParts,
  job: NarrationJob,
): Promise<ScriptClips | undefined> {
  for (;;) {
    const seen = await notes.casting(job.scriptId)
    const head = await scriptClips.head(job.scriptId, job.requestId)
    if (!head) return undefined
    const { castingVersion: version } = head
    // The version that was read, which may be newer than that of the command.
    if (job.mark !== undefined)
      await notes.acknowledge({ scriptId: job.scriptId, kind: 'casting', mark: version })
    const script = await scriptClips.of(head, { requestId: job.requestId })
    if (!script || (await notes.setCasting(job.scriptId, { seen, version: script.castingVersion })))
      return script
  }
}

async function storedOf(index: AudioIndex, script: ScriptClips): Promise<Set<string>> {
  const stored = new Set<string>()
  const pauses = new Pauses()
  for await (const paths of index.pathsOf(script.scriptId)) {
    for (const path of paths) if (script.clips.has(path)) stored.add(path)
    if (pauses.due()) await pauses.take()
  }
  return stored
}

async function listenersLine(notes: ScriptNotes, job: NarrationJob): Promise<number | undefined> {
  if (job.fromLineIndex === undefined) return notes.listener(job.scriptId)
  await notes.setListener(job.scriptId, job.fromLineIndex)
  return job.fromLineIndex
}

const isDue = (failedAt: number, job: NarrationJob, now: number) =>
  job.reason === 'casting' || (job.reason === 'position' && now - failedAt > RETRY_FAILED_MS)
