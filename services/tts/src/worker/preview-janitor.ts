import { dayOf } from '../pipeline/allowance.ts'
import type { AudioIndex, KeptPreview } from '../storage/audio-index.ts'
import type { AudioObjects } from '../storage/audio-objects.ts'

/** The time that previews are kept after their last use (days), and the bytes of all. */
export type PreviewLimits = { days: number; bytes: number }

const DAY_MS = 24 * 3_600_000
const AT_ONCE = 200
/** For support requests. */
const USAGE_KEPT_DAYS = 31
/** A token lives an hour, and a request that it began may end a little later. */
const CLOSED_KEPT_DAYS = 1
/** Longer than any job lives: permanently failed jobs are kept for a week. */
const ERASED_KEPT_DAYS = 30

/** Forgets past usage, erased scripts and closed accounts. */
export async function forgetPast(index: AudioIndex, now: number): Promise<void> {
  await index.forgetUsage(dayOf(now - USAGE_KEPT_DAYS * DAY_MS))
  await index.forgetErased(now - ERASED_KEPT_DAYS * DAY_MS, now)
  await index.forgetClosed(now - CLOSED_KEPT_DAYS * DAY_MS)
}

/** Removes previews that are too old or too many, unused for longest first; returns how many. */
export async function removePreviews(
  { index, objects }: { index: AudioIndex; objects: AudioObjects },
  { days, bytes }: PreviewLimits,
  now: number,
  signal?: AbortSignal,
): Promise<number> {
  const before = now - days * DAY_MS
  let removed = 0
  for (;;) {
    if (signal?.aborted) return removed
    // In this order: what another worker removes in between makes the sum smaller.
    const oldest = await index.oldestPreviews(AT_ONCE)
    let excess = (await index.previewBytes()) - bytes
    const due: KeptPreview[] = []
    for (const preview of oldest) {
      if (preview.usedAt >= before && excess <= 0) break
      due.push(preview)
      excess -= preview.bytes
    }
    if (due.length === 0) return removed
    // Row, object, note, in this order: after a crash in between the next round still finds the object by its note.
    const paths = due.map(({ path }) => path)
    await index.remove(paths)
    await objects.remove(paths)
    for (const preview of due) await index.forgetPreview(preview)
    removed += due.length
  }
}
