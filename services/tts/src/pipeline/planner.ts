import type { NarrationJob } from '@andscene/contracts/queues'
import { Pauses } from '@andscene/service-kit/pauses'
import type { ServiceClient } from '@andscene/service-kit/calls/service-client'
import type { ScriptClips, ScriptClipsReader } from '../clips/script-clips.ts'
import type { AudioIndex } from '../storage/audio-index.ts'
import { acknowledgeCommand } from './acknowledge-command.ts'
import type { Allowance } from './allowance.ts'
import type { Backlog } from './backlog.ts'
import { nextClips } from './next-clips.ts'
import { orderClips } from './order-clips.ts'
import type { ScriptNotes } from './script-notes.ts'
import { clearFront, dropLeftOvers, turnOf } from './standing.ts'

export type PlannerParts = {
  scripts: ServiceClient
  scriptClips: Pick<ScriptClipsReader, 'head' | 'of'>
  index: AudioIndex
  backlog: Backlog
  notes: ScriptNotes
  allowance: Allowance
  /** Clips of one script that the queue holds; what lies behind follows when half of them are made. */
  queueWindow: number
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

const COMPLETE: Plan = { outcome: 'complete', wanted: 0, missing: 0, queued: 0 }
const GONE: Plan = { outcome: 'gone', wanted: 0, missing: 0, queued: 0 }

/**
 * Makes the queue hold the next clips that a script's present casting wants and the index lacks, in the order in which
 * the listener needs them (architecture §7). Repeating it changes nothing that is right already. A long script is queued by
 * windows: this is done again when half a window is made, and by the reconciler.
 */
export async function planNarration(parts: PlannerParts, job: NarrationJob): Promise<Plan> {
  const { index, backlog, notes } = parts
  const { scriptId } = job
  // While somebody listens a position comes every few seconds; most find that nothing is to be made.
  if (job.reason === 'position' && (await notes.isComplete(scriptId))) {
    await listenersLine(notes, job)
    return COMPLETE
  }
  const before = await index.stateOf(scriptId)
  if (before.erased) return GONE
  /** Whether the script was cleared or deleted while this plan is made. */
  const isCleared = async () => (await index.stateOf(scriptId)).epoch !== before.epoch
  // From here on the reconciler looks after it, whatever happens to this job or to the queue.
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
    // Nothing more today; the reconciler takes it up when the allowance is renewed.
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
  await dropLeftOvers(parts, scriptId, { window, fresh })

  // Then what it queued is not wanted any more.
  if (await isCleared()) {
    await backlog.dropScript(scriptId)
    await index.closeNarration(scriptId, openedAt)
    return GONE
  }
  const queued = fresh.length + again.length
  // All is stored, or failed for good, which does not come by itself: nothing is left to look after then.
  if (coming + queued === 0 && !more && !script.incomplete) {
    // Until the first of those that failed is due again.
    await notes.setComplete(scriptId, script.castingVersion, failedSince + RETRY_FAILED_MS - parts.now())
    // A line cleared meanwhile: in this order, as who clears it takes the note away afterwards.
    if ((await index.versionOf(scriptId)).changed !== changed) await notes.unsetComplete(scriptId)
    await index.closeNarration(scriptId, openedAt)
    await notes.endNarration(script.ownerId, scriptId)
  }
  return { outcome: missing === 0 ? 'complete' : 'planned', wanted: script.clips.size, missing, queued }
}

/**
 * What the script wants under its present casting, whose version is noted; undefined when it is gone. Read again when
 * another plan noted a version meanwhile: that one may be newer than what was read here.
 */
async function presentCasting(
  { scripts, scriptClips, notes }: PlannerParts,
  job: NarrationJob,
): Promise<ScriptClips | undefined> {
  for (;;) {
    const seen = await notes.casting(job.scriptId)
    const head = await scriptClips.head(job.scriptId, job.requestId)
    if (!head) return undefined
    const { castingVersion: version } = head
    // The version that was read counts, not the one the command was sent for, which a later save may have replaced.
    if (job.mark !== undefined) await acknowledgeCommand(scripts, job, { kind: 'casting', mark: version })
    const script = await scriptClips.of(head, { requestId: job.requestId })
    if (!script || (await notes.setCasting(job.scriptId, { seen, version }))) return script
  }
}

/** Which of the wanted clips are stored. */
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
