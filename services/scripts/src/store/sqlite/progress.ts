import type { DatabaseSync } from 'node:sqlite'
import type { Progress, ProgressStore } from '../progress-store.ts'

export function sqliteProgress(db: DatabaseSync): ProgressStore {
  const find = db.prepare(
    'SELECT line_index AS line, page, updated_at AS moment FROM progress WHERE script_id = ? AND uid = ?',
  )
  // A script that is gone takes no progress: a late save must not leave a row that nobody deletes.
  const save = db.prepare(
    `INSERT INTO progress (script_id, uid, line_index, page, updated_at) SELECT id, ?, ?, ?, ? FROM scripts WHERE id = ?
     ON CONFLICT (script_id, uid) DO UPDATE
       SET line_index = excluded.line_index, page = excluded.page, updated_at = excluded.updated_at`,
  )
  const fillPage = db.prepare(
    'UPDATE progress SET page = ? WHERE script_id = ? AND uid = ? AND line_index = ?',
  )
  const removeOf = db.prepare('DELETE FROM progress WHERE uid = ?')
  return {
    find: async (uid, scriptId) => {
      const row = find.get(scriptId, uid) as ProgressRow | undefined
      return row && toProgress(row)
    },
    save: async (uid, scriptId, { lastPlayedLineIndex, page = null, lastUpdated }) => {
      save.run(uid, lastPlayedLineIndex, page, lastUpdated.toISOString(), scriptId)
    },
    fillPage: async (uid, scriptId, lineIndex, page) => {
      fillPage.run(page, scriptId, uid, lineIndex)
    },
    removeOf: async (uid) => {
      removeOf.run(uid)
    },
  }
}

export type ProgressRow = { line: number; page: number | null; moment: string }

export const toProgress = ({ line, page, moment }: ProgressRow): Progress => ({
  lastPlayedLineIndex: line,
  page: page ?? undefined,
  lastUpdated: new Date(moment),
})
