import { inTransaction } from '@andscene/service-kit/stores/sqlite'
import type { DatabaseSync } from 'node:sqlite'
import { setImmediate as nextTurn } from 'node:timers/promises'
import { newVersion, type Clips, type ClipsVersion, type StoredClip } from './audio-index.ts'
import type { SqliteLedgers } from './sqlite-ledgers.ts'
import { CLIPS } from './tables.ts'

/** Paths read in one go: about a millisecond. */
const PATHS_AT_ONCE = 500
/** Rows removed in one go: some milliseconds, in which no other process can write. */
const ROWS_AT_ONCE = 500

const CLIP = CLIPS.columns(
  '',
  CLIPS.fields.filter((field) => field !== 'version'),
)
const toClip = (row: object) => CLIPS.fromRow<StoredClip>(row)

/** `count` is called within the transaction of a clip that is put. */
export function sqliteClips(db: DatabaseSync, count: SqliteLedgers['count']): Clips {
  const find = db.prepare(`SELECT ${CLIP} FROM clips WHERE path = ?`)
  const ofScript = db.prepare(`SELECT ${CLIP} FROM clips WHERE script_id = ?`)
  const pageOf = db.prepare(
    `SELECT ${CLIP} FROM clips WHERE script_id = ? AND path > ? ORDER BY path LIMIT ?`,
  )
  const everyClip = db.prepare(`SELECT ${CLIP} FROM clips WHERE path > ? ORDER BY path LIMIT ?`)
  const put = db.prepare(`INSERT OR REPLACE INTO ${CLIPS.into} VALUES (${CLIPS.parameters})`)
  const pathsOf = db.prepare(
    `SELECT path, version FROM clips WHERE script_id = ? AND (version, path) > (?, ?)
     ORDER BY version, path LIMIT ?`,
  )
  const ofTexts = db.prepare(
    `SELECT ${CLIP} FROM clips WHERE script_id = ? AND text_hash IN (SELECT value FROM json_each(?))`,
  )
  const version = db.prepare(
    'SELECT index_version AS changed, removed_version AS removed FROM scripts WHERE script_id = ?',
  )
  const noteChanged = db.prepare(
    `INSERT INTO scripts (script_id, index_version) VALUES (?1, ?2)
     ON CONFLICT (script_id) DO UPDATE SET index_version = ?2`,
  )
  const noteRemoved = db.prepare(
    `INSERT INTO scripts (script_id, index_version, removed_version) VALUES (?1, ?2, ?2)
     ON CONFLICT (script_id) DO UPDATE SET index_version = ?2, removed_version = ?2`,
  )
  const remove = db.prepare('DELETE FROM clips WHERE path = ? RETURNING script_id')
  const removeSome = db.prepare(
    'DELETE FROM clips WHERE path IN (SELECT path FROM clips WHERE script_id = ? LIMIT ?)',
  )

  return {
    async find(path) {
      const row = find.get(path)
      return row && toClip(row)
    },
    ofScript: async (scriptId, page) =>
      (page ? pageOf.all(scriptId, page.after ?? '', page.limit) : ofScript.all(scriptId)).map(toClip),
    async *pathsOf(scriptId, since = 0) {
      for (let last = { version: since, path: '' }; ;) {
        const rows = pathsOf.all(scriptId, last.version, last.path, PATHS_AT_ONCE) as (typeof last)[]
        if (rows.length > 0) yield rows.map(({ path }) => path)
        if (rows.length < PATHS_AT_ONCE) return
        last = rows.at(-1)!
      }
    },
    ofTexts: async (scriptId, textHashes) => ofTexts.all(scriptId, JSON.stringify(textHashes)).map(toClip),
    async *everyClip() {
      for (let after = ''; ;) {
        const clips = everyClip.all(after, PATHS_AT_ONCE).map(toClip)
        if (clips.length > 0) yield clips
        if (clips.length < PATHS_AT_ONCE) return
        after = clips.at(-1)!.path
      }
    },
    versionOf: async (scriptId) =>
      (version.get(scriptId) as ClipsVersion | undefined) ?? { changed: 0, removed: 0 },
    async put(clip, usedBy) {
      inTransaction(db, () => {
        const now = newVersion()
        put.run(CLIPS.toParameters({ ...clip, version: now }))
        if (clip.scriptId !== undefined) noteChanged.run(clip.scriptId, now)
        if (usedBy) count(usedBy, clip.durationMs)
      })
    },
    async remove(paths) {
      inTransaction(db, () => {
        const removed = paths.flatMap((path) => remove.all(path) as { script_id: string | null }[])
        for (const scriptId of new Set(removed.map((row) => row.script_id)))
          if (scriptId !== null) noteRemoved.run(scriptId, newVersion())
      })
    },
    async removeScript(scriptId) {
      const removeNext = () =>
        inTransaction(db, () => {
          noteRemoved.run(scriptId, newVersion())
          return removeSome.run(scriptId, ROWS_AT_ONCE).changes
        })
      while (removeNext() === ROWS_AT_ONCE) await nextTurn()
    },
  }
}
