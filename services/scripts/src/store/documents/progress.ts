import { NO_LINE } from '@andscene/contracts/limits'
import { insertOnce, type DocumentDb } from '@andscene/service-kit/stores/documents'
import { ONLY_DRAFT } from '../drafts/draft-store.ts'
import { scriptCheck, turns } from './around-writes.ts'

export type NewProgress = {
  lastPlayedLineIndex: number
  /** The draft that the line is of; 1 by default. */
  draft?: number
  /** The page of that line in its draft, from 1; absent if no line was played, and in records of older releases. */
  page?: number | undefined
  lastUpdated: Date
}
export type Progress = NewProgress & {
  draft: number
  /** Drafts in which the user played a line, the last one at the end. */
  heard: number[]
}

/** The progress of a user or guest in a script. */
export type Hearing = {
  uid: string
  /** The draft of the last line. */
  draft: number
  /** The furthest line ever played in that draft; in records of older releases, the last one. */
  furthestLineIndex: number
  lastUpdated: Date
}

export type ProgressDocument = {
  scriptId: string
  uid: string
  lastPlayedLineIndex: number
  /** The draft of all lines of this document; absent in documents of older releases, which are of draft 1. */
  draft?: number
  /** Absent in documents of older releases. */
  heard?: number[]
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
    progress: NewProgress,
    { isLate }: { isLate: boolean },
  ): Promise<Progress | undefined> => {
    const { lastPlayedLineIndex: line, draft = ONLY_DRAFT.number, page = null, lastUpdated } = progress
    if (!(await isThere(scriptId))) return undefined
    const place = { scriptId, uid }
    const isPlayed = line !== NO_LINE
    const played = { lastPlayedLineIndex: line, draft, page, pageOf: line, lastUpdated }
    for (;;) {
      const earlier = await places.findOne(place)
      if (!earlier) {
        const first = { ...place, ...played, furthest: line, heard: isPlayed ? [draft] : [] }
        if (await insertOnce(places, first)) break
        continue
      }
      const before = heardOf(earlier)
      const heard = isPlayed ? [...before.filter((one) => one !== draft), draft] : before
      // Its lines are of one draft only.
      const known = { ...place, ...inDraftOf(earlier) }
      const furthest = { furthest: draftOf(earlier) === draft ? Math.max(furthestOf(earlier), line) : line }
      const { matchedCount } = await places.updateOne(
        isLate ? { ...known, lastUpdated: { $lte: lastUpdated } } : known,
        draftOf(earlier) === draft
          ? { $set: { ...played, heard }, $max: furthest }
          : { $set: { ...played, heard, ...furthest } },
      )
      if (matchedCount > 0) break
      if (!isLate || earlier.lastUpdated <= lastUpdated) continue
      // The newer record stays; the draft was heard before it.
      const late = {
        $set: { heard: before.includes(draft) || !isPlayed ? before : [draft, ...before] },
        ...(draftOf(earlier) === draft && { $max: furthest }),
      }
      if ((await places.updateOne(known, late)).matchedCount > 0)
        return toProgress({ ...earlier, ...late.$set })
    }
    if (!(await isThere(scriptId))) await places.deleteOne(place)
    return undefined
  }
  /**
   * Does nothing if the script was deleted. With `isLate`, a record that is newer than `lastUpdated` stays and is
   * returned. Otherwise the last call wins, because the clocks of servers may differ.
   */
  const save = (uid: string, scriptId: string, progress: NewProgress, options = { isLate: false }) =>
    inTurn(`${scriptId} ${uid}`, () => saveNow(uid, scriptId, progress, options))
  return {
    async find(uid: string, scriptId: string): Promise<Progress | undefined> {
      const found = await places.findOne({ scriptId, uid })
      return found ? toProgress(found) : undefined
    },
    save,
    /**
     * Transfers the position of a guest to an account; keeps the later position, the drafts that both heard and, in the
     * draft of that position, the furthest line of both.
     */
    async handOver(scriptId: string, guestId: string, uid: string): Promise<void> {
      const [theirs, own] = await Promise.all([
        places.findOne({ scriptId, uid: guestId }),
        places.findOne({ scriptId, uid }),
      ])
      if (!theirs) return
      const { heard: _heard, ...place } = toProgress(theirs)
      if (!own || place.lastUpdated > own.lastUpdated) await save(uid, scriptId, place)
      const kept = await places.findOne({ scriptId, uid })
      if (kept) {
        const heard = heardOf(kept)
        await places.updateOne(
          { scriptId, uid, ...inDraftOf(kept) },
          {
            $set: { heard: [...heardOf(theirs).filter((draft) => !heard.includes(draft)), ...heard] },
            ...(draftOf(kept) === place.draft && { $max: { furthest: furthestOf(theirs) } }),
          },
        )
      }
      await places.deleteMany({ uid: guestId })
    },
    /** The progress of everyone who has played a line of the script. */
    async hearings(scriptId: string): Promise<Hearing[]> {
      const projection = {
        lastPlayedLineIndex: 1,
        furthest: 1,
        draft: 1,
        heard: 1,
        uid: 1,
        lastUpdated: 1,
      } as const
      const found = await places.find({ scriptId }, { projection }).toArray()
      return found
        .filter((place) => heardOf(place).length > 0)
        .map((place) => ({
          uid: place.uid,
          draft: draftOf(place),
          furthestLineIndex: furthestOf(place),
          lastUpdated: place.lastUpdated,
        }))
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

const draftOf = ({ draft = ONLY_DRAFT.number }: ProgressDocument): number => draft

/** Matches the document as long as its lines are of the same draft. */
const inDraftOf = ({ draft }: ProgressDocument) => ({ draft: draft ?? { $exists: false as const } })

/** The furthest line ever played in the draft of the last line. */
const furthestOf = ({ furthest = NO_LINE, lastPlayedLineIndex }: ProgressDocument): number =>
  Math.max(furthest, lastPlayedLineIndex)

/** Drafts in which the user played a line, the last one at the end. */
export const heardOf = (place: ProgressDocument): number[] =>
  place.heard ?? (furthestOf(place) > NO_LINE ? [draftOf(place)] : [])

export const toProgress = (document: ProgressDocument): Progress => ({
  lastPlayedLineIndex: document.lastPlayedLineIndex,
  draft: draftOf(document),
  page: document.pageOf === document.lastPlayedLineIndex ? (document.page ?? undefined) : undefined,
  lastUpdated: document.lastUpdated,
  heard: heardOf(document),
})
