import type { DocumentDb } from '@andscene/service-kit/stores/documents'
import { draftDocuments } from '../drafts/draft-documents.ts'
import { markedAt, type CommandKey, type PendingCommand } from '../command-store.ts'
import type { ProgressDocument } from './progress.ts'
import { AT_NO_TIME, toCommand, type ScriptDocument } from './script-documents.ts'
import { removeNotesOf } from './note-documents.ts'
import { scriptFiles } from './script-files.ts'
import { removeSharesOf } from './share-documents.ts'

/** The commands of script changes, stored until they are acknowledged; the outbox sends them. */
export function commandStore(db: DocumentDb) {
  const scripts = db.collection<ScriptDocument>('scripts')
  const progress = db.collection<ProgressDocument>('progress')
  return {
    /** Returns commands due at `now`: first those that were never sent, then those that were deferred longest ago. */
    async due(now: Date, limit: number): Promise<PendingCommand[]> {
      const found = await scripts
        .find(
          { pendingSince: { $gt: AT_NO_TIME, $lte: now } },
          { projection: { castingVersion: 1, pendingKind: 1, pendingRequestId: 1 } },
        )
        .sort({ pendingSince: 1 })
        .limit(limit)
        .toArray()
      return found.map(toCommand)
    },
    /** The number of unacknowledged commands, due or not, and when the oldest was stored (ms since 1970). */
    async pending(): Promise<{ count: number; oldestAt: number | undefined }> {
      const waiting = { pendingSince: { $gt: AT_NO_TIME } }
      const [count, [oldest]] = await Promise.all([
        scripts.countDocuments(waiting),
        scripts
          .find(waiting, { projection: { castingVersion: 1 } })
          .sort({ castingVersion: 1 })
          .limit(1)
          .toArray(),
      ])
      return { count, oldestAt: oldest && markedAt(oldest.castingVersion) }
    },
    /**
     * Marks the command as sent; it is due again at `until` unless it is acknowledged before. A later one of the same
     * script is unchanged.
     */
    async defer({ scriptId, kind, mark }: CommandKey, until: Date): Promise<void> {
      await scripts.updateOne(
        { _id: scriptId, pendingKind: kind, castingVersion: mark },
        { $set: { pendingSince: until } },
      )
    },
    /**
     * Removes a command whose result is stored durably. A later one of the same script stays pending; an unknown one is
     * ignored.
     */
    async acknowledge({ scriptId, kind, mark }: CommandKey): Promise<void> {
      const command = { _id: scriptId, pendingKind: kind, castingVersion: mark }
      if (kind === 'deleted') {
        if (!(await scripts.findOne(command, { projection: { _id: 1 } }))) return
        await progress.deleteMany({ scriptId })
        await removeSharesOf(db, scriptId)
        await removeNotesOf(db, scriptId)
        await scriptFiles(db).removeOf(scriptId)
        await draftDocuments(db).removeOf(scriptId)
        await scripts.deleteOne(command)
      } else
        await scripts.updateOne(command, {
          $set: { pendingSince: AT_NO_TIME },
          $unset: { pendingKind: '', pendingRequestId: '' },
        })
    },
  }
}
