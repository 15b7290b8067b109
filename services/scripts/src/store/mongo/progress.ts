import type { Db } from 'mongodb'
import type { ProgressStore } from '../progress-store.ts'
import { ALIVE, upsert, type ProgressDocument, type ScriptDocument } from './documents.ts'

export function mongoProgress(db: Db): ProgressStore {
  const scripts = db.collection<ScriptDocument>('scripts')
  const progress = db.collection<ProgressDocument>('progress')
  return {
    async find(uid, scriptId) {
      const found = await progress.findOne({ scriptId, uid })
      return found
        ? { lastPlayedLineIndex: found.lastPlayedLineIndex, lastUpdated: found.lastUpdated }
        : undefined
    },
    async save(uid, scriptId, saved) {
      if (!(await scripts.findOne({ _id: scriptId, ...ALIVE }, { projection: { _id: 1 } }))) return
      await upsert(progress, { scriptId, uid }, saved)
    },
    removeOf: async (uid) => {
      await progress.deleteMany({ uid })
    },
  }
}
