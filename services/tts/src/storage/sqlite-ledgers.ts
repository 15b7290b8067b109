import type { DatabaseSync } from 'node:sqlite'
import { uidHash } from './audio-index.ts'
import type { PreviewLedger, UsageKey, UsageLedger } from './ledgers.ts'
import { PREVIEWS } from './tables.ts'

/** Previews from before have never been heard of: they are the first to go. */
export const LEDGERS_MIGRATION = `
  CREATE TABLE usage (
    owner_id TEXT NOT NULL,
    day TEXT NOT NULL,
    duration_ms REAL NOT NULL,
    PRIMARY KEY (owner_id, day)
  ) STRICT, WITHOUT ROWID;
  CREATE INDEX usage_by_day ON usage (day);
  CREATE TABLE previews (
    path TEXT PRIMARY KEY,
    bytes INTEGER NOT NULL,
    used_at INTEGER NOT NULL
  ) STRICT, WITHOUT ROWID;
  CREATE INDEX previews_by_use ON previews (used_at, bytes);
  INSERT INTO previews (path, bytes, used_at) SELECT path, bytes, 0 FROM clips WHERE script_id IS NULL;`

export type SqliteLedgers = {
  ledgers: UsageLedger & PreviewLedger
  /** addUsage within a transaction of the caller's. */
  count: (use: UsageKey, durationMs: number) => void
}

export function sqliteLedgers(db: DatabaseSync): SqliteLedgers {
  const usage = db.prepare('SELECT duration_ms FROM usage WHERE owner_id = ? AND day = ?')
  const addUsage = db.prepare(
    `INSERT INTO usage (owner_id, day, duration_ms)
     SELECT ?1, ?2, ?3 WHERE NOT EXISTS (SELECT 1 FROM closed_people WHERE uid_hash = ?4)
     ON CONFLICT (owner_id, day) DO UPDATE SET duration_ms = duration_ms + ?3`,
  )
  const isOver = db.prepare('SELECT 1 FROM usage WHERE day < ? LIMIT 1')
  const forgetUsage = db.prepare('DELETE FROM usage WHERE day < ?')
  const note = db.prepare(`INSERT OR REPLACE INTO ${PREVIEWS.into} VALUES (${PREVIEWS.parameters})`)
  const isDue = db.prepare('SELECT 1 FROM previews WHERE path = ? AND used_at < ?')
  const noteUse = db.prepare('UPDATE previews SET used_at = ?2 WHERE path = ?1 AND used_at < ?3')
  const oldest = db.prepare(`SELECT ${PREVIEWS.columns()} FROM previews ORDER BY used_at LIMIT ?`)
  const total = db.prepare('SELECT coalesce(sum(bytes), 0) AS bytes FROM previews')
  const forget = db.prepare('DELETE FROM previews WHERE path = ? AND used_at = ?')

  const count: SqliteLedgers['count'] = ({ ownerId, day }, durationMs) => {
    addUsage.run(ownerId, day, durationMs, uidHash(ownerId))
  }
  const ledgers: SqliteLedgers['ledgers'] = {
    usage: async ({ ownerId, day }) =>
      (usage.get(ownerId, day) as { duration_ms: number } | undefined)?.duration_ms ?? 0,
    addUsage: async (use, durationMs) => count(use, durationMs),
    // Here and below reading comes first: a write takes the lock of all writers even when it finds nothing.
    async forgetUsage(beforeDay) {
      if (isOver.get(beforeDay)) forgetUsage.run(beforeDay)
    },
    async notePreview(preview) {
      note.run(PREVIEWS.toParameters(preview))
    },
    async usePreview(path, usedAt, unlessSince) {
      if (isDue.get(path, unlessSince)) noteUse.run(path, usedAt, unlessSince)
    },
    oldestPreviews: async (limit) => oldest.all(limit).map((row) => PREVIEWS.fromRow(row)),
    previewBytes: async () => (total.get() as { bytes: number }).bytes,
    async forgetPreview({ path, usedAt }) {
      forget.run(path, usedAt)
    },
  }
  return { ledgers, count }
}
