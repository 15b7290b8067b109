import { insertOnce, type DocumentDb } from '@andscene/service-kit/stores/documents'
import { CANCELLED_LIMIT, keyOf } from '../script-store.ts'
import { openAccountCheck } from './around-writes.ts'
import { AT_NO_TIME, type ScriptDocument } from './script-documents.ts'

/**
 * Keys of cancelled uploads, stored among the scripts because the key is unique there: either the script or its
 * cancellation is inserted first.
 */
export function cancelledUploads(
  db: DocumentDb,
  remove: (id: string, requestId: string) => Promise<boolean>,
) {
  const scripts = db.collection<ScriptDocument>('scripts')
  const requireOpen = openAccountCheck(db)
  return {
    /**
     * From now on an upload with this key stores nothing, until the key is forgotten; an existing script of the key is
     * removed as by `remove`. Returns whether there was one. The latest CANCELLED_LIMIT keys of an owner are stored.
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
      // Either this document is in first, or the script, which then makes room for it.
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
    /** Forgets the keys that were cancelled before a moment, or those of a person. */
    async forgetCancelled(which: { before: Date } | { ownerId: string }): Promise<void> {
      await scripts.deleteMany(
        'before' in which ? { cancelledAt: { $lt: which.before } } : { cancelledBy: which.ownerId },
      )
    },
  }
}

/** Begins the id of a cancelled upload's document; no script's id has a space. */
const CANCELLED = 'cancelled '
