import type { DocumentDb } from '@andscene/service-kit/stores/documents'
import type { StoredNote } from '../note-store.ts'
import { noteCollection } from './note-documents.ts'
import { noteLog } from './note-log.ts'

/** A script may have NOTES_LIMIT notes, each of which is found. */
const SCRIPTS_AT_ONCE = 10

type Wanted = { after: Date; upTo: Date; notBy: string }

/**
 * Returns a function that reads the notes that others wrote on scripts in this time, without deleted ones, oldest first:
 * of one script at a time, because all of them may be too many for the memory.
 */
export function newNotes(db: DocumentDb, history: number) {
  const documents = noteCollection(db)
  const log = noteLog(db, history)
  return async function* (
    scriptIds: readonly string[],
    { after, upTo, notBy }: Wanted,
  ): AsyncGenerator<StoredNote[]> {
    const inTime = { 'note.createdAt': { $gt: after, $lte: upTo } }
    for (let from = 0; from < scriptIds.length; from += SCRIPTS_AT_ONCE) {
      const some = scriptIds.slice(from, from + SCRIPTS_AT_ONCE)
      const found = await documents
        .find({ scriptId: { $in: some }, ...inTime }, { projection: { scriptId: 1 } })
        .toArray()
      for (const scriptId of new Set(found.map((document) => document.scriptId))) {
        // Before the notes, because notes that it removed may still be found.
        const { removed = [] } = await log.headOf(scriptId)
        const notes = (await log.notes({ scriptId, ...inTime })).filter(
          ({ id, authorId, deletedAt }) => authorId !== notBy && !deletedAt && !removed.includes(id),
        )
        if (notes.length > 0) yield notes.toSorted((a, b) => a.createdAt.getTime() - b.createdAt.getTime())
      }
    }
  }
}
