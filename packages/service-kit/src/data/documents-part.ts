import type { Document } from 'mongodb'
import { existsSync } from 'node:fs'
import { mkdir, rename } from 'node:fs/promises'
import path from 'node:path'
import { isDeepStrictEqual } from 'node:util'
import { serialize } from 'node:v8'
import { messageOf } from '../http-error.ts'
import { ABSENT, isDuplicateKey, type DocumentCollection, type DocumentDb } from '../stores/documents.ts'
import { openEmbeddedDocuments } from '../stores/embedded-documents.ts'
import { fillingMark, type DocumentsOptions } from '../stores/open-documents.ts'
import type { CopyMoment, DataPart, ExamineOptions, Finding } from './data-part.ts'
import { copySqlite, checkIntegrity } from './sqlite-copy.ts'

/** The documents of a service. A running server's are copied in the order of `collections`. */
export type StoredDocuments = DocumentsOptions & {
  /** Makes the indexes, as the service does at its start. */
  prepare(db: DocumentDb): Promise<void>
  /** Which documents count, where not all of a collection do. */
  counted?: Record<string, Document>
  /** Whether a running server is read before the other parts; else after the last that is. */
  isReadFirst?: boolean
  /** Repairs a copy of a server that was written meanwhile: nothing in it may refer to something that it lacks. */
  copied?(copy: DocumentDb, server: DocumentDb, moment: CopyMoment): Promise<void>
  examine?(db: DocumentDb, options: ExamineOptions): Promise<Finding[]>
}

/** The DataPart of a service that stores documents only. */
export function documentsPart(stored: StoredDocuments): DataPart & { withDb: WithDb } {
  const openCopy = (file: string) => openMigrated(file, stored)
  return {
    schema: stored.migrations.length,
    ...(stored.uri ? onServer(stored.uri, stored) : embedded(stored)),
    async count(file) {
      using copy = openCopy(file)
      const counts: Record<string, number> = {}
      for (const name of Object.keys(stored.collections))
        counts[name] = await copy.db.collection(name).countDocuments(stored.counted?.[name])
      return counts
    },
  }
}

type WithDb = <T>(work: (db: DocumentDb) => Promise<T>) => Promise<T>
type Part = Omit<DataPart, 'schema' | 'count'> & { withDb: WithDb }

function embedded(stored: StoredDocuments): Part {
  const { file } = stored
  /** Opening a file that does not exist creates an empty database. */
  const requireFile = () => {
    if (!existsSync(file))
      throw new Error(`there is no data in ${file}: DATA_DIR names the folder, MONGODB_URI the database`)
  }
  const withDb: WithDb = async (work) => {
    requireFile()
    using opened = openMigrated(file, stored)
    return await work(opened.db)
  }
  return {
    withDb,
    state: async () => ({ documents: existsSync(file) }),
    async copyOut(copy, { held }) {
      requireFile()
      await copySqlite(file, copy, held)
    },
    takeIn: async () => ({
      /** Puts the documents in the place of the database, of which there is none yet. */
      async documents(copy) {
        openMigrated(copy, stored)[Symbol.dispose]()
        const damage = checkIntegrity(copy)
        if (damage.length > 0) throw new Error(`The documents are damaged: ${damage[0]}`)
        await mkdir(path.dirname(file), { recursive: true, mode: 0o700 })
        if (existsSync(file)) throw new Error(`${file} is there already`)
        await rename(copy, file)
      },
    }),
    finish: async () => {},
    empty: async () => {},
    async examine(options) {
      if (!existsSync(file)) return [finding('database that is not there', [file])]
      const damage = finding('damage of the database', checkIntegrity(file))
      // A damaged one must be restored from a backup: nothing else is examined.
      if (damage.found > 0 || !stored.examine) return [damage]
      return [damage, ...(await withDb((db) => stored.examine!(db, options)))]
    },
  }
}

/** Without transactions and snapshots, which a server may not have. */
function onServer(uri: string, stored: StoredDocuments): Part {
  const withDb: WithDb = async (work) => (await mongo()).withMongo(uri, work)
  const names = Object.keys(stored.collections)
  const isThere = async (db: DocumentDb): Promise<boolean> => {
    for (const name of names) if (await db.collection(name).findOne({})) return true
    return false
  }
  const removeAll = async (db: DocumentDb): Promise<void> => {
    for (const name of names) await db.collection(name).deleteMany({})
  }
  return {
    withDb,
    state: () =>
      withDb(async (db) => ({ documents: await isThere(db), filling: await fillingMark(db).find() })),
    async copyOut(file, moment) {
      using copy = openMigrated(file, stored)
      // Not in the transaction, which could not change how far SQLite waits for the disk.
      await stored.prepare(copy.db)
      // A file of our own, which is created again when this fails.
      copy.file.exec('PRAGMA journal_mode = DELETE; PRAGMA synchronous = OFF; BEGIN')
      await withDb(async (server) => {
        if (!stored.isReadFirst) await moment.held()
        for (const name of names) await copyAll(server.collection(name), copy.db.collection(name))
        if (stored.isReadFirst) await moment.held()
        await stored.copied?.(copy.db, server, moment)
      })
      copy.file.exec('COMMIT')
    },
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
        return { documents: (file) => withDb((server) => fill(server, file, stored)) }
      }),
    finish: () => withDb((db) => fillingMark(db).remove()),
    empty: () => withDb(removeAll),
    examine: (options) => withDb(async (db) => (await stored.examine?.(db, options)) ?? []),
  }
}

/** The driver takes a while to load. */
const mongo = () => import('../stores/mongo.ts')

async function fill(server: DocumentDb, file: string, stored: StoredDocuments): Promise<void> {
  using copy = openMigrated(file, stored)
  await stored.prepare(server)
  for (const name of Object.keys(stored.collections))
    await insertAll(copy.db.collection(name), server.collection(name), name)
}

/**
 * A document that changes while a server is read may come twice. One that is removed and added again has two ids: the
 * unique indexes of the copy refuse the second.
 */
export async function copyAll(from: DocumentCollection, to: DocumentCollection): Promise<void> {
  for await (const document of from.find()) {
    const { _id, ...fields } = withPlainId(document)
    try {
      await to.replaceOne({ _id: _id as never }, fields, { upsert: true })
    } catch (error) {
      if (!isDuplicateKey(error)) throw error
    }
  }
}

/** Ids that a server has made itself are texts in a copy. */
const withPlainId = (document: Document): Document => ({ ...document, _id: String(document['_id']) })

const COUNT_AT_ONCE = 500
const BYTES_AT_ONCE = 4 * 1024 ** 2

/** Inserts in batches. Rejects unless each document is read back unchanged. */
export async function insertAll(
  from: DocumentCollection,
  to: Pick<DocumentCollection, 'find' | 'insertMany'>,
  name: string,
): Promise<void> {
  let some: Document[] = []
  let bytes = 0
  const flush = async () => {
    if (some.length === 0) return
    await to.insertMany(some as never[], ABSENT)
    const read = await to.find({ _id: { $in: some.map(({ _id }) => _id as never) } }).toArray()
    const found = new Map(read.map((document) => [String(document._id), document]))
    for (const document of some) {
      const difference = differenceOf(document, found.get(document['_id'] as string))
      if (difference !== undefined)
        throw new Error(`what is in MongoDB is not what was written: ${name}, ${difference}`)
    }
    some = []
    bytes = 0
  }
  for await (const document of from.find()) {
    const size = serialize(document).byteLength
    if (some.length >= COUNT_AT_ONCE || bytes + size > BYTES_AT_ONCE) await flush()
    some.push(document)
    bytes += size
  }
  await flush()
}

/** Which field of a document differs in the other. */
function differenceOf(document: Document, other: Document = {}): string | undefined {
  const fields = new Set([...Object.keys(document), ...Object.keys(other)])
  const field = [...fields].find((one) => !isDeepStrictEqual(document[one], other[one]))
  return field && `document ${String(document['_id'])}, ${field}`
}

const EXAMPLES = 5

const finding = (what: string, examples: string[]): Finding => ({
  what,
  found: examples.length,
  repaired: 0,
  examples: examples.slice(0, EXAMPLES),
})

/** Opens a file of documents, maybe of an older release, which is brought to what this one knows. */
function openMigrated(file: string, { migrations, collections }: StoredDocuments) {
  try {
    const opened = openEmbeddedDocuments(file, migrations, collections)
    return { ...opened, [Symbol.dispose]: () => opened.file.close() }
  } catch (error) {
    throw new Error(`The documents cannot be read: ${messageOf(error)}`, { cause: error })
  }
}
