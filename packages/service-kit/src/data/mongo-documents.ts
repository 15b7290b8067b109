import type { Collection, Db, Document } from 'mongodb'
import { rm } from 'node:fs/promises'
import { DatabaseSync } from 'node:sqlite'
import { withMongo } from '../stores/mongo.ts'
import { openSqlite } from '../stores/sqlite.ts'
import { differences, type Comparison } from './compare-documents.ts'
import type { CopyMoment, DataPart } from './data-part.ts'
import { openMigrated } from './embedded-documents.ts'
import { removeLostRows } from './examine-sqlite.ts'
import { fillingMark } from './filling.ts'
import { countRows } from './rows.ts'

/** How the documents of a service on a MongoDB-compatible server are the tables of its embedded store (decision 0060). */
export type MongoMapping = {
  /** Of this service in the database. */
  collections: readonly string[]
  /** Of the embedded store. */
  migrations: readonly string[]
  /** Makes the indexes, as the service does at its start. */
  prepare(uri: string): Promise<void>
  /** Reads everything into empty tables. Rows of something that is not there may be among them: they go afterwards. */
  copyOut(db: Db, file: DatabaseSync, moment: CopyMoment): Promise<void>
  /** Writes everything into empty collections. */
  takeIn(file: DatabaseSync, db: Db): Promise<void>
  comparison?: Comparison
}

/**
 * The documents of a service with a MongoDB-compatible server; for its DataPart, which examines them itself. It does not
 * rely on transactions or snapshots, which the server may not have.
 */
export function mongoDocuments(uri: string, mapping: MongoMapping): Omit<DataPart, 'examine'> {
  const withDb = <T>(work: (db: Db) => Promise<T>) => withMongo(uri, work)
  const isThere = async (db: Db): Promise<boolean> => {
    for (const name of mapping.collections) if (await db.collection(name).findOne({})) return true
    return false
  }
  const removeAll = async (db: Db): Promise<void> => {
    for (const name of mapping.collections) await db.collection(name).deleteMany({})
  }
  const copyOut = async (file: string, moment: CopyMoment): Promise<void> => {
    using db = openSqlite(file, mapping.migrations)
    // A file of our own, which is created again when this fails.
    db.exec('PRAGMA journal_mode = DELETE; PRAGMA synchronous = OFF; PRAGMA foreign_keys = OFF; BEGIN')
    await withDb((server) => mapping.copyOut(server, db, moment))
    db.exec('COMMIT; PRAGMA foreign_keys = ON')
    removeLostRows(db)
  }

  const writeAll = async (file: string): Promise<void> => {
    using db = openMigrated(file, mapping.migrations)
    // Damage of an embedded store, which no other copy would have.
    removeLostRows(db)
    await withDb((server) => mapping.takeIn(db, server))
  }
  /** Rejects unless each row is read back as it is in the file. */
  const takeIn = async (file: string): Promise<void> => {
    await mapping.prepare(uri)
    await writeAll(file)
    const stored = `${file}.stored`
    try {
      await copyOut(stored, { held: async () => {}, scriptIds: undefined })
      const [first] = differences(file, stored, mapping.comparison)
      if (first !== undefined) throw new Error(`what is in MongoDB is not what was written: ${first}`)
    } finally {
      await rm(stored, { force: true })
    }
  }

  return {
    schema: mapping.migrations.length,
    copyOut,
    count: async (file) => countRows(file),
    state: () =>
      withDb(async (db) => ({ documents: await isThere(db), filling: await fillingMark(db).find() })),
    /** Removes what an interrupted restore left: it starts again from the beginning. */
    takeIn: (from) =>
      withDb(async (db) => {
        const mark = fillingMark(db)
        const known = await mark.find()
        if (known !== undefined && known !== from)
          throw new Error('the database is being filled from something else')
        if (known === undefined && (await isThere(db)))
          throw new Error('there is data in the database of MONGODB_URI already')
        if (known === undefined) await mark.set(from)
        await removeAll(db)
        return { documents: takeIn }
      }),
    finish: () => withDb((db) => fillingMark(db).remove()),
    empty: () => withDb(removeAll),
  }
}

const COUNT_AT_ONCE = 500
const BYTES_AT_ONCE = 4 * 1024 ** 2

/** Inserts documents in batches of some hundreds; `bytesOf` returns the size of a large document. */
export async function insertAll<T extends Document>(
  collection: Collection<T>,
  documents: Iterable<T>,
  bytesOf: (document: T) => number = () => 0,
): Promise<void> {
  let some: T[] = []
  let bytes = 0
  const flush = async () => {
    // Fields without a value are not written: the driver would write null.
    if (some.length > 0) await collection.insertMany(some as never[], { ignoreUndefined: true })
    some = []
    bytes = 0
  }
  for (const document of documents) {
    const more = bytesOf(document)
    if (some.length >= COUNT_AT_ONCE || bytes + more > BYTES_AT_ONCE) await flush()
    some.push(document)
    bytes += more
  }
  await flush()
}

/** The rows of a query, one at a time. */
export const rowsOf = <Row>(db: DatabaseSync, sql: string): Iterable<Row> =>
  db.prepare(sql).iterate() as Iterable<Row>
