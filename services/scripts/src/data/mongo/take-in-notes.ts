import { insertAll, rowsOf } from '@andscene/service-kit/data/mongo-documents'
import type { Db } from 'mongodb'
import type { DatabaseSync } from 'node:sqlite'
import { noteCollection, type NoteDocument } from '../../store/mongo/note-documents.ts'
import { noteFromRow, NOTES } from '../../store/tables.ts'

/**
 * The notes of each script as a list of changes (note-log.ts): one for each note, and one for each remembered
 * removal. The last one has the latest version and the count of all.
 */
export async function takeInNotes(db: DatabaseSync, server: Db): Promise<void> {
  await insertAll(noteCollection(server), changes(db))
}

function* changes(db: DatabaseSync): Generator<NoteDocument> {
  const at = new Date()
  const document = (scriptId: string, version: number): Omit<NoteDocument, 'count'> => ({
    _id: `${scriptId} ${version}`,
    scriptId,
    version,
    at,
  })
  const counts = new Map(
    [
      ...rowsOf<{ scriptId: string; version: number; count: number; last: number }>(
        db,
        `SELECT id AS scriptId, notes_version AS version,
                (SELECT count(*) FROM notes WHERE script_id = scripts.id) AS count,
                max(coalesce((SELECT max(version) FROM notes WHERE script_id = scripts.id), 0),
                    coalesce((SELECT max(version) FROM removed_notes WHERE script_id = scripts.id), 0)) AS last
         FROM scripts WHERE notes_version > 0`,
      ),
    ].map((row) => [row.scriptId, row]),
  )
  const countOf = (scriptId: string) => counts.get(scriptId)?.count ?? 0
  for (const row of rowsOf<object>(db, `SELECT ${NOTES.columns()} FROM notes`)) {
    const { scriptId, version, ...note } = noteFromRow(row)
    yield { ...document(scriptId, version), count: countOf(scriptId), note }
  }
  const removed = rowsOf<{ scriptId: string; version: number; id: string }>(
    db,
    'SELECT script_id AS scriptId, version, note_id AS id FROM removed_notes',
  )
  for (const { scriptId, version, id } of removed)
    yield { ...document(scriptId, version), count: countOf(scriptId), removed: [id] }
  // A change that left no note or removal is stored with its version only.
  for (const { scriptId, version, last, count } of counts.values())
    if (last < version) yield { ...document(scriptId, version), count, replaced: true }
}
