import type { Db } from 'mongodb'
import type { ProgressStore } from '../progress-store.ts'
import { ALIVE, toProgress, upsert, type ProgressDocument, type ScriptDocument } from './documents.ts'

export function mongoProgress(db: Db): ProgressStore {
  const scripts = db.collection<ScriptDocument>('scripts')
  const progress = db.collection<ProgressDocument>('progress')
  return {
    async find(uid, scriptId) {
      const found = await progress.findOne({ scriptId, uid })
      return found ? toProgress(found) : undefined
    },
    async save(uid, scriptId, { page = null, ...saved }) {
      if (!(await scripts.findOne({ _id: scriptId, ...ALIVE }, { projection: { _id: 1 } }))) return
      await upsert(progress, { scriptId, uid }, { ...saved, page })
    },
    async fillPage(uid, scriptId, lineIndex, page) {
      await progress.updateOne({ scriptId, uid, lastPlayedLineIndex: lineIndex }, { $set: { page } })
    },
    removeOf: async (uid) => {
      await progress.deleteMany({ uid })
    },
  }
}
