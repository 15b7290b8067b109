import type { DatabaseSync } from 'node:sqlite'
import type { NoteEntry } from '../note-changes.ts'
import { GUEST_IDS } from '../../sharing/guest-id.ts'
import type { NoteCounts } from '../note-room.ts'
import type { NewNote, NoteOrigin, StoredNote } from '../note-store.ts'
import { momentOf } from './moment.ts'

type NotesHead = { version: number; ownerId: string }
type Author = Pick<NewNote, 'scriptId' | 'authorId'> & { linkId?: string | null | undefined; ownerId: string }

/** The rows of notes, and of those that were removed; what belongs together is the transaction of whoever calls. */
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
    add: db.prepare(
      `INSERT INTO notes
         (script_id, id, version, line_id, range_start, range_end, quote, at_ms, text, colour, category, author_id, link_id, author,
          created_at, edited_at, deleted_at, resolved_at, resolved_by, resolver_id, reply_to)
       VALUES
         (:scriptId, :id, :version, :lineId, :rangeStart, :rangeEnd, :quote, :atMs, :text, :colour, :category, :authorId, :linkId, :author,
          :createdAt, :editedAt, :deletedAt, :resolvedAt, :resolvedBy, :resolverId, :replyTo)`,
    ),
    update: db.prepare(
      `UPDATE notes
       SET version = :version, text = :text, colour = :colour, category = :category, author_id = :authorId,
           link_id = :linkId, author = :author, edited_at = :editedAt, deleted_at = :deletedAt, resolved_at = :resolvedAt,
           resolved_by = :resolvedBy, resolver_id = :resolverId
       WHERE script_id = :scriptId AND id = :id`,
    ),
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
        const changed = many(sql.changed.all(scriptId, after, limit))
        const removed = sql.removed.all(scriptId, after, limit) as { version: number; removed: string }[]
        return [...changed.map((note) => ({ version: note.version, note })), ...removed]
          .toSorted((a, b) => a.version - b.version)
          .slice(0, limit)
      } finally {
        db.exec('COMMIT')
      }
    },
    all: (scriptId: string) => many(sql.all.all(scriptId)),
    find: (scriptId: string, id: string) => one(sql.find.get(scriptId, id)),
    replies: (scriptId: string, id: string) => many(sql.replies.all(scriptId, id)),
    /** One that this person wrote or resolved. */
    anyOf: (uid: string) => one(sql.ofAuthor.get(uid) ?? sql.ofResolver.get(uid)),
    /** By who wrote them, for a note of this author. */
    counts: ({ scriptId, authorId, linkId = null, ownerId }: Author): NoteCounts => {
      const [firstGuest, noGuest] = GUEST_IDS
      return {
        ...sql.counts.get({ scriptId, authorId, linkId, ownerId, firstGuest, noGuest }),
      } as NoteCounts
    },
    /** All notes of the threads that have one of this origin. */
    threadsOf: (scriptId: string, { field, id }: NoteOrigin) => many(sql.threadsOf[field].all(scriptId, id)),
    wasRemoved: (scriptId: string, id: string) => sql.wasRemoved.get(scriptId, id) !== undefined,
    add: (note: StoredNote) => {
      const { scriptId, id, lineId, createdAt, range, quote = null, atMs = null, replyTo = null } = note
      sql.add.run({
        ...changingOf(note),
        scriptId,
        id,
        lineId,
        rangeStart: range?.start ?? null,
        rangeEnd: range?.end ?? null,
        quote,
        atMs,
        createdAt: createdAt.getTime(),
        replyTo,
      })
    },
    /** What may change of a note; its script, line, characters and what it answers stay. */
    update: (note: StoredNote) => {
      const { scriptId, id } = note
      sql.update.run({ ...changingOf(note), scriptId, id })
    },
    remove: (scriptId: string, id: string, version: number) => {
      sql.remove.run(scriptId, id)
      sql.addRemoved.run(scriptId, id, version)
    },
    forgetRemoved: (scriptId: string, history: number) => {
      sql.forgetRemoved.run({ scriptId, history })
    },
  }
}

/** The notes of all scripts, one after the other. */
export function* everyNote(db: DatabaseSync): Generator<StoredNote> {
  for (const row of db.prepare(`SELECT ${COLUMNS} FROM notes`).iterate()) yield toNote(row as NoteRow)
}

const one = (row: unknown) => (row === undefined ? undefined : toNote(row as NoteRow))
const many = (rows: unknown[]) => (rows as NoteRow[]).map(toNote)

const COLUMNS = `script_id AS scriptId, id, version, line_id AS lineId, range_start AS rangeStart, range_end AS rangeEnd,
  quote, at_ms AS atMs, text, colour, category, author_id AS authorId, link_id AS linkId, author, created_at AS createdAt, edited_at AS editedAt,
  deleted_at AS deletedAt, resolved_at AS resolvedAt, resolved_by AS resolvedBy, resolver_id AS resolverId,
  reply_to AS replyTo`

type Moment = 'editedAt' | 'deletedAt' | 'resolvedAt'
type Optional = 'quote' | 'authorId' | 'linkId' | 'resolvedBy' | 'resolverId' | 'replyTo'
type NoteRow = Omit<StoredNote, 'range' | 'atMs' | 'createdAt' | Moment | Optional> & {
  createdAt: number
} & Record<'rangeStart' | 'rangeEnd' | 'atMs' | Moment, number | null> &
  Record<Optional, string | null>

const changingOf = (note: StoredNote) => ({
  version: note.version,
  text: note.text,
  colour: note.colour,
  category: note.category,
  authorId: note.authorId ?? null,
  linkId: note.linkId ?? null,
  author: note.author,
  editedAt: note.editedAt?.getTime() ?? null,
  deletedAt: note.deletedAt?.getTime() ?? null,
  resolvedAt: note.resolvedAt?.getTime() ?? null,
  resolvedBy: note.resolvedBy ?? null,
  resolverId: note.resolverId ?? null,
})

const toNote = ({ rangeStart, rangeEnd, ...row }: NoteRow): StoredNote => ({
  ...row,
  range: rangeStart === null || rangeEnd === null ? undefined : { start: rangeStart, end: rangeEnd },
  createdAt: new Date(row.createdAt),
  editedAt: momentOf(row.editedAt),
  deletedAt: momentOf(row.deletedAt),
  resolvedAt: momentOf(row.resolvedAt),
  quote: row.quote ?? undefined,
  atMs: row.atMs ?? undefined,
  authorId: row.authorId ?? undefined,
  linkId: row.linkId ?? undefined,
  resolvedBy: row.resolvedBy ?? undefined,
  resolverId: row.resolverId ?? undefined,
  replyTo: row.replyTo ?? undefined,
})
