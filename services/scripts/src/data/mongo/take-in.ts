import { insertAll, rowsOf } from '@andscene/service-kit/data/mongo-documents'
import type { Db } from 'mongodb'
import type { DatabaseSync } from 'node:sqlite'
import {
  AT_NO_TIME,
  AT_ONCE,
  fromCasting,
  type ClosedAccountDocument,
  type PreferencesDocument,
  type ProgressDocument,
  type ScriptDocument,
} from '../../store/mongo/documents.ts'
import { CHANGES_COLUMN, toChanges } from '../../store/sqlite/castings.ts'
import type { RecordOf } from '@andscene/service-kit/stores/table'
import { SCRIPTS } from '../../store/tables.ts'
import type { FileDocument } from '../../store/mongo/script-files.ts'
import { takeInNotes } from './take-in-notes.ts'
import { takeInShares } from './take-in-shares.ts'

/** Writes the tables of the embedded store into empty collections: what belongs to scripts first, and the scripts last. */
export async function takeIn(db: DatabaseSync, server: Db): Promise<void> {
  await insertAll(server.collection<FileDocument>('script_files'), files(db), ({ file }) => file.byteLength)
  await insertAll(server.collection<ProgressDocument>('progress'), progress(db))
  await insertAll(server.collection<PreferencesDocument>('preferences'), preferences(db))
  await insertAll(server.collection<ClosedAccountDocument>('closed_accounts'), closedAccounts(db))
  await takeInShares(db, server)
  await takeInNotes(db, server)
  const scripts = server.collection<ScriptDocument>('scripts')
  await insertAll(scripts, cancelled(db))
  await insertAll(scripts, deleted(db))
  await insertAll(scripts, alive(db), ({ lines = '' }) => lines.length)
}

function* files(db: DatabaseSync): Generator<FileDocument> {
  const rows = rowsOf<{ script_id: string; file: Uint8Array }>(db, 'SELECT * FROM script_files')
  for (const { script_id, file } of rows) yield { _id: script_id, file }
}

type PlaceRow = {
  script_id: string
  uid: string
  line_index: number
  updated_at: string
  page: number | null
  furthest: number
}

function* progress(db: DatabaseSync): Generator<ProgressDocument> {
  for (const row of rowsOf<PlaceRow>(db, 'SELECT * FROM progress'))
    yield {
      scriptId: row.script_id,
      uid: row.uid,
      lastPlayedLineIndex: row.line_index,
      furthest: row.furthest,
      page: row.page,
      pageOf: row.line_index,
      lastUpdated: new Date(row.updated_at),
    }
}

function* preferences(db: DatabaseSync): Generator<PreferencesDocument> {
  for (const { uid, value } of rowsOf<{ uid: string; value: string }>(db, 'SELECT * FROM preferences'))
    yield { uid, preferences: JSON.parse(value) as PreferencesDocument['preferences'] }
}

type ClosedRow = { uid_hash: string; uid: string | null; request_id: string | null; closed_at: number }

function* closedAccounts(db: DatabaseSync): Generator<ClosedAccountDocument> {
  for (const row of rowsOf<ClosedRow>(db, 'SELECT * FROM closed_accounts'))
    yield {
      _id: row.uid_hash,
      ...(row.uid !== null && { uid: row.uid }),
      ...(row.request_id !== null && { requestId: row.request_id }),
      closedAt: new Date(row.closed_at),
    }
}

type CancelledRow = { upload_key: string; cancelled_at: number; owner_id: string }

function* cancelled(db: DatabaseSync): Generator<ScriptDocument> {
  for (const row of rowsOf<CancelledRow>(db, 'SELECT * FROM cancelled_uploads'))
    yield {
      _id: `cancelled ${row.upload_key}`,
      uploadKey: row.upload_key,
      castingVersion: 0,
      pendingSince: AT_NO_TIME,
      cancelledAt: new Date(row.cancelled_at),
      cancelledBy: row.owner_id,
    }
}

type CommandRow = { script_id: string; mark: number; request_id: string; due_at: number }

function* deleted(db: DatabaseSync): Generator<ScriptDocument> {
  for (const row of rowsOf<CommandRow>(db, `SELECT * FROM pending_commands WHERE kind = 'deleted'`))
    yield {
      _id: row.script_id,
      uploadKey: row.script_id,
      castingVersion: row.mark,
      pendingSince: pendingSince(row.due_at),
      pendingKind: 'deleted',
      pendingRequestId: row.request_id,
    }
}

type Pending = { lines?: string; castingChanges: string; requestId?: string; dueAt: number }

function* alive(db: DatabaseSync): Generator<ScriptDocument> {
  const rows = rowsOf<object>(
    db,
    `SELECT ${SCRIPTS.columns()}, lines, ${CHANGES_COLUMN}, request_id AS requestId, due_at AS dueAt FROM scripts
       LEFT JOIN script_lines ON script_lines.script_id = id
       LEFT JOIN pending_commands ON pending_commands.script_id = id AND kind = 'casting'`,
  )
  for (const row of rows) {
    const {
      id,
      casting,
      castCount: _castCount,
      castingChanges,
      pageStarts,
      requestId,
      dueAt,
      ...script
    } = SCRIPTS.fromRow<RecordOf<typeof SCRIPTS> & Pending>(row)
    yield {
      _id: id,
      ...script,
      casting: fromCasting(casting),
      castingChanges: toChanges(castingChanges),
      pageStarts: pageStarts && JSON.stringify(pageStarts),
      ...(requestId === undefined
        ? { pendingSince: AT_NO_TIME }
        : { pendingSince: pendingSince(dueAt), pendingKind: 'casting', pendingRequestId: requestId }),
    }
  }
}

const pendingSince = (dueAt: number): Date => (dueAt === 0 ? AT_ONCE : new Date(dueAt))
