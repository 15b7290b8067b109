import { insertOnce, type DocumentDb } from '@andscene/service-kit/stores/documents'
import { CANCELLED_LIMIT, keyOf } from '../script-store.ts'
import { openAccountCheck } from './around-writes.ts'
import { AT_NO_TIME, type ScriptDocument } from './script-documents.ts'

/**
 * Keys of cancelled uploads. They are stored among the scripts, where keys are unique: the first insert, of the script
 * or of its cancellation, wins.
 */
export function cancelledUploads(
  db: DocumentDb,
  remove: (id: string, requestId: string) => Promise<boolean>,
) {
  const scripts = db.collection<ScriptDocument>('scripts')
  const requireOpen = openAccountCheck(db)
  return {
    /**
     * Rejects uploads with this key until the key is removed; an existing script with the key is removed as by
     * `remove`. Returns whether there was one. Keeps the latest CANCELLED_LIMIT keys of an owner. Throws
     * UNAUTHENTICATED when the owner's account is closed.
     */
    async cancelUpload(ownerId: string, uploaded: string, requestId: string, now: Date): Promise<boolean> {
      await requireOpen(ownerId)
      const key = keyOf(ownerId, uploaded)
      const cancelled = {
        _id: `${CANCELLED}${key}`,
        uploadKey: key,
        castingVersion: 0,
        pendingSince: AT_NO_TIME,
        cancelledAt: now,
        cancelledBy: ownerId,
      }
      let removed = false
      // Either this document is inserted first, or the script, which is then removed.
      while (!(await insertOnce(scripts, cancelled))) {
        const known = await scripts.findOne({ uploadKey: key }, { projection: { cancelledAt: 1 } })
        if (known?.cancelledAt) return removed
        if (known && (await remove(known._id, requestId))) removed = true
      }
      await requireOpen(ownerId, () => scripts.deleteOne({ _id: cancelled._id }))
      const older = await scripts
        .find({ cancelledBy: ownerId }, { projection: { _id: 1 } })
        .sort({ cancelledAt: -1 })
        .skip(CANCELLED_LIMIT)
        .toArray()
      if (older.length > 0) await scripts.deleteMany({ _id: { $in: older.map(({ _id }) => _id) } })
      return removed
    },
    /** Removes the keys that were cancelled before a moment, or those of a user. */
    async forgetCancelled(which: { before: Date } | { ownerId: string }): Promise<void> {
      await scripts.deleteMany(
        'before' in which ? { cancelledAt: { $lt: which.before } } : { cancelledBy: which.ownerId },
      )
    },
  }
}

/** Prefix of the ids of cancelled uploads; ids of scripts contain no space. */
const CANCELLED = 'cancelled '
