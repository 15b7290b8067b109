import { randomUUID } from 'node:crypto'
import type { Db } from 'mongodb'
import type { ClosedPeople } from './audio-index.ts'
import { orSecond } from './mongo-people.ts'
import type { KeptPreview, PreviewLedger, UsageLedger } from './ledgers.ts'

export type UsageDocument = { _id: string; ownerId: string; day: string; durationMs: number }
export type PreviewDocument = { _id: string; bytes: number; usedAt: number }

/** Previews of an older release lie directly below their voice. */
const OLD_PREVIEW = /^previews\/[^/]+\/[^/]+$/

export async function mongoLedgers(
  db: Db,
  people: Pick<ClosedPeople, 'isClosed'>,
): Promise<UsageLedger & PreviewLedger> {
  const usages = db.collection<UsageDocument>('tts_usage')
  const previews = db.collection<PreviewDocument>('tts_previews')
  await usages.createIndex({ day: 1, ownerId: 1 })
  await previews.createIndex({ usedAt: 1 })

  // Not every compatible server adds to a number atomically: each process counts in documents of its own, one by one.
  const writer = randomUUID()
  let adding: Promise<unknown> = Promise.resolve()

  const ledgers: UsageLedger & PreviewLedger = {
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
      await orSecond(() => previews.replaceOne({ _id: path }, { bytes, usedAt }, { upsert: true }))
    },
    async usePreview(path, usedAt, unlessSince) {
      await previews.updateOne({ _id: path, usedAt: { $lt: unlessSince } }, { $set: { usedAt } })
    },
    oldestPreviews: async (limit) =>
      (await previews.find().sort({ usedAt: 1 }).limit(limit).toArray()).map(toPreview),
    async previewBytes() {
      const [sum] = await previews
        .aggregate<{ bytes: number }>([{ $group: { _id: null, bytes: { $sum: '$bytes' } } }])
        .toArray()
      return sum?.bytes ?? 0
    },
    async forgetPreview({ path, usedAt }) {
      await previews.deleteOne({ _id: path, usedAt })
    },
  }
  const old = db.collection<Pick<PreviewDocument, '_id' | 'bytes'>>('tts_clips').find({ _id: OLD_PREVIEW })
  for await (const { _id, bytes } of old) await ledgers.notePreview({ path: _id, bytes, usedAt: 0 })
  return ledgers
}

const toPreview = ({ _id, ...rest }: PreviewDocument): KeptPreview => ({ path: _id, ...rest })
