import { inTransaction, openSqlite } from '@andscene/service-kit/sqlite'
import type { AudioIndex, StoredClip } from './audio-index.ts'
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
]

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
  const put = db.prepare(
    `INSERT OR REPLACE INTO clips
       (path, script_id, content_type, voice_id, text_hash, duration_ms, bytes, last_updated)
     VALUES (?, ?, ?, ?, ?, ?, ?, ?)`,
  )
  const remove = db.prepare('DELETE FROM clips WHERE path = ?')
  const removeScript = db.prepare('DELETE FROM clips WHERE script_id = ?')
  const stateOf = db.prepare('SELECT epoch, erased FROM scripts WHERE script_id = ?')
  const raiseEpoch = db.prepare(
    `INSERT INTO scripts (script_id, epoch, erased) VALUES (?1, 1, ?2)
     ON CONFLICT (script_id) DO UPDATE SET epoch = epoch + 1, erased = max(erased, ?2), narrated_at = NULL`,
  )
  const open = db.prepare(
    `INSERT INTO scripts (script_id, narrated_at) VALUES (?1, ?2)
     ON CONFLICT (script_id) DO UPDATE SET narrated_at = ?2 WHERE erased = 0`,
  )
  const closeNarration = db.prepare('UPDATE scripts SET narrated_at = NULL WHERE script_id = ?')
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
    ofScript: async (scriptId) => (ofScript.all(scriptId) as ClipColumns[]).map(toClip),
    async put(clip, usedBy) {
      inTransaction(db, () => {
        put.run(
          clip.path,
          clip.scriptId ?? null,
          clip.contentType,
          clip.voiceId,
          clip.textHash,
          clip.durationMs,
          clip.bytes,
          clip.lastUpdated,
        )
        if (usedBy) count(usedBy, clip.durationMs)
      })
    },
    async remove(paths) {
      inTransaction(db, () => {
        for (const path of paths) remove.run(path)
      })
    },
    async removeScript(scriptId) {
      removeScript.run(scriptId)
    },
    async stateOf(scriptId) {
      const row = stateOf.get(scriptId) as { epoch: number; erased: number } | undefined
      return { epoch: row?.epoch ?? 0, erased: row?.erased === 1 }
    },
    async raiseEpoch(scriptId, { erased }) {
      raiseEpoch.run(scriptId, erased ? 1 : 0)
    },
    async openNarration(scriptId, at) {
      open.run(scriptId, at)
    },
    async closeNarration(scriptId) {
      closeNarration.run(scriptId)
    },
    claimNarrations: async (before, now, limit) =>
      (claim.all(before, now, limit) as { script_id: string }[]).map((row) => row.script_id),
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
