import { removeClips } from '../clips/clip-objects.ts'
import { dayOf } from '../pipeline/allowance.ts'
import type { AudioIndex, StoredPreview } from '../storage/audio-index.ts'
import type { AudioObjects } from '../storage/audio-objects.ts'

/** Limits of previews: time since their last use (days), and total size in bytes. */
export type PreviewLimits = { days: number; bytes: number }

const DAY_MS = 24 * 3_600_000
const AT_ONCE = 200
/** Kept for support requests. */
const USAGE_KEPT_DAYS = 31
/** A token is valid for an hour, and a request that started with it may end a little later. */
const CLOSED_KEPT_DAYS = 1
/** Longer than the lifetime of any job: permanently failed jobs are kept for a week. */
const ERASED_KEPT_DAYS = 30

/** Deletes past usage, erased scripts and closed accounts. */
export async function deleteExpired(index: AudioIndex, now: number): Promise<void> {
  await index.forgetUsage(dayOf(now - USAGE_KEPT_DAYS * DAY_MS))
  await index.forgetErased(now - ERASED_KEPT_DAYS * DAY_MS, now)
  await index.forgetClosed(now - CLOSED_KEPT_DAYS * DAY_MS)
}

type Parts = {
  index: AudioIndex
  objects: AudioObjects
  /** Whether a casting needs the clip at this path by now: a delivery that was heard, and then chosen. */
  isNeeded(path: string): Promise<boolean>
}

/**
 * Removes previews, and deliveries that were heard but not chosen, that are too old or exceed the size limit, oldest
 * use first; returns their number.
 */
export async function removePreviews(
  { index, objects, isNeeded }: Parts,
  { days, bytes }: PreviewLimits,
  now: number,
  signal?: AbortSignal,
): Promise<number> {
  const before = now - days * DAY_MS
  let removed = 0
  for (;;) {
    if (signal?.aborted) return removed
    // In this order: if another worker removes previews meanwhile, the sum is smaller.
    const oldest = await index.oldestPreviews(AT_ONCE)
    let excess = (await index.previewBytes()) - bytes
    const due: StoredPreview[] = []
    for (const preview of oldest) {
      if (preview.usedAt >= before && excess <= 0) break
      due.push(preview)
      excess -= preview.bytes
    }
    if (due.length === 0) return removed
    // In this order, so that after a crash the next round still finds the object by its note.
    const paths: string[] = []
    for (const { path } of due) if (!(await isNeeded(path))) paths.push(path)
    await index.remove(paths)
    await removeClips(objects, paths)
    for (const preview of due) await index.forgetPreview(preview)
    removed += paths.length
  }
}
