import type { Preferences } from '@andscene/contracts/preferences'
import type { Casting, ScriptListItem } from '@andscene/contracts/script'
import { inTransaction, openSqlite } from '@andscene/service-kit/sqlite'
import {
  assertFits,
  assertWithin,
  newMark,
  type LibraryUsage,
  type PendingCommand,
  type Progress,
  type ScriptHead,
  type ScriptStore,
} from './script-store.ts'
import { MIGRATIONS } from './sqlite-migrations.ts'
import { keyOf, uploadKey } from './upload-key.ts'

/** Scripts in an embedded database file. */
export function sqliteScriptStore(file: string): ScriptStore {
  const db = openSqlite(file, MIGRATIONS)
  const sql = {
    byUploadKey: db.prepare('SELECT id, file_hash AS fileHash FROM scripts WHERE upload_key = ?'),
    insert: db.prepare(
      `INSERT INTO scripts (id, owner_id, title, uploaded_at, pages, character_count, line_count, characters,
                            casting, casting_version, upload_key, file_hash, content_bytes)
       VALUES (?, ?, ?, ?, ?, ?, ?, ?, '{"characterAssignments":{}}', 0, ?, ?, ?)`,
    ),
    usage: db.prepare(
      'SELECT count(*) AS scripts, total(content_bytes) AS bytes FROM scripts WHERE owner_id = ?',
    ),
    insertLines: db.prepare('INSERT INTO script_lines (script_id, lines) VALUES (?, ?)'),
    list: db.prepare(
      `SELECT id AS _id, title, character_count AS characterCount, pages, line_count AS lineCount, uploaded_at AS uploadedAt
       FROM scripts WHERE owner_id = ? AND (uploaded_at, id) < (?, ?)
       ORDER BY uploaded_at DESC, id DESC LIMIT ?`,
    ),
    find: db.prepare('SELECT * FROM scripts WHERE id = ?'),
    findLines: db.prepare('SELECT lines FROM script_lines WHERE script_id = ?'),
    rename: db.prepare('UPDATE scripts SET title = ? WHERE id = ?'),
    saveCasting: db.prepare('UPDATE scripts SET casting = ?, casting_version = ? WHERE id = ?'),
    remove: db.prepare('DELETE FROM scripts WHERE id = ?'),
    addPending: db.prepare(
      `INSERT INTO pending_commands (script_id, kind, mark, request_id) VALUES (?, ?, ?, ?)
       ON CONFLICT (script_id, kind) DO UPDATE
         SET mark = excluded.mark, request_id = excluded.request_id, due_at = 0`,
    ),
    dropCastingCommand: db.prepare(`DELETE FROM pending_commands WHERE script_id = ? AND kind = 'casting'`),
    due: db.prepare(
      `SELECT script_id AS scriptId, kind, mark, request_id AS requestId FROM pending_commands
       WHERE due_at <= ? ORDER BY due_at, rowid LIMIT ?`,
    ),
    defer: db.prepare('UPDATE pending_commands SET due_at = ? WHERE script_id = ? AND kind = ? AND mark = ?'),
    acknowledge: db.prepare('DELETE FROM pending_commands WHERE script_id = ? AND kind = ? AND mark = ?'),
    progress: db.prepare('SELECT line_index, updated_at FROM progress WHERE script_id = ? AND uid = ?'),
    // A script that is gone takes no progress: a late save must not leave a row that nobody deletes.
    saveProgress: db.prepare(
      `INSERT INTO progress (script_id, uid, line_index, updated_at) SELECT id, ?, ?, ? FROM scripts WHERE id = ?
       ON CONFLICT (script_id, uid) DO UPDATE SET line_index = excluded.line_index, updated_at = excluded.updated_at`,
    ),
    preferences: db.prepare('SELECT value FROM preferences WHERE uid = ?'),
    savePreferences: db.prepare(
      'INSERT INTO preferences (uid, value) VALUES (?, ?) ON CONFLICT (uid) DO UPDATE SET value = excluded.value',
    ),
    ping: db.prepare('SELECT 1'),
  }

  const usage = (ownerId: string) => ({ ...sql.usage.get(ownerId) }) as LibraryUsage

  return {
    async insert(script, limits) {
      const bytes = assertFits(script)
      const key = uploadKey(script)
      return inTransaction(db, () => {
        const earlier = sql.byUploadKey.get(key) as { id: string } | undefined
        if (earlier) return { id: earlier.id, created: false }
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
        )
        sql.insertLines.run(script.id, script.lines)
        if (limits) assertWithin(usage(script.ownerId), limits)
        return { id: script.id, created: true }
      })
    },
    usage: async (ownerId) => usage(ownerId),
    findUpload: async (ownerId, key) => {
      const row = sql.byUploadKey.get(keyOf(ownerId, key))
      return row && { id: row.id as string, fileHash: row.fileHash as string }
    },
    list: async (ownerId, { limit, after }) =>
      (
        sql.list.all(
          ownerId,
          after?.uploadedAt.toISOString() ?? BEHIND_ALL,
          after?.id ?? BEHIND_ALL,
          limit,
        ) as ScriptListItem[]
      ).map((row) => ({ ...row })),
    find: async (id) => {
      const row = sql.find.get(id) as ScriptRow | undefined
      return row && toHead(row)
    },
    findLines: async (id) => (sql.findLines.get(id) as { lines: string } | undefined)?.lines,
    rename: async (id, title) => sql.rename.run(title, id).changes === 1,
    saveCasting: async (id, casting, requestId) =>
      inTransaction(db, () => {
        const mark = newMark()
        if (sql.saveCasting.run(JSON.stringify(casting), mark, id).changes === 0) return false
        sql.addPending.run(id, 'casting', mark, requestId)
        return true
      }),
    remove: async (id, requestId) =>
      inTransaction(db, () => {
        if (sql.remove.run(id).changes === 0) return false
        sql.dropCastingCommand.run(id)
        sql.addPending.run(id, 'deleted', newMark(), requestId)
        return true
      }),

    due: async (now, limit) =>
      (sql.due.all(now.getTime(), limit) as unknown as PendingCommand[]).map((row) => ({ ...row })),
    defer: async ({ scriptId, kind, mark }, until) => {
      sql.defer.run(until.getTime(), scriptId, kind, mark)
    },
    acknowledge: async ({ scriptId, kind, mark }) => {
      sql.acknowledge.run(scriptId, kind, mark)
    },

    progress: async (uid, scriptId) => {
      const row = sql.progress.get(scriptId, uid)
      return row && toProgress(row as { line_index: number; updated_at: string })
    },
    saveProgress: async (uid, scriptId, { lastPlayedLineIndex, lastUpdated }) => {
      sql.saveProgress.run(uid, lastPlayedLineIndex, lastUpdated.toISOString(), scriptId)
    },
    preferences: async (uid) => {
      const row = sql.preferences.get(uid) as { value: string } | undefined
      return row && (JSON.parse(row.value) as Preferences)
    },
    savePreferences: async (uid, preferences) => {
      sql.savePreferences.run(uid, JSON.stringify(preferences))
    },

    ping: async () => {
      sql.ping.get()
    },
    close: async () => db.close(),
  }
}

/** Sorts behind every date and id. */
const BEHIND_ALL = '~'

type ScriptRow = {
  id: string
  owner_id: string
  title: string
  uploaded_at: string
  pages: number
  line_count: number
  characters: string
  casting: string
  casting_version: number
}

const toHead = (row: ScriptRow): ScriptHead => ({
  id: row.id,
  ownerId: row.owner_id,
  title: row.title,
  uploadedAt: new Date(row.uploaded_at),
  pages: row.pages,
  lineCount: row.line_count,
  characters: JSON.parse(row.characters) as string[],
  casting: JSON.parse(row.casting) as Casting,
  castingVersion: row.casting_version,
})

const toProgress = (row: { line_index: number; updated_at: string }): Progress => ({
  lastPlayedLineIndex: row.line_index,
  lastUpdated: new Date(row.updated_at),
})
