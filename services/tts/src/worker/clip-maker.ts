import type { LineAudioJob } from '@andscene/contracts/queues'
import { CLIP_CONTENT_TYPE } from '@andscene/contracts/voices/clip'
import { CANCELLED, Postponed } from '@andscene/service-kit/queue/job-run'
import { traced } from '@andscene/service-kit/tracing/spans'
import { dirname } from 'node:path/posix'
import { Counter, type Registry } from 'prom-client'
import { removeClips, writeWordTimes } from '../clips/clip-objects.ts'
import type { Allowance } from '../pipeline/allowance.ts'
import type { Heads } from '../pipeline/heads.ts'
import type { Waiters } from '../pipeline/waiters.ts'
import { LatestTaskRunner } from '../speech/latest-task-runner.ts'
import type { ClipHead } from '../speech/provider.ts'
import type { AudioIndex } from '../storage/audio-index.ts'
import type { AudioObjects } from '../storage/audio-objects.ts'
import type { ScriptNotes } from '../pipeline/script-notes.ts'
import type { FollowedContext } from './follow-waiters.ts'
import type { createChorus } from './speak-together.ts'
import type { createNarrated } from './speak-with-narrator.ts'
import type { Speaker } from './speaker.ts'
import type { StorageWatch } from './storage-watch.ts'
import type { WantedCheck } from './wanted-check.ts'

export type ClipMakerParts = {
  index: AudioIndex
  objects: AudioObjects
  speaker: Speaker
  /** Speaks clips of several voices. */
  chorus: ReturnType<typeof createChorus>
  /** Speaks clips with directions inside, which the narrator reads or which are pauses. */
  narrated: ReturnType<typeof createNarrated>
  wanted: WantedCheck
  waiters: Waiters
  heads: Heads
  allowance: Allowance
  storage: StorageWatch
  notes: Pick<ScriptNotes, 'queued'>
  changed(scriptId: string): void
  /** Plans a script again, which queues the next window or completes the narration. */
  replan(scriptId: string): Promise<void>
  metrics: Registry
}

/**
 * `made`: stored by this job · `deduplicated`: already stored · `dropped`: no longer needed, not spoken or not stored.
 */
export type ClipOutcome = {
  outcome: 'made' | 'deduplicated' | 'dropped'
  tookMs?: number | undefined
}

/** Makes one clip (architecture §7): checks the index, writes the object, then the row. Idempotent. */
export function createClipMaker({
  index,
  objects,
  speaker,
  chorus,
  narrated,
  wanted,
  waiters,
  heads,
  allowance,
  storage,
  notes,
  changed,
  replan,
  metrics,
}: ClipMakerParts) {
  const clips = new Counter({
    name: 'clips_total',
    help: 'Finished clip jobs, by outcome.',
    labelNames: ['outcome'] as const,
    registers: [metrics],
  })
  const bytes = new Counter({
    name: 'clip_bytes_total',
    help: 'Bytes of stored clips.',
    registers: [metrics],
  })
  const seconds = new Counter({
    name: 'clip_audio_seconds_total',
    help: 'Duration of stored clips, in seconds.',
    registers: [metrics],
  })

  const make = async (
    job: LineAudioJob,
    { jobId, urgency, signal }: FollowedContext,
  ): Promise<ClipOutcome> => {
    const {
      scriptId,
      ownerId,
      voiceId,
      text,
      delivery,
      sounds,
      together,
      byNarrator,
      pauses,
      path,
      foreign,
    } = job
    const remove = async () => {
      await index.remove([path])
      await removeClips(objects, [path])
    }
    const { before, known } = await storage.guard(async () => ({
      before: scriptId === undefined ? undefined : await index.stateOf(scriptId, job.textHash),
      known: await index.find(path),
    }))
    const isPersonGone = async () =>
      scriptId === undefined && ownerId !== undefined && (await index.isClosed(ownerId))
    const removePreview = async () => {
      await removeClips(objects, [path])
      await index.removePreviews(dirname(dirname(path)) + '/')
    }
    if (await storage.guard(isPersonGone)) {
      await storage.guard(removePreview)
      return { outcome: 'dropped' }
    }
    if (before?.erased) {
      // A process may have died after writing the object.
      await storage.guard(remove)
      return { outcome: 'dropped' }
    }
    if (known) return { outcome: 'deduplicated' }
    // Awaited clips are always spoken, even in voices that are not cast; others only if the casting needs them.
    if (!urgency.isAwaited || !(await waiters.any(jobId))) {
      if (scriptId === undefined || !(await wanted.has({ ...job, scriptId }))) {
        // As above: there may be an object without a row.
        await storage.guard(() => removeClips(objects, [path]))
        return { outcome: 'dropped' }
      }
      if (ownerId !== undefined && (await allowance.isUsedUp(ownerId))) return { outcome: 'dropped' }
    }

    // If a head is lost, its client gets the whole clip.
    const headSender = new LatestTaskRunner()
    const sendHead = (head: ClipHead) => headSender.run(() => heads.publish(jobId, head))
    const hearing = () => heads.wanted(jobId)
    const request = { voiceId, text, delivery, sounds, urgency, signal }
    const speaking =
      byNarrator || pauses?.length
        ? narrated({ ...request, together, byNarrator, pauses })
        : together?.length
          ? chorus({ ...request, together })
          : speaker.speak({ ...request, hearing, onHead: sendHead })
    const { mp3, durationMs, words, tookMs } = await speaking.finally(() => headSender.stop())
    await storage.guard(async () => {
      if (scriptId === undefined || job.trial)
        await index.notePreview({ path, bytes: mp3.byteLength, usedAt: Date.now() })
      await traced('store object', { attributes: { 'andscene.clip.bytes': mp3.byteLength } }, () =>
        Promise.all([objects.write(path, mp3), writeWordTimes(objects, path, { text, words })]),
      )
      const clip = {
        path,
        ...(scriptId === undefined ? {} : { scriptId }),
        contentType: CLIP_CONTENT_TYPE,
        voiceId: foreign?.castVoiceId ?? voiceId,
        textHash: job.textHash,
        durationMs,
        bytes: mp3.byteLength,
        lastUpdated: new Date().toISOString(),
      }
      const owner = ownerId === undefined ? undefined : { ownerId, day: allowance.today }
      await traced('store row', {}, () => index.put(clip, owner))
    })
    // Cleared or deleted meanwhile. Clearing has not removed this clip, so remove it here.
    const after = before && (await index.stateOf(scriptId!, job.textHash))
    if (before && (after!.epoch !== before.epoch || after!.textEpoch !== before.textEpoch)) {
      await remove()
      // A plan since then relies on this job, so it runs again.
      if (after!.epoch !== before.epoch && !after!.erased && (await index.isUnderWay(scriptId!)))
        throw new Postponed(0, 'cleared while it was spoken')
      return { outcome: 'dropped' }
    }
    if (await isPersonGone()) {
      await removePreview()
      return { outcome: 'dropped' }
    }
    bytes.inc(mp3.byteLength)
    seconds.inc(durationMs / 1_000)
    return { outcome: 'made', tookMs }
  }

  return async (job: LineAudioJob, context: FollowedContext): Promise<ClipOutcome> => {
    // If this fails, the reconciler repeats it within a minute.
    const { scriptId } = job
    const ended = async (outcome: string) => {
      clips.inc({ outcome })
      if (scriptId === undefined) return
      changed(scriptId)
      const isLast = await notes.queued.ended(scriptId, context.jobId).catch(() => false)
      if (job.refill || isLast) await replan(scriptId).catch(() => {})
    }
    try {
      const result = await make(job, context)
      await ended(result.outcome)
      return result
    } catch (error) {
      const { aborted, reason } = context.signal
      if (aborted && reason === CANCELLED) await ended('dropped')
      // Postponed or returned jobs run again.
      else if (!aborted && !(error instanceof Postponed)) await ended('failed')
      throw error
    }
  }
}
