import type { DatabaseSync } from 'node:sqlite'
import type { ProgressStore } from '../progress-store.ts'

export function sqliteProgress(db: DatabaseSync): ProgressStore {
  const find = db.prepare(
    'SELECT line_index AS line, updated_at AS moment FROM progress WHERE script_id = ? AND uid = ?',
  )
  // A script that is gone takes no progress: a late save must not leave a row that nobody deletes.
  const save = db.prepare(
    `INSERT INTO progress (script_id, uid, line_index, updated_at) SELECT id, ?, ?, ? FROM scripts WHERE id = ?
     ON CONFLICT (script_id, uid) DO UPDATE SET line_index = excluded.line_index, updated_at = excluded.updated_at`,
  )
  const removeOf = db.prepare('DELETE FROM progress WHERE uid = ?')
  return {
    find: async (uid, scriptId) => {
      const row = find.get(scriptId, uid) as { line: number; moment: string } | undefined
      return row && { lastPlayedLineIndex: row.line, lastUpdated: new Date(row.moment) }
    },
    save: async (uid, scriptId, { lastPlayedLineIndex, lastUpdated }) => {
      save.run(uid, lastPlayedLineIndex, lastUpdated.toISOString(), scriptId)
    },
    removeOf: async (uid) => {
      removeOf.run(uid)
    },
  }
}
