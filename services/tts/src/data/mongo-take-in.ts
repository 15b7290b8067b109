import { insertAll, rowsOf } from '@andscene/service-kit/data/mongo-documents'
import type { Db } from 'mongodb'
import type { DatabaseSync } from 'node:sqlite'

/** Each collection as a query whose columns are the fields of its documents; an empty column is an absent field. */
const QUERIES = {
  tts_clips: `SELECT path AS _id, script_id AS scriptId, content_type AS contentType, voice_id AS voiceId,
                text_hash AS textHash, duration_ms AS durationMs, bytes, last_updated AS lastUpdated, version FROM clips`,
  // Also of one without any epoch yet, so that each row has its document.
  tts_epochs: 'SELECT script_id AS _id, epoch FROM scripts',
  tts_versions: `SELECT script_id AS _id, index_version AS version, removed_version AS removed FROM scripts
                 WHERE index_version > 0 OR removed_version > 0`,
  tts_erased: 'SELECT script_id AS _id, erased_at AS erasedAt FROM scripts WHERE erased = 1',
  tts_narrations:
    'SELECT script_id AS _id, narrated_at AS narratedAt FROM scripts WHERE narrated_at IS NOT NULL',
  // Ids of scripts hold no dot.
  tts_text_epochs: `SELECT script_id || '.' || text_hash AS _id, script_id AS scriptId, epoch FROM text_epochs`,
  tts_usage: `SELECT day || ' ' || owner_id || ' moved' AS _id, owner_id AS ownerId, day, duration_ms AS durationMs
              FROM usage`,
  tts_previews: 'SELECT path AS _id, bytes, used_at AS usedAt FROM previews',
  tts_closed_people: 'SELECT uid_hash AS _id, closed_at AS closedAt FROM closed_people',
  tts_default_voices: 'SELECT uid AS _id, voice_id AS voiceId FROM default_voices',
} as const

/** Writes the tables of the embedded index into empty collections. */
export async function takeIn(db: DatabaseSync, server: Db): Promise<void> {
  for (const [name, sql] of Object.entries(QUERIES))
    await insertAll(server.collection(name), documentsOf(rowsOf<Row>(db, sql)))
}

type Row = Record<string, string | number | null>

function* documentsOf(rows: Iterable<Row>): Generator<Row & { _id: never }> {
  for (const row of rows)
    yield Object.fromEntries(Object.entries(row).filter(([, value]) => value !== null)) as Row & {
      _id: never
    }
}
