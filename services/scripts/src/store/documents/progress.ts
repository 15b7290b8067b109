import { NO_LINE } from '@andscene/contracts/limits'
import { orSecond, type DocumentDb } from '@andscene/service-kit/stores/documents'
import type { ProgressStore } from '../progress-store.ts'
import { scriptCheck } from './around-writes.ts'
import { furthestOf, toProgress, type ProgressDocument } from './script-documents.ts'

export function progressStore(db: DocumentDb): ProgressStore {
  const progress = db.collection<ProgressDocument>('progress')
  const isThere = scriptCheck(db)
  const save: ProgressStore['save'] = async (uid, scriptId, { page = null, ...saved }) => {
    if (!(await isThere(scriptId))) return
    const earlier = await progress.findOne({ scriptId, uid }, { projection: FURTHEST })
    const furthest = Math.max(saved.lastPlayedLineIndex, earlier ? furthestOf(earlier) : NO_LINE)
    const update = { $set: { ...saved, page, pageOf: saved.lastPlayedLineIndex }, $max: { furthest } }
    await orSecond(() => progress.updateOne({ scriptId, uid }, update, { upsert: true }))
    if (!(await isThere(scriptId))) await progress.deleteOne({ scriptId, uid })
  }
  return {
    async find(uid, scriptId) {
      const found = await progress.findOne({ scriptId, uid })
      return found ? toProgress(found) : undefined
    },
    save,
    async handOver(scriptId, guestId, uid) {
      const [theirs, own] = await Promise.all([
        progress.findOne({ scriptId, uid: guestId }),
        progress.findOne({ scriptId, uid }),
      ])
      if (!theirs) return
      const { lastPlayedLineIndex, lastUpdated, page } = toProgress(theirs)
      if (!own || lastUpdated > own.lastUpdated)
        await save(uid, scriptId, { lastPlayedLineIndex, lastUpdated, page })
      await progress.updateOne({ scriptId, uid }, { $max: { furthest: furthestOf(theirs) } })
      await progress.deleteMany({ uid: guestId })
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
