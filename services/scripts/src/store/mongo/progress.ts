import type { Db } from 'mongodb'
import type { ProgressStore } from '../progress-store.ts'
import { ALIVE, toProgress, upsert, type ProgressDocument, type ScriptDocument } from './documents.ts'

export function mongoProgress(db: Db): ProgressStore {
  const scripts = db.collection<ScriptDocument>('scripts')
  const progress = db.collection<ProgressDocument>('progress')
  const isThere = async (scriptId: string) =>
    (await scripts.findOne({ _id: scriptId, ...ALIVE }, { projection: { _id: 1 } })) !== null
  return {
    async find(uid, scriptId) {
      const found = await progress.findOne({ scriptId, uid })
      return found ? toProgress(found) : undefined
    },
    async save(uid, scriptId, { page = null, ...saved }) {
      if (!(await isThere(scriptId))) return
      await upsert(progress, { scriptId, uid }, { ...saved, page, pageOf: saved.lastPlayedLineIndex })
      // There are no transactions: it may have been removed meanwhile, and all progress of it before this came.
      if (!(await isThere(scriptId))) await progress.deleteOne({ scriptId, uid })
    },
    async fillPage(uid, scriptId, lineIndex, page) {
      const place = { scriptId, uid, lastPlayedLineIndex: lineIndex }
      await progress.updateOne(place, { $set: { page, pageOf: lineIndex } })
    },
    removeOf: async (uid) => {
      await progress.deleteMany({ uid })
    },
  }
}
