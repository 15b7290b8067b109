import type { DatabaseSync } from 'node:sqlite'
import type { NoteEntry } from '../note-changes.ts'
import { GUEST_IDS } from '../../sharing/guest-id.ts'
import type { NoteCounts } from '../note-room.ts'
import type { NewNote, NoteOrigin, StoredNote } from '../note-store.ts'
import { flatNote, noteFromRow, NOTES } from '../tables.ts'

const COLUMNS = NOTES.columns()

type NotesHead = { version: number; ownerId: string }
type Author = Pick<NewNote, 'scriptId' | 'authorId'> & { linkId?: string | null | undefined; ownerId: string }

/** The rows of notes and of removed notes. Runs in the caller's transaction. */
export function noteRows(db: DatabaseSync) {
  const threadsOf = (column: string) =>
    db.prepare(
      `WITH roots AS (SELECT DISTINCT coalesce(reply_to, id) AS id FROM notes WHERE script_id = ?1 AND ${column} = ?2)
       SELECT ${COLUMNS} FROM notes
       WHERE script_id = ?1 AND (id IN (SELECT id FROM roots) OR reply_to IN (SELECT id FROM roots))`,
    )
  const sql = {
    head: db.prepare('SELECT notes_version AS version, owner_id AS ownerId FROM scripts WHERE id = ?'),
    nextVersion: db.prepare(
      'UPDATE scripts SET notes_version = notes_version + 1 WHERE id = ? RETURNING notes_version AS version',
    ),
    changed: db.prepare(
      `SELECT ${COLUMNS} FROM notes WHERE script_id = ? AND version > ? ORDER BY version LIMIT ?`,
    ),
    removed: db.prepare(
      `SELECT version, note_id AS removed FROM removed_notes WHERE script_id = ? AND version > ?
       ORDER BY version LIMIT ?`,
    ),
    all: db.prepare(`SELECT ${COLUMNS} FROM notes WHERE script_id = ? ORDER BY created_at, id`),
    find: db.prepare(`SELECT ${COLUMNS} FROM notes WHERE script_id = ? AND id = ?`),
    replies: db.prepare(`SELECT ${COLUMNS} FROM notes WHERE script_id = ? AND reply_to = ?`),
    ofAuthor: db.prepare(`SELECT ${COLUMNS} FROM notes WHERE author_id = ? LIMIT 1`),
    ofResolver: db.prepare(`SELECT ${COLUMNS} FROM notes WHERE resolver_id = ? LIMIT 1`),
    // All of it is in one index.
    counts: db.prepare(
      `SELECT count(*) AS "all", count(*) FILTER (WHERE author_id = :ownerId) AS owner,
         count(*) FILTER (WHERE link_id IS NOT NULL OR (author_id >= :firstGuest AND author_id < :noGuest)) AS guests,
         count(*) FILTER (WHERE link_id = :linkId) AS link, count(*) FILTER (WHERE author_id = :authorId) AS own
       FROM notes WHERE script_id = :scriptId`,
    ),
    threadsOf: { authorId: threadsOf('author_id'), linkId: threadsOf('link_id') },
    wasRemoved: db.prepare('SELECT 1 FROM removed_notes WHERE script_id = ? AND note_id = ?'),
    add: db.prepare(`INSERT INTO ${NOTES.into} VALUES (${NOTES.parameters})`),
    update: db.prepare(`UPDATE notes SET ${NOTES.assignments} WHERE script_id = :scriptId AND id = :id`),
    remove: db.prepare('DELETE FROM notes WHERE script_id = ? AND id = ?'),
    addRemoved: db.prepare('INSERT INTO removed_notes (script_id, note_id, version) VALUES (?, ?, ?)'),
    forgetRemoved: db.prepare(
      `DELETE FROM removed_notes WHERE script_id = :scriptId
         AND version <= (SELECT notes_version FROM scripts WHERE id = :scriptId) - :history`,
    ),
  }

  return {
    head: (scriptId: string) => sql.head.get(scriptId) as NotesHead | undefined,
    nextVersion: (scriptId: string) => sql.nextVersion.get(scriptId)!.version as number,
    entries: (scriptId: string, after: number, limit: number): NoteEntry[] => {
      // Of one moment: another process may write between the two.
      db.exec('BEGIN')
      try {
        const changed = sql.changed.all(scriptId, after, limit).map(noteFromRow)
        const removed = sql.removed.all(scriptId, after, limit) as { version: number; removed: string }[]
        return [...changed.map((note) => ({ version: note.version, note })), ...removed]
          .toSorted((a, b) => a.version - b.version)
          .slice(0, limit)
      } finally {
        db.exec('COMMIT')
      }
    },
    all: (scriptId: string) => sql.all.all(scriptId).map(noteFromRow),
    find: (scriptId: string, id: string) => maybeNote(sql.find.get(scriptId, id)),
    replies: (scriptId: string, id: string) => sql.replies.all(scriptId, id).map(noteFromRow),
    /** One that this person wrote or resolved. */
    anyOf: (uid: string) => maybeNote(sql.ofAuthor.get(uid) ?? sql.ofResolver.get(uid)),
    /** By who wrote them, for a note of this author. */
    counts: ({ scriptId, authorId, linkId = null, ownerId }: Author): NoteCounts => {
      const [firstGuest, noGuest] = GUEST_IDS
      return {
        ...sql.counts.get({ scriptId, authorId, linkId, ownerId, firstGuest, noGuest }),
      } as NoteCounts
    },
    /** All notes of the threads that have one of this origin. */
    threadsOf: (scriptId: string, { field, id }: NoteOrigin) =>
      sql.threadsOf[field].all(scriptId, id).map(noteFromRow),
    wasRemoved: (scriptId: string, id: string) => sql.wasRemoved.get(scriptId, id) !== undefined,
    add: (note: StoredNote) => void sql.add.run(NOTES.toParameters(flatNote(note))),
    update: (note: StoredNote) => void sql.update.run(NOTES.toParameters(flatNote(note))),
    remove: (scriptId: string, id: string, version: number) => {
      sql.remove.run(scriptId, id)
      sql.addRemoved.run(scriptId, id, version)
    },
    forgetRemoved: (scriptId: string, history: number) => {
      sql.forgetRemoved.run({ scriptId, history })
    },
  }
}

const maybeNote = (row: object | undefined) => row && noteFromRow(row)
