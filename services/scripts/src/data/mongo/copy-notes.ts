import type { Add } from '@andscene/service-kit/data/inserter'
import type { Db } from 'mongodb'
import type { DatabaseSync } from 'node:sqlite'
import { noteCollection, type NoteDocument } from '../../store/mongo/note-documents.ts'

/**
 * Reads the notes of all scripts, each as its list of changes (note-log.ts) in order: what a change replaces or removes is read
 * before it, and a change that comes meanwhile is behind all that were read.
 */
export async function copyNotes(server: Db, db: DatabaseSync, add: Add): Promise<void> {
  const remove = db.prepare('DELETE FROM notes WHERE script_id = ? AND id = ?')
  const reached = db.prepare('UPDATE scripts SET notes_version = ? WHERE id = ?')
  for await (const document of noteCollection(server).find().sort({ scriptId: 1, version: 1 })) {
    const { scriptId, version, note, removed = [] } = document
    for (const id of note ? [note.id] : removed) remove.run(scriptId, id)
    if (note) addNote(add, document)
    for (const [n, id] of removed.entries())
      add('removed_notes', { script_id: scriptId, version: version - removed.length + 1 + n, note_id: id })
    reached.run(version, scriptId)
  }
}

function addNote(add: Add, { scriptId, version, note }: NoteDocument): void {
  const { range, createdAt, editedAt, deletedAt, resolvedAt, ...rest } = note!
  add('notes', {
    script_id: scriptId,
    id: rest.id,
    version,
    line_id: rest.lineId,
    range_start: range?.start ?? null,
    range_end: range?.end ?? null,
    quote: rest.quote ?? null,
    at_ms: rest.atMs ?? null,
    text: rest.text,
    colour: rest.colour,
    category: rest.category,
    author_id: rest.authorId ?? null,
    link_id: rest.linkId ?? null,
    author: rest.author,
    created_at: createdAt.getTime(),
    edited_at: editedAt?.getTime() ?? null,
    deleted_at: deletedAt?.getTime() ?? null,
    resolved_at: resolvedAt?.getTime() ?? null,
    resolved_by: rest.resolvedBy ?? null,
    resolver_id: rest.resolverId ?? null,
    reply_to: rest.replyTo ?? null,
  })
}
