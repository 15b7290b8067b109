import type { FastifyBaseLogger } from 'fastify'
import { dayOf } from '../pipeline/allowance.ts'
import type { AudioIndex } from '../storage/audio-index.ts'
import type { AudioObjects } from '../storage/audio-objects.ts'
import type { KeptPreview } from '../storage/ledgers.ts'

export type JanitorParts = {
  index: AudioIndex
  objects: AudioObjects
  log: FastifyBaseLogger
  limits: PreviewLimits
  everyMs: number
  now?: () => number
}

/** Previews are kept so long after their last use (days), and so many bytes of them at most. */
export type PreviewLimits = { days: number; bytes: number }

const DAY_MS = 24 * 3_600_000
const AT_ONCE = 200
/** Usage of past days is kept for some time, for support requests. */
const USAGE_KEPT_DAYS = 31
/** From the last step of a deletion on: a token lives an hour, and what it began may end a little later. */
const CLOSED_KEPT_DAYS = 1

/** Longer than any job lives: permanently failed jobs are kept for a week. */
const ERASED_KEPT_DAYS = 30

/** At start and again and again: removes previews that are too old or too many. Several workers share the work. */
export function startPreviewJanitor({ index, objects, log, limits, everyMs, now = Date.now }: JanitorParts): {
  close(): Promise<void>
} {
  const closing = new AbortController()
  const round = async () => {
    try {
      const removed = await removePreviews({ index, objects }, limits, now(), closing.signal)
      await index.forgetUsage(dayOf(now() - USAGE_KEPT_DAYS * DAY_MS))
      await index.forgetErased(now() - ERASED_KEPT_DAYS * DAY_MS, now())
      await index.forgetClosed(now() - CLOSED_KEPT_DAYS * DAY_MS)
      if (removed > 0) log.info({ previews: removed }, 'previews removed')
    } catch (error) {
      if (!closing.signal.aborted) log.warn({ err: error }, 'previews not looked after')
    }
  }
  let running = round()
  const timer = setInterval(() => {
    running = running.then(round)
  }, everyMs)
  return {
    async close() {
      closing.abort()
      clearInterval(timer)
      await running
    },
  }
}

/** Removes what is beyond the limits, unused for longest first; returns how many. */
export async function removePreviews(
  { index, objects }: Pick<JanitorParts, 'index' | 'objects'>,
  { days, bytes }: PreviewLimits,
  now: number,
  signal?: AbortSignal,
): Promise<number> {
  const before = now - days * DAY_MS
  let removed = 0
  for (;;) {
    if (signal?.aborted) return removed
    // In this order: what another worker removes in between makes the sum smaller, and this list is of the same previews.
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
