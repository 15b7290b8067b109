import type { Add } from '@andscene/service-kit/data/inserter'
import type { Db } from 'mongodb'
import type { DatabaseSync } from 'node:sqlite'
import { noteCollection } from '../../store/mongo/note-documents.ts'
import { flatNote, NOTES } from '../../store/tables.ts'

/**
 * Reads the notes of all scripts, each as its list of changes (note-log.ts) in order: a change comes after what it replaces or
 * removes, and a change that is written meanwhile comes after all that were read.
 */
export async function copyNotes(server: Db, db: DatabaseSync, add: Add): Promise<void> {
  const remove = db.prepare('DELETE FROM notes WHERE script_id = ? AND id = ?')
  const reached = db.prepare('UPDATE scripts SET notes_version = ? WHERE id = ?')
  for await (const document of noteCollection(server).find().sort({ scriptId: 1, version: 1 })) {
    const { scriptId, version, note, removed = [] } = document
    for (const id of note ? [note.id] : removed) remove.run(scriptId, id)
    if (note) add(NOTES.name, NOTES.toRow(flatNote({ ...note, scriptId, version })))
    for (const [n, id] of removed.entries())
      add('removed_notes', { script_id: scriptId, version: version - removed.length + 1 + n, note_id: id })
    reached.run(version, scriptId)
  }
}
