import type { DocumentDb } from '@andscene/service-kit/stores/documents'
import type { StoredNote } from '../note-store.ts'
import { noteCollection } from './note-documents.ts'
import { noteLog } from './note-log.ts'

const SCRIPTS_AT_ONCE = 100

type Wanted = { after: Date; upTo: Date; notBy: string }

/** Returns a function that reads the notes that others wrote on scripts in this time, oldest first, without deleted ones. */
export function newNotes(db: DocumentDb, history: number) {
  const documents = noteCollection(db)
  const log = noteLog(db, history)
  return async (scriptIds: readonly string[], { after, upTo, notBy }: Wanted): Promise<StoredNote[]> => {
    const written: string[] = []
    for (let from = 0; from < scriptIds.length; from += SCRIPTS_AT_ONCE) {
      const some = scriptIds.slice(from, from + SCRIPTS_AT_ONCE)
      const inTime = { $gt: after, $lte: upTo }
      const found = await documents
        .find({ scriptId: { $in: some }, 'note.createdAt': inTime }, { projection: { scriptId: 1 } })
        .toArray()
      written.push(...new Set(found.map(({ scriptId }) => scriptId)))
    }
    const all = await Promise.all(
      written.map(async (scriptId) => {
        // Before the notes, because notes that it removed may still be found.
        const { removed = [] } = await log.headOf(scriptId)
        const notes = await log.notes({ scriptId, 'note.createdAt': { $gt: after, $lte: upTo } })
        return notes.filter(
          ({ id, authorId, deletedAt }) => authorId !== notBy && !deletedAt && !removed.includes(id),
        )
      }),
    )
    return all.flat().toSorted((a, b) => a.createdAt.getTime() - b.createdAt.getTime())
  }
}
