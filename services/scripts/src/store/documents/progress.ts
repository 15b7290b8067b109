import { NO_LINE } from '@andscene/contracts/limits'
import { isDuplicateKey, retryOnDuplicateKey, type DocumentDb } from '@andscene/service-kit/stores/documents'
import { scriptCheck, turns } from './around-writes.ts'

export type Progress = {
  lastPlayedLineIndex: number
  /** The page of that line, from 1; absent if no line was played, and in records of older releases. */
  page?: number | undefined
  lastUpdated: Date
}

/** The progress of a user or guest in a script. */
export type Hearing = {
  uid: string
  /** The furthest line ever played; in records of older releases, the last one. */
  furthestLineIndex: number
  lastUpdated: Date
}

export type ProgressDocument = {
  scriptId: string
  uid: string
  lastPlayedLineIndex: number
  /** Absent in documents of older releases, and outdated while such a release runs at the same time. */
  furthest?: number
  page?: number | null
  /** The line that `page` was computed for, because older releases change the line without the page. */
  pageOf?: number
  lastUpdated: Date
}

/** Stores the last played line of each user in each script. */
export function progressStore(db: DocumentDb) {
  const places = db.collection<ProgressDocument>('progress')
  const isThere = scriptCheck(db)
  const inTurn = turns()
  const saveNow = async (
    uid: string,
    scriptId: string,
    progress: Progress,
    { isLate }: { isLate: boolean },
  ): Promise<Progress | undefined> => {
    const { page = null, ...saved } = progress
    if (!(await isThere(scriptId))) return undefined
    const place = { scriptId, uid }
    const earlier = await places.findOne(place, { projection: FURTHEST })
    const furthest = Math.max(saved.lastPlayedLineIndex, earlier ? furthestOf(earlier) : NO_LINE)
    const update = { $set: { ...saved, page, pageOf: saved.lastPlayedLineIndex }, $max: { furthest } }
    const replaced = isLate ? { ...place, lastUpdated: { $lte: saved.lastUpdated } } : place
    try {
      await retryOnDuplicateKey(() => places.updateOne(replaced, update, { upsert: true }))
    } catch (error) {
      if (!isLate || !isDuplicateKey(error)) throw error
      await places.updateOne(place, { $max: { furthest } })
      const newer = await places.findOne(place)
      return newer ? toProgress(newer) : undefined
    }
    if (!(await isThere(scriptId))) await places.deleteOne(place)
    return undefined
  }
  /**
   * Does nothing if the script was deleted. With `isLate`, a record that is newer than `lastUpdated` stays and is
   * returned. Otherwise the last call wins, because the clocks of servers may differ.
   */
  const save = (uid: string, scriptId: string, progress: Progress, options = { isLate: false }) =>
    inTurn(`${scriptId} ${uid}`, () => saveNow(uid, scriptId, progress, options))
  return {
    async find(uid: string, scriptId: string): Promise<Progress | undefined> {
      const found = await places.findOne({ scriptId, uid })
      return found ? toProgress(found) : undefined
    },
    save,
    /** Transfers the position of a guest to an account; keeps the later position and the furthest line of both. */
    async handOver(scriptId: string, guestId: string, uid: string): Promise<void> {
      const [theirs, own] = await Promise.all([
        places.findOne({ scriptId, uid: guestId }),
        places.findOne({ scriptId, uid }),
      ])
      if (!theirs) return
      const { lastPlayedLineIndex, lastUpdated, page } = toProgress(theirs)
      if (!own || lastUpdated > own.lastUpdated)
        await save(uid, scriptId, { lastPlayedLineIndex, lastUpdated, page })
      await places.updateOne({ scriptId, uid }, { $max: { furthest: furthestOf(theirs) } })
      await places.deleteMany({ uid: guestId })
    },
    /** The progress of everyone who has played a line of the script. */
    async hearings(scriptId: string): Promise<Hearing[]> {
      const found = await places
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
    /** Stores the page of a line, if it is still the last one played. */
    async fillPage(uid: string, scriptId: string, lineIndex: number, page: number): Promise<void> {
      const place = { scriptId, uid, lastPlayedLineIndex: lineIndex }
      await places.updateOne(place, { $set: { page, pageOf: lineIndex } })
    },
    /** In all scripts. */
    removeOf: async (uid: string): Promise<void> => {
      await places.deleteMany({ uid })
    },
  }
}

const FURTHEST = { furthest: 1, lastPlayedLineIndex: 1 } as const

/** The furthest line ever played. */
export const furthestOf = ({ furthest = NO_LINE, lastPlayedLineIndex }: ProgressDocument): number =>
  Math.max(furthest, lastPlayedLineIndex)

export const toProgress = (document: ProgressDocument): Progress => ({
  lastPlayedLineIndex: document.lastPlayedLineIndex,
  page: document.pageOf === document.lastPlayedLineIndex ? (document.page ?? undefined) : undefined,
  lastUpdated: document.lastUpdated,
})
