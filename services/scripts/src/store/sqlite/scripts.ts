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
import { SCRIPTS } from '../tables.ts'
import { CHANGES_COLUMN, sqliteCastings, toChanges } from './castings.ts'
import { pendingCommands } from './commands.ts'
import { LISTED, toListed, type ListRow } from './progress.ts'

export function sqliteScripts(db: DatabaseSync): ScriptStore {
  const sql = {
    byUploadKey: db.prepare('SELECT id, file_hash AS fileHash FROM scripts WHERE upload_key = ?'),
    insert: db.prepare(`INSERT INTO ${SCRIPTS.into} VALUES (${SCRIPTS.parameters})`),
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
    dropCastingCommand: db.prepare(`DELETE FROM pending_commands WHERE script_id = ? AND kind = 'casting'`),
  }
  const find = fieldReader(db)
  const requireOpen = openAccountCheck(db)
  const addCommand = pendingCommands(db)
  const removeNow = (id: string, requestId: string): boolean => {
    if (sql.remove.run(id).changes === 0) return false
    sql.dropCastingCommand.run(id)
    addCommand({ scriptId: id, kind: 'deleted', mark: newMark(), requestId })
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
          SCRIPTS.toParameters({
            ...script,
            characterCount: script.characters.length,
            casting: { characterAssignments: {} },
            castingVersion: 0,
            castCount: 0,
            uploadKey: key,
            fileHash: script.upload.fileHash,
            contentBytes: bytes,
          }),
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

/** Reads single columns of a script; each choice of columns is a statement that is prepared once. */
function fieldReader(db: DatabaseSync) {
  const statements = new Map<string, StatementSync>()
  return <Field extends ScriptField>(id: string, fields: readonly Field[]): ScriptWith<Field> | undefined => {
    const plain = (fields as readonly ScriptField[]).filter((field) => field !== 'castingChanges')
    const withChanges = plain.length < fields.length
    const columns = SCRIPTS.columns('', ['id', 'ownerId', ...plain])
    const text = `SELECT ${columns}${withChanges ? `, ${CHANGES_COLUMN}` : ''} FROM scripts WHERE id = ?`
    const statement = statements.get(text) ?? db.prepare(text)
    statements.set(text, statement)
    const row = statement.get(id)
    if (!row) return undefined
    const script = SCRIPTS.fromRow<ScriptWith<Field>>(row)
    return withChanges ? { ...script, castingChanges: toChanges(row.castingChanges as string) } : script
  }
}
