import { sqliteOutages, openSqlite } from '@andscene/service-kit/stores/sqlite'
import { withOutages } from '@andscene/service-kit/stores/store-unavailable'
import type { AudioIndex } from './audio-index.ts'
import { sqliteClips } from './sqlite-clips.ts'
import { LEDGERS_MIGRATION, sqliteLedgers } from './sqlite-ledgers.ts'
import { PEOPLE_MIGRATION, sqlitePeople } from './sqlite-people.ts'
import { ERASED_MIGRATION, sqliteScriptStates } from './sqlite-script-states.ts'

export const MIGRATIONS = [
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
  PEOPLE_MIGRATION,
  ERASED_MIGRATION,
]

/** The embedded index: one file, shared by the API and the workers of this machine. */
export function openSqliteAudioIndex(file: string): AudioIndex {
  const db = openSqlite(file, MIGRATIONS)
  const { ledgers, count } = sqliteLedgers(db)
  const probe = db.prepare('SELECT 1 FROM scripts LIMIT 1')
  const index: AudioIndex = {
    ...ledgers,
    ...sqliteClips(db, count),
    ...sqliteScriptStates(db),
    ...sqlitePeople(db),
    async check() {
      probe.get()
    },
    async close() {
      db.close()
    },
  }
  return withOutages(index, sqliteOutages)
}
