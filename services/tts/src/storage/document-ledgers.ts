import { retryOnDuplicateKey, type DocumentDb } from '@andscene/service-kit/stores/documents'
import { randomUUID } from 'node:crypto'
import type { ClosedAccounts, StoredPreview, PreviewLedger, UsageLedger } from './audio-index.ts'

type UsageDocument = { _id: string; ownerId: string; day: string; durationMs: number }
type PreviewDocument = { _id: string; bytes: number; usedAt: number }

/** All ids below `previews/`: they are paths, and `0` is the character after `/`. */
const PREVIEWS = { _id: { $gte: 'previews/', $lt: 'previews0' } }
/** Older releases store previews directly in the folder of their voice. */
const OLD_PREVIEW = /^previews\/[^/]+\/[^/]+$/

export function documentLedgers(
  db: DocumentDb,
  people: Pick<ClosedAccounts, 'isClosed'>,
): UsageLedger & PreviewLedger {
  const usages = db.collection<UsageDocument>('tts_usage')
  const previews = db.collection<PreviewDocument>('tts_previews')

  // Not every compatible server has atomic increments, so each process counts in its own documents, one by one.
  const writer = randomUUID()
  let adding: Promise<unknown> = Promise.resolve()

  return {
    async usage({ ownerId, day }) {
      const parts = await usages.find({ day, ownerId }).toArray()
      return parts.reduce((sum, { durationMs }) => sum + durationMs, 0)
    },
    addUsage({ ownerId, day }, durationMs) {
      const add = () =>
        usages.updateOne(
          { _id: `${day} ${ownerId} ${writer}` },
          { $inc: { durationMs }, $set: { day, ownerId } },
          { upsert: true },
        )
      const added = adding.then(add, add)
      adding = added
      return added.then(async () => {
        if (await people.isClosed(ownerId)) await usages.deleteMany({ ownerId })
      })
    },
    async forgetUsage(beforeDay) {
      await usages.deleteMany({ day: { $lt: beforeDay } })
    },
    async notePreview({ path, bytes, usedAt }) {
      await retryOnDuplicateKey(() => previews.replaceOne({ _id: path }, { bytes, usedAt }, { upsert: true }))
    },
    async usePreview(path, usedAt, unlessSince) {
      await previews.updateOne({ _id: path, usedAt: { $lt: unlessSince } }, { $set: { usedAt } })
    },
    oldestPreviews: async (limit) =>
      (await previews.find().sort({ usedAt: 1 }).limit(limit).toArray()).map(toPreview),
    async previewBytes() {
      const all = await previews.find({}, { projection: { _id: 0, bytes: 1 } }).toArray()
      return all.reduce((sum, { bytes }) => sum + bytes, 0)
    },
    async forgetPreview({ path, usedAt }) {
      await previews.deleteOne({ _id: path, usedAt })
    },
  }
}

const toPreview = ({ _id, ...rest }: PreviewDocument): StoredPreview => ({ path: _id, ...rest })

/** Without a note they would never be removed. */
export async function recordOldPreviews(db: DocumentDb, ledger: PreviewLedger): Promise<void> {
  const clips = db.collection<Omit<PreviewDocument, 'usedAt'>>('tts_clips')
  for (const { _id } of await clips.find(PREVIEWS, { projection: { _id: 1 } }).toArray()) {
    const old = OLD_PREVIEW.test(_id) && (await clips.findOne({ _id }))
    if (old) await ledger.notePreview({ path: _id, bytes: old.bytes, usedAt: 0 })
  }
}
