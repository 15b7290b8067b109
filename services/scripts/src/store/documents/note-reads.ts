import { NEW_NOTES_LIMIT, SEEN_NOTES_LIMIT } from '@andscene/contracts/limits'
import type { SeenNotes } from '@andscene/contracts/notes'
import { retryOnDuplicateKey, type DocumentDb } from '@andscene/service-kit/stores/documents'
import { openAccountCheck, scriptCheck, turns } from './around-writes.ts'
import { noteCollection, noteReadCollection } from './note-documents.ts'

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
  const countNew = async (uid: string, scriptId: string, { version, also }: Required<SeenNotes>) => {
    const unseen = {
      scriptId,
      'note.createdVersion': { $gt: version },
      'note.authorId': { $ne: uid },
      'note.deletedAt': { $exists: false },
    }
    const found = await notes
      .find(unseen, { projection: { 'note.createdVersion': 1 } })
      .limit(NEW_NOTES_LIMIT + also.length)
      .toArray()
    const seen = new Set(also)
    const count = found.filter(({ note }) => !seen.has(note!.createdVersion!)).length
    return Math.min(count, NEW_NOTES_LIMIT)
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
    /** Number of notes by others that the user has not seen, by script, up to NEW_NOTES_LIMIT each. */
    countsNew: async (uid: string, scriptIds: readonly string[]): Promise<Map<string, number>> => {
      const known = await reads.find({ uid, scriptId: { $in: [...scriptIds] } }).toArray()
      const seen = new Map(known.map((one) => [one.scriptId, one]))
      const counts = scriptIds.map(async (id) => {
        const { version = 0, also = [] } = seen.get(id) ?? {}
        return [id, await countNew(uid, id, { version, also })] as const
      })
      return new Map(await Promise.all(counts))
    },
    /** In all scripts. */
    removeOf,
  }
}
