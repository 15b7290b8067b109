import type { ListedScript } from '../script-store.ts'
import { inTransaction } from '@andscene/service-kit/stores/sqlite'
import type { DatabaseSync } from 'node:sqlite'
import type { Hearing, Progress, ProgressStore } from '../progress-store.ts'

export function sqliteProgress(db: DatabaseSync): ProgressStore {
  const find = db.prepare(
    'SELECT line_index AS line, page, updated_at AS moment FROM progress WHERE script_id = ? AND uid = ?',
  )
  // A deleted script takes no progress: a late save must not leave an orphaned row.
  const save = db.prepare(
    `INSERT INTO progress (script_id, uid, line_index, furthest, page, updated_at)
     SELECT id, :uid, :line, :line, :page, :moment FROM scripts WHERE id = :scriptId
     ON CONFLICT (script_id, uid) DO UPDATE
       SET line_index = excluded.line_index, furthest = max(furthest, excluded.furthest), page = excluded.page,
           updated_at = excluded.updated_at`,
  )
  const hearings = db.prepare(
    `SELECT uid, furthest AS furthestLineIndex, updated_at AS moment FROM progress
     WHERE script_id = ? AND furthest >= 0`,
  )
  const fillPage = db.prepare(
    'UPDATE progress SET page = ? WHERE script_id = ? AND uid = ? AND line_index = ?',
  )
  const copy = db.prepare(
    `INSERT INTO progress (script_id, uid, line_index, furthest, page, updated_at)
     SELECT script_id, :uid, line_index, furthest, page, updated_at FROM progress
     WHERE script_id = :scriptId AND uid = :guestId
     ON CONFLICT (script_id, uid) DO UPDATE
       SET line_index = iif(excluded.updated_at > updated_at, excluded.line_index, line_index),
           page = iif(excluded.updated_at > updated_at, excluded.page, page),
           furthest = max(furthest, excluded.furthest), updated_at = max(updated_at, excluded.updated_at)`,
  )
  const removeOf = db.prepare('DELETE FROM progress WHERE uid = ?')
  return {
    find: async (uid, scriptId) => {
      const row = find.get(scriptId, uid) as ProgressRow | undefined
      return row && toProgress(row)
    },
    save: async (uid, scriptId, { lastPlayedLineIndex, page = null, lastUpdated }) => {
      save.run({ uid, line: lastPlayedLineIndex, page, moment: lastUpdated.toISOString(), scriptId })
    },
    hearings: async (scriptId) =>
      (hearings.all(scriptId) as HearingRow[]).map(({ moment, ...heard }) => ({
        ...heard,
        lastUpdated: new Date(moment),
      })),
    fillPage: async (uid, scriptId, lineIndex, page) => {
      fillPage.run(page, scriptId, uid, lineIndex)
    },
    handOver: async (scriptId, guestId, uid) =>
      inTransaction(db, () => {
        copy.run({ scriptId, guestId, uid })
        removeOf.run(guestId)
      }),
    removeOf: async (uid) => {
      removeOf.run(uid)
    },
  }
}

type HearingRow = Omit<Hearing, 'lastUpdated'> & { moment: string }
export type ProgressRow = { line: number; page: number | null; moment: string }

export const toProgress = ({ line, page, moment }: ProgressRow): Progress => ({
  lastPlayedLineIndex: line,
  page: page ?? undefined,
  lastUpdated: new Date(moment),
})

/** The fields of a script in a list, joined with a user's progress. */
export const LISTED = `scripts.id AS _id, title, character_count AS characterCount, pages, line_count AS lineCount,
  uploaded_at AS uploadedAt, cast_count AS castCount, line_index AS line, page, updated_at AS moment`

export type ListRow = Omit<ListedScript, 'lastPlayed'> & (ProgressRow | Record<keyof ProgressRow, null>)

export const toListed = ({ line, page, moment, ...item }: ListRow): ListedScript =>
  line === null ? item : { ...item, lastPlayed: toProgress({ line, page, moment }) }
