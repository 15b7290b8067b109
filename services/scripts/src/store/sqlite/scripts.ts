import { inTransaction } from '@andscene/service-kit/stores/sqlite'
import type { DatabaseSync, StatementSync } from 'node:sqlite'
import { newMark } from '../command-store.ts'
import { openAccountCheck } from './accounts.ts'
import { assertFits, assertWithin, UploadCancelled, type LibraryUsage } from '../library.ts'
import {
  CANCELLED_LIMIT,
  keyOf,
  uploadKey,
  type ScriptField,
  type ScriptStore,
  type ScriptWith,
} from '../script-store.ts'
import { CASTING_CHANGES, sqliteCastings, toChanges } from './castings.ts'
import { LISTED, toListed, type ListRow } from './listed.ts'

export function sqliteScripts(db: DatabaseSync): ScriptStore {
  const sql = {
    byUploadKey: db.prepare('SELECT id, file_hash AS fileHash FROM scripts WHERE upload_key = ?'),
    insert: db.prepare(
      `INSERT INTO scripts (id, owner_id, title, uploaded_at, pages, character_count, line_count, characters,
                            casting, casting_version, upload_key, file_hash, content_bytes, page_starts)
       VALUES (?, ?, ?, ?, ?, ?, ?, ?, '{"characterAssignments":{}}', 0, ?, ?, ?, ?)`,
    ),
    insertLines: db.prepare('INSERT INTO script_lines (script_id, lines) VALUES (?, ?)'),
    insertFile: db.prepare('INSERT INTO script_files (script_id, file) VALUES (?, ?)'),
    findFile: db.prepare('SELECT file FROM script_files WHERE script_id = ?'),
    usage: db.prepare(
      'SELECT count(*) AS scripts, total(content_bytes) AS bytes FROM scripts WHERE owner_id = ?',
    ),
    list: db.prepare(
      `SELECT ${LISTED} FROM scripts LEFT JOIN progress ON script_id = id AND uid = owner_id
       WHERE owner_id = ? AND (uploaded_at, id) < (?, ?)
       ORDER BY uploaded_at DESC, id DESC LIMIT ?`,
    ),
    heads: db.prepare(
      `SELECT id, owner_id AS ownerId, casting_version AS castingVersion FROM scripts
       WHERE id IN (SELECT value FROM json_each(?))`,
    ),
    isCancelled: db.prepare('SELECT 1 FROM cancelled_uploads WHERE upload_key = ?'),
    cancel: db.prepare(
      `INSERT INTO cancelled_uploads (upload_key, owner_id, cancelled_at) VALUES (?, ?, ?)
       ON CONFLICT (upload_key) DO UPDATE SET cancelled_at = excluded.cancelled_at`,
    ),
    keepLatestCancelled: db.prepare(
      `DELETE FROM cancelled_uploads WHERE rowid IN
         (SELECT rowid FROM cancelled_uploads WHERE owner_id = ? ORDER BY cancelled_at DESC LIMIT -1 OFFSET ?)`,
    ),
    forgetCancelledBefore: db.prepare('DELETE FROM cancelled_uploads WHERE cancelled_at < ?'),
    forgetCancelledOf: db.prepare('DELETE FROM cancelled_uploads WHERE owner_id = ?'),
    fillPageStarts: db.prepare('UPDATE scripts SET page_starts = ? WHERE id = ?'),
    findLines: db.prepare('SELECT lines FROM script_lines WHERE script_id = ?'),
    rename: db.prepare('UPDATE scripts SET title = ? WHERE id = ?'),
    nameOwner: db.prepare('UPDATE scripts SET owner_name = ? WHERE id = ?'),
    remove: db.prepare('DELETE FROM scripts WHERE id = ?'),
    addCommand: db.prepare(
      `INSERT INTO pending_commands (script_id, kind, mark, request_id) VALUES (?, 'deleted', ?, ?)
       ON CONFLICT (script_id, kind) DO UPDATE
         SET mark = excluded.mark, request_id = excluded.request_id, due_at = 0`,
    ),
    dropCastingCommand: db.prepare(`DELETE FROM pending_commands WHERE script_id = ? AND kind = 'casting'`),
  }
  const find = fieldReader(db)
  const requireOpen = openAccountCheck(db)
  const removeNow = (id: string, requestId: string): boolean => {
    if (sql.remove.run(id).changes === 0) return false
    sql.dropCastingCommand.run(id)
    sql.addCommand.run(id, newMark(), requestId)
    return true
  }
  const usage = (ownerId: string) => ({ ...sql.usage.get(ownerId) }) as LibraryUsage

  return {
    async insert(script, limits) {
      const bytes = assertFits(script)
      const key = uploadKey(script)
      return inTransaction(db, () => {
        requireOpen(script.ownerId)
        const earlier = sql.byUploadKey.get(key) as { id: string } | undefined
        if (earlier) return { id: earlier.id, created: false }
        if (sql.isCancelled.get(key)) throw new UploadCancelled('the upload was cancelled')
        sql.insert.run(
          script.id,
          script.ownerId,
          script.title,
          script.uploadedAt.toISOString(),
          script.pages,
          script.characters.length,
          script.lineCount,
          JSON.stringify(script.characters),
          key,
          script.upload.fileHash,
          bytes,
          JSON.stringify(script.pageStarts),
        )
        sql.insertLines.run(script.id, script.lines)
        sql.insertFile.run(script.id, script.file)
        if (limits) assertWithin(usage(script.ownerId), limits)
        return { id: script.id, created: true }
      })
    },
    usage: async (ownerId) => usage(ownerId),
    findUpload: async (ownerId, key) => {
      const row = sql.byUploadKey.get(keyOf(ownerId, key))
      return row && { id: row.id as string, fileHash: row.fileHash as string }
    },
    cancelUpload: async (ownerId, uploaded, requestId, now) => {
      const key = keyOf(ownerId, uploaded)
      return inTransaction(db, () => {
        requireOpen(ownerId)
        sql.cancel.run(key, ownerId, now.getTime())
        sql.keepLatestCancelled.run(ownerId, CANCELLED_LIMIT)
        const made = sql.byUploadKey.get(key) as { id: string } | undefined
        return made !== undefined && removeNow(made.id, requestId)
      })
    },
    forgetCancelled: async (which) => {
      if ('before' in which) sql.forgetCancelledBefore.run(which.before.getTime())
      else sql.forgetCancelledOf.run(which.ownerId)
    },
    list: async (ownerId, { limit, after }) => {
      const from = [after?.uploadedAt.toISOString() ?? BEHIND_ALL, after?.id ?? BEHIND_ALL] as const
      return (sql.list.all(ownerId, ...from, limit) as ListRow[]).map(toListed)
    },
    heads: async (ids) =>
      (sql.heads.all(JSON.stringify(ids)) as ScriptWith<'castingVersion'>[]).map((row) => ({ ...row })),
    find: async (id, fields) => find(id, fields),
    findLines: async (id) => (sql.findLines.get(id) as { lines: string } | undefined)?.lines,
    findFile: async (id) => (sql.findFile.get(id) as { file: Uint8Array } | undefined)?.file,
    sweepFiles: async () => {
      // A script and its file are stored in one.
    },
    fillPageStarts: async (id, pageStarts) => {
      sql.fillPageStarts.run(JSON.stringify(pageStarts), id)
    },
    rename: async (id, title) => sql.rename.run(title, id).changes === 1,
    nameOwner: async (id, name) => {
      sql.nameOwner.run(name, id)
    },
    ...sqliteCastings(db),
    remove: async (id, requestId) => inTransaction(db, () => removeNow(id, requestId)),
  }
}

/** Sorts behind every date and id. */
const BEHIND_ALL = '~'

const COLUMNS: Record<ScriptField, string> = {
  ownerName: 'owner_name',
  title: 'title',
  uploadedAt: 'uploaded_at',
  pages: 'pages',
  lineCount: 'line_count',
  characterCount: 'character_count',
  characters: 'characters',
  casting: 'casting',
  castingVersion: 'casting_version',
  castingChanges: CASTING_CHANGES,
  pageStarts: 'page_starts',
}
const FROM_TEXT: Partial<Record<ScriptField, (text: string) => unknown>> = {
  uploadedAt: (text) => new Date(text),
  characters: JSON.parse,
  casting: JSON.parse,
  castingChanges: toChanges,
  pageStarts: JSON.parse,
}

/** Reads single columns of a script; each choice of columns is a statement that is prepared once. */
function fieldReader(db: DatabaseSync) {
  const statements = new Map<string, StatementSync>()
  return <Field extends ScriptField>(id: string, fields: readonly Field[]): ScriptWith<Field> | undefined => {
    const columns = ['id', 'owner_id AS ownerId', ...fields.map((field) => `${COLUMNS[field]} AS ${field}`)]
    const text = `SELECT ${columns.join(', ')} FROM scripts WHERE id = ?`
    const statement = statements.get(text) ?? db.prepare(text)
    statements.set(text, statement)
    const row = statement.get(id)
    if (!row) return undefined
    const values = fields.map((field) => {
      const value = row[field] ?? undefined
      return [field, typeof value === 'string' ? (FROM_TEXT[field]?.(value) ?? value) : value]
    })
    return { id, ownerId: row.ownerId, ...Object.fromEntries(values) } as ScriptWith<Field>
  }
}
