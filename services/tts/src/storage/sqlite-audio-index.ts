import { inTransaction, openSqlite } from '@andscene/service-kit/sqlite'
import { setImmediate as nextTurn } from 'node:timers/promises'
import { newVersion, type AudioIndex, type ClipsVersion, type StoredClip } from './audio-index.ts'
import { LEDGERS_MIGRATION, sqliteLedgers } from './sqlite-ledgers.ts'

const MIGRATIONS = [
  `CREATE TABLE clips (
     path TEXT PRIMARY KEY,
     script_id TEXT,
     content_type TEXT NOT NULL,
     voice_id TEXT NOT NULL,
     text_hash TEXT NOT NULL,
     duration_ms REAL NOT NULL,
     bytes INTEGER NOT NULL,
     last_updated TEXT NOT NULL
   ) STRICT, WITHOUT ROWID;
   CREATE INDEX clips_by_script ON clips (script_id) WHERE script_id IS NOT NULL;
   CREATE TABLE scripts (
     script_id TEXT PRIMARY KEY,
     epoch INTEGER NOT NULL DEFAULT 0,
     erased INTEGER NOT NULL DEFAULT 0,
     narrated_at INTEGER
   ) STRICT, WITHOUT ROWID;
   CREATE INDEX narrations ON scripts (narrated_at) WHERE narrated_at IS NOT NULL;
   CREATE TABLE default_voices (uid TEXT PRIMARY KEY, voice_id TEXT NOT NULL) STRICT, WITHOUT ROWID;`,
  LEDGERS_MIGRATION,
  `ALTER TABLE scripts ADD COLUMN index_version INTEGER NOT NULL DEFAULT 0;
   CREATE INDEX clips_by_text ON clips (script_id, text_hash) WHERE script_id IS NOT NULL;
   CREATE TABLE text_epochs (
     script_id TEXT NOT NULL,
     text_hash TEXT NOT NULL,
     epoch INTEGER NOT NULL,
     PRIMARY KEY (script_id, text_hash)
   ) STRICT, WITHOUT ROWID;`,
  `ALTER TABLE clips ADD COLUMN version INTEGER NOT NULL DEFAULT 0;
   ALTER TABLE scripts ADD COLUMN removed_version INTEGER NOT NULL DEFAULT 0;
   CREATE INDEX clips_by_version ON clips (script_id, version) WHERE script_id IS NOT NULL;`,
]

/** Paths read in one go: about a millisecond. */
const PATHS_AT_ONCE = 500
/** Rows removed in one go: some milliseconds, in which no other process can write. */
const ROWS_AT_ONCE = 500

type ClipColumns = {
  path: string
  script_id: string | null
  content_type: string
  voice_id: string
  text_hash: string
  duration_ms: number
  bytes: number
  last_updated: string
}

/** The embedded index: one file, shared by the API and the workers of this machine. */
export function openSqliteAudioIndex(file: string): AudioIndex {
  const db = openSqlite(file, MIGRATIONS)
  const find = db.prepare('SELECT * FROM clips WHERE path = ?')
  const ofScript = db.prepare('SELECT * FROM clips WHERE script_id = ?')
  const pageOf = db.prepare('SELECT * FROM clips WHERE script_id = ? AND path > ? ORDER BY path LIMIT ?')
  const put = db.prepare(
    `INSERT OR REPLACE INTO clips
       (path, script_id, content_type, voice_id, text_hash, duration_ms, bytes, last_updated, version)
     VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?)`,
  )
  const pathsOf = db.prepare(
    `SELECT path, version FROM clips WHERE script_id = ? AND (version, path) > (?, ?)
     ORDER BY version, path LIMIT ?`,
  )
  const ofTexts = db.prepare(
    'SELECT * FROM clips WHERE script_id = ? AND text_hash IN (SELECT value FROM json_each(?))',
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
  const stateOf = db.prepare('SELECT epoch, erased FROM scripts WHERE script_id = ?')
  const raiseEpoch = db.prepare(
    `INSERT INTO scripts (script_id, epoch, erased) VALUES (?1, 1, ?2)
     ON CONFLICT (script_id) DO UPDATE SET epoch = epoch + 1, erased = max(erased, ?2), narrated_at = NULL`,
  )
  const textEpoch = db.prepare('SELECT epoch FROM text_epochs WHERE script_id = ? AND text_hash = ?')
  const raiseTextEpoch = db.prepare(
    `INSERT INTO text_epochs (script_id, text_hash, epoch) VALUES (?, ?, 1)
     ON CONFLICT (script_id, text_hash) DO UPDATE SET epoch = epoch + 1`,
  )
  const dropTextEpochs = db.prepare('DELETE FROM text_epochs WHERE script_id = ?')
  const open = db.prepare(
    `INSERT INTO scripts (script_id, narrated_at) VALUES (?1, ?2)
     ON CONFLICT (script_id) DO UPDATE SET narrated_at = ?2 WHERE erased = 0`,
  )
  const closeNarration = db.prepare(
    'UPDATE scripts SET narrated_at = NULL WHERE script_id = ? AND narrated_at = ?',
  )
  const isClaimable = db.prepare('SELECT 1 FROM scripts WHERE narrated_at < ? LIMIT 1')
  const claim = db.prepare(
    `UPDATE scripts SET narrated_at = ?2 WHERE script_id IN
       (SELECT script_id FROM scripts WHERE narrated_at < ?1 ORDER BY narrated_at LIMIT ?3)
     RETURNING script_id`,
  )
  const defaultVoice = db.prepare('SELECT voice_id FROM default_voices WHERE uid = ?')
  const setDefaultVoice = db.prepare('INSERT OR REPLACE INTO default_voices (uid, voice_id) VALUES (?, ?)')

  const { ledgers, count } = sqliteLedgers(db)

  return {
    ...ledgers,
    async find(path) {
      const row = find.get(path)
      return row ? toClip(row as ClipColumns) : undefined
    },
    ofScript: async (scriptId, page) =>
      (
        (page ? pageOf.all(scriptId, page.after ?? '', page.limit) : ofScript.all(scriptId)) as ClipColumns[]
      ).map(toClip),
    async *pathsOf(scriptId, since = 0) {
      for (let last = { version: since, path: '' }; ;) {
        const rows = pathsOf.all(scriptId, last.version, last.path, PATHS_AT_ONCE) as (typeof last)[]
        if (rows.length > 0) yield rows.map(({ path }) => path)
        if (rows.length < PATHS_AT_ONCE) return
        last = rows.at(-1)!
      }
    },
    ofTexts: async (scriptId, textHashes) =>
      (ofTexts.all(scriptId, JSON.stringify(textHashes)) as ClipColumns[]).map(toClip),
    versionOf: async (scriptId) =>
      (version.get(scriptId) as ClipsVersion | undefined) ?? { changed: 0, removed: 0 },
    async put(clip, usedBy) {
      inTransaction(db, () => {
        const now = newVersion()
        put.run(
          clip.path,
          clip.scriptId ?? null,
          clip.contentType,
          clip.voiceId,
          clip.textHash,
          clip.durationMs,
          clip.bytes,
          clip.lastUpdated,
          now,
        )
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
    async stateOf(scriptId, textHash) {
      const row = stateOf.get(scriptId) as { epoch: number; erased: number } | undefined
      const text =
        textHash === undefined
          ? undefined
          : (textEpoch.get(scriptId, textHash) as { epoch: number } | undefined)
      return { epoch: row?.epoch ?? 0, textEpoch: text?.epoch ?? 0, erased: row?.erased === 1 }
    },
    async raiseEpoch(scriptId, { erased }) {
      inTransaction(db, () => {
        raiseEpoch.run(scriptId, erased ? 1 : 0)
        dropTextEpochs.run(scriptId)
      })
    },
    async raiseTextEpoch(scriptId, textHash) {
      raiseTextEpoch.run(scriptId, textHash)
    },
    async openNarration(scriptId, at) {
      open.run(scriptId, at)
    },
    async closeNarration(scriptId, openedAt) {
      closeNarration.run(scriptId, openedAt)
    },
    async claimNarrations(before, now, limit) {
      // A write takes the lock of all writers even when it finds nothing.
      if (!isClaimable.get(before)) return []
      return (claim.all(before, now, limit) as { script_id: string }[]).map((row) => row.script_id)
    },
    async defaultVoice(uid) {
      return (defaultVoice.get(uid) as { voice_id: string } | undefined)?.voice_id
    },
    async setDefaultVoice(uid, voiceId) {
      setDefaultVoice.run(uid, voiceId)
    },
    async check() {
      stateOf.get('')
    },
    async close() {
      db.close()
    },
  }
}

const toClip = (row: ClipColumns): StoredClip => ({
  path: row.path,
  ...(row.script_id === null ? {} : { scriptId: row.script_id }),
  contentType: row.content_type,
  voiceId: row.voice_id,
  textHash: row.text_hash,
  durationMs: row.duration_ms,
  bytes: row.bytes,
  lastUpdated: row.last_updated,
})
