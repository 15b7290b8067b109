import type { DocumentDb } from '@andscene/service-kit/stores/documents'
import { markedAt, type CommandStore } from '../command-store.ts'
import type { ProgressDocument } from './progress.ts'
import { AT_NO_TIME, toCommand, type ScriptDocument } from './script-documents.ts'
import { removeNotesOf } from './note-documents.ts'
import { scriptFiles } from './script-files.ts'
import { removeSharesOf } from './share-documents.ts'

export function commandStore(db: DocumentDb): CommandStore {
  const scripts = db.collection<ScriptDocument>('scripts')
  const progress = db.collection<ProgressDocument>('progress')
  return {
    async due(now, limit) {
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
    async pending() {
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
    async defer({ scriptId, kind, mark }, until) {
      await scripts.updateOne(
        { _id: scriptId, pendingKind: kind, castingVersion: mark },
        { $set: { pendingSince: until } },
      )
    },
    async acknowledge({ scriptId, kind, mark }) {
      const command = { _id: scriptId, pendingKind: kind, castingVersion: mark }
      if (kind === 'deleted') {
        if (!(await scripts.findOne(command, { projection: { _id: 1 } }))) return
        await progress.deleteMany({ scriptId })
        await removeSharesOf(db, scriptId)
        await removeNotesOf(db, scriptId)
        await scriptFiles(db).remove(scriptId)
        await scripts.deleteOne(command)
      } else
        await scripts.updateOne(command, {
          $set: { pendingSince: AT_NO_TIME },
          $unset: { pendingKind: '', pendingRequestId: '' },
        })
    },
  }
}
