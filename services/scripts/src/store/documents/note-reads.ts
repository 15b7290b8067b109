import { NEW_NOTES_LIMIT, SEEN_NOTES_LIMIT } from '@andscene/contracts/limits'
import type { SeenNotes } from '@andscene/contracts/notes'
import { retryOnDuplicateKey, type DocumentDb } from '@andscene/service-kit/stores/documents'
import { openAccountCheck, scriptCheck, turns } from './around-writes.ts'
import { noteCollection, noteReadCollection } from './note-documents.ts'

/** Each has a condition of its own in a query, whose size is limited. */
const SCRIPTS_AT_ONCE = 100
type Counts = Map<string, number>

const keyOf = (uid: string, scriptId: string) => `${scriptId} ${uid}`

/** Stores which notes users have seen (decision 0085). */
export function noteReadStore(db: DocumentDb) {
  const reads = noteReadCollection(db)
  const notes = noteCollection(db)
  const isThere = scriptCheck(db)
  const requireOpen = openAccountCheck(db)
  const inTurn = turns()

  const find = async (uid: string, scriptId: string): Promise<Required<SeenNotes>> => {
    const found = await reads.findOne({ _id: keyOf(uid, scriptId) })
    return { version: found?.version ?? 0, also: found?.also ?? [] }
  }
  const add = async (uid: string, scriptId: string, seen: SeenNotes): Promise<void> => {
    const known = await find(uid, scriptId)
    const version = Math.max(known.version, seen.version)
    const later = new Set([...known.also, ...(seen.also ?? [])].filter((one) => one > version))
    const also = [...later].sort((a, b) => a - b).slice(-SEEN_NOTES_LIMIT)
    if (version === known.version && also.join() === known.also.join()) return
    const _id = keyOf(uid, scriptId)
    // The maximum, because another process may have written meanwhile.
    const update = { $set: { scriptId, uid, also }, $max: { version } }
    await retryOnDuplicateKey(() => reads.updateOne({ _id }, update, { upsert: true }))
    if (!(await isThere(scriptId))) await reads.deleteOne({ _id })
  }
  const removeOf = async (uid: string): Promise<void> => {
    await reads.deleteMany({ uid })
  }
  /** Numbers of new notes by script, up to NEW_NOTES_LIMIT each. Scripts without any may be absent. */
  const countNew = async (
    uid: string,
    scripts: ReadonlyMap<string, Required<SeenNotes>>,
  ): Promise<Counts> => {
    if (scripts.size === 0) return new Map()
    const unseen = {
      $or: [...Map.groupBy(scripts, ([, { version }]) => version)].map(([version, some]) => ({
        scriptId: { $in: some.map(([id]) => id) },
        'note.createdVersion': { $gt: version },
      })),
      'note.authorId': { $ne: uid },
      'note.deletedAt': { $exists: false },
    }
    const limit = [...scripts.values()].reduce((sum, { also }) => sum + NEW_NOTES_LIMIT + also.length, 0)
    const found = await notes
      .find(unseen, { projection: { scriptId: 1, 'note.createdVersion': 1 } })
      .limit(limit)
      .toArray()
    const counts = new Map<string, number>()
    for (const { scriptId, note } of found)
      if (!scripts.get(scriptId)!.also.includes(note!.createdVersion!))
        counts.set(scriptId, Math.min((counts.get(scriptId) ?? 0) + 1, NEW_NOTES_LIMIT))
    if (found.length < limit) return counts
    // At the limit at least one script has NEW_NOTES_LIMIT; those that have less are counted again. None has it if a note
    // was found twice, because it is being replaced.
    const others = [...scripts].filter(([id]) => counts.get(id) !== NEW_NOTES_LIMIT)
    if (others.length === scripts.size) return counts
    return new Map([...counts, ...(await countNew(uid, new Map(others)))])
  }

  return {
    find,
    /**
     * Adds to what the user has seen, of the same notes in any order. Does nothing if the script was deleted. Throws
     * UNAUTHENTICATED when the account is closed.
     */
    add: (uid: string, scriptId: string, seen: SeenNotes): Promise<void> =>
      inTurn(keyOf(uid, scriptId), async () => {
        await requireOpen(uid)
        if (!(await isThere(scriptId))) return
        await add(uid, scriptId, seen)
        await requireOpen(uid, () => removeOf(uid))
      }),
    /** Number of notes by others that the user has not seen, by script, up to NEW_NOTES_LIMIT each; absent if none. */
    countsNew: async (uid: string, scriptIds: readonly string[]): Promise<Counts> => {
      const counts = new Map<string, number>()
      for (let from = 0; from < scriptIds.length; from += SCRIPTS_AT_ONCE) {
        const some = scriptIds.slice(from, from + SCRIPTS_AT_ONCE)
        const known = await reads.find({ uid, scriptId: { $in: some } }).toArray()
        const seen = new Map(known.map((one) => [one.scriptId, one]))
        const scripts = new Map(some.map((id) => [id, seen.get(id) ?? { version: 0, also: [] }]))
        for (const [id, count] of await countNew(uid, scripts)) counts.set(id, count)
      }
      return counts
    },
    /** In all scripts. */
    removeOf,
  }
}
