import type { CopyMoment } from '@andscene/service-kit/data/data-part'
import { inserter, type Add } from '@andscene/service-kit/data/inserter'
import { insertAll, rowsOf, type MongoMapping } from '@andscene/service-kit/data/mongo-documents'
import { columnOf, type Table } from '@andscene/service-kit/stores/table'
import type { Db, WithId } from 'mongodb'
import type { DatabaseSync } from 'node:sqlite'
import {
  openMongoAudioIndex,
  type EpochDocument,
  type ErasedDocument,
  type NarrationDocument,
  type TextEpochDocument,
  type VersionDocument,
} from '../storage/mongo-audio-index.ts'
import type { UsageDocument } from '../storage/mongo-ledgers.ts'
import { MIGRATIONS } from '../storage/sqlite-audio-index.ts'
import { CLIPS, CLOSED_PEOPLE, DEFAULT_VOICES, PREVIEWS } from '../storage/tables.ts'

type Document = { _id: string }
type Row = Record<string, string | number | null>

/** A collection whose documents are the rows of a table, with the field `key` as id. */
const rowwise = <T extends object>(table: Table<T>, key: keyof T & string) => ({
  table: table.name,
  /** Clips of older releases have no version. */
  toRow: ({ _id, ...fields }: Document) => table.toRow({ version: 0, ...fields, [key]: _id } as unknown as T),
  query: `SELECT ${columnOf(key)} AS _id,
            ${table.columns(
              '',
              table.fields.filter((field) => field !== key),
            )} FROM ${table.name}`,
})

const ROWWISE = {
  tts_clips: rowwise(CLIPS, 'path'),
  tts_previews: rowwise(PREVIEWS, 'path'),
  tts_closed_people: rowwise(CLOSED_PEOPLE, 'uidHash'),
  tts_default_voices: rowwise(DEFAULT_VOICES, 'uid'),
}

/** Each other collection as a query whose columns are the fields of its documents; an empty column is an absent field. */
const QUERIES = {
  // Also of scripts without an epoch, so that each row has its document.
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
}

/** The audio index in MongoDB as the tables of the embedded one. */
export const TTS_MAPPING: MongoMapping = {
  collections: [...Object.keys(ROWWISE), ...Object.keys(QUERIES)],
  migrations: MIGRATIONS,
  prepare: async (uri) => (await openMongoAudioIndex(uri)).close(),
  copyOut: (server, db, moment) => copyOut(server, db, inserter(db), moment),
  async takeIn(db, server) {
    const queries = {
      ...QUERIES,
      ...Object.fromEntries(Object.entries(ROWWISE).map(([name, { query }]) => [name, query])),
    }
    for (const [name, sql] of Object.entries(queries))
      await insertAll(server.collection(name), documentsOf(rowsOf<Row>(db, sql)))
  },
}

function* documentsOf(rows: Iterable<Row>): Generator<Row & { _id: never }> {
  for (const row of rows)
    yield Object.fromEntries(Object.entries(row).filter(([, value]) => value !== null)) as Row & {
      _id: never
    }
}

/** Copies before scripts are read (`held`), so that no copied one is erased here. Omits those deleted meanwhile. */
async function copyOut(server: Db, db: DatabaseSync, add: Add, moment: CopyMoment): Promise<void> {
  const all = <T extends Document>(name: string) => server.collection<T>(name).find()
  // Marks of erasure first, so that clips of erased scripts are removed below.
  await copyStates(db, add, all)
  for (const [name, { table, toRow }] of Object.entries(ROWWISE))
    for await (const document of all<Document>(name)) add(table, toRow(document))
  for await (const { _id, scriptId, epoch } of all<TextEpochDocument>('tts_text_epochs'))
    add('text_epochs', { script_id: scriptId, text_hash: _id.slice(scriptId.length + 1), epoch })
  const count = db.prepare(
    `INSERT INTO usage VALUES (?, ?, ?)
     ON CONFLICT (owner_id, day) DO UPDATE SET duration_ms = duration_ms + excluded.duration_ms`,
  )
  // Each process counts in a document of its own.
  for await (const { ownerId, day, durationMs } of all<UsageDocument>('tts_usage'))
    count.run(ownerId, day, durationMs)
  await moment.held()
  if (moment.scriptIds) removeClipsOfOthers(db, await moment.scriptIds())
}

type All = <T extends Document>(name: string) => AsyncIterable<WithId<T>>

async function copyStates(db: DatabaseSync, add: Add, all: All): Promise<void> {
  const set = (column: string) => {
    const statement = db.prepare(`UPDATE scripts SET ${column} = ? WHERE script_id = ?`)
    return (scriptId: string, value: number) => {
      add('scripts', { script_id: scriptId })
      statement.run(value, scriptId)
    }
  }
  const [epoch, erased, narratedAt] = [set('epoch'), set('erased'), set('narrated_at')]
  const [version, removed, when] = [set('index_version'), set('removed_version'), set('erased_at')]
  for await (const one of all<EpochDocument>('tts_epochs')) epoch(one._id, one.epoch)
  for await (const one of all<NarrationDocument>('tts_narrations')) narratedAt(one._id, one.narratedAt)
  for await (const one of all<VersionDocument>('tts_versions')) {
    version(one._id, one.version)
    removed(one._id, one.removed ?? 0)
  }
  for await (const { _id, erasedAt } of all<ErasedDocument>('tts_erased')) {
    erased(_id, 1)
    if (erasedAt !== undefined) when(_id, erasedAt)
  }
}

function removeClipsOfOthers(db: DatabaseSync, scriptIds: ReadonlySet<string>): void {
  const remove = db.prepare('DELETE FROM clips WHERE script_id = ?')
  for (const { id } of db
    .prepare('SELECT DISTINCT script_id AS id FROM clips WHERE script_id IS NOT NULL')
    .all())
    if (!scriptIds.has(id as string)) remove.run(id as string)
}
