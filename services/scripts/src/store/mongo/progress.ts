import { NO_LINE } from '@andscene/contracts/limits'
import type { Db } from 'mongodb'
import type { ProgressStore } from '../progress-store.ts'
import { furthestOf, toProgress, upsert, type ProgressDocument } from './documents.ts'
import { scriptCheck } from './script-check.ts'

export function mongoProgress(db: Db): ProgressStore {
  const progress = db.collection<ProgressDocument>('progress')
  const isThere = scriptCheck(db)
  return {
    async find(uid, scriptId) {
      const found = await progress.findOne({ scriptId, uid })
      return found ? toProgress(found) : undefined
    },
    async save(uid, scriptId, { page = null, ...saved }) {
      if (!(await isThere(scriptId))) return
      const earlier = await progress.findOne({ scriptId, uid }, { projection: FURTHEST })
      await upsert(
        progress,
        { scriptId, uid },
        { ...saved, page, pageOf: saved.lastPlayedLineIndex },
        { furthest: Math.max(saved.lastPlayedLineIndex, earlier ? furthestOf(earlier) : NO_LINE) },
      )
      if (!(await isThere(scriptId))) await progress.deleteOne({ scriptId, uid })
    },
    async hearings(scriptId) {
      const found = await progress
        .find({ scriptId }, { projection: { ...FURTHEST, uid: 1, lastUpdated: 1 } })
        .toArray()
      return found
        .map((place) => ({
          uid: place.uid,
          furthestLineIndex: furthestOf(place),
          lastUpdated: place.lastUpdated,
        }))
        .filter(({ furthestLineIndex }) => furthestLineIndex > NO_LINE)
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

const FURTHEST = { furthest: 1, lastPlayedLineIndex: 1 } as const
