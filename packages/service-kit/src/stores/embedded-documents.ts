import type {
  Document,
  Filter,
  InferIdType,
  OptionalUnlessRequiredId,
  UpdateFilter,
  WithId,
  WithoutId,
} from 'mongodb'
import { randomBytes } from 'node:crypto'
import type { DatabaseSync, SQLInputValue, StatementSync } from 'node:sqlite'
import {
  conditionOf,
  indexedBy,
  hasOperators,
  type CollectionOptions,
  type CollectionTables,
  type Condition,
} from './document-filters.ts'
import {
  applyUpdate,
  decodeText,
  encodeText,
  fieldsOf,
  isWithin,
  project,
  setAt,
  valueAt,
  without,
  type Projection,
} from './document-values.ts'
import type { DocumentCollection, DocumentCursor, DocumentDb, OpenDocuments, Order } from './documents.ts'
import { inTransaction, openSqlite, sqliteOutages } from './sqlite.ts'

/** All collections of a service, by name. */
export type Collections = Readonly<Record<string, CollectionOptions>>

/** Opens documents in an embedded database, like openSqlite. */
export function openEmbeddedDocuments(
  file: string,
  migrations: readonly string[],
  collections: Collections,
): OpenDocuments & { file: DatabaseSync } {
  const db = openSqlite(file, migrations)
  const ping = db.prepare('SELECT 1')
  return {
    db: embeddedDb(db, collections),
    file: db,
    outages: sqliteOutages,
    ping: async () => {
      ping.get()
    },
    close: async () => db.close(),
  }
}

/** Collections in an open database. Each has its own table, which is created when it is first used. */
export function embeddedDb(db: DatabaseSync, options: Collections): DocumentDb {
  const collections = new Map<string, EmbeddedCollection>()
  return {
    isAtomic: true,
    collection: <T extends Document>(name: string) => {
      // It would be missing from copies.
      if (!options[name]) throw new TypeError(`the collection ${name} is not listed`)
      const collection = collections.get(name) ?? new EmbeddedCollection(db, name, options[name])
      collections.set(name, collection)
      return collection as unknown as DocumentCollection<T>
    },
  }
}

type Row = { id: string; document: string }
type Page = { order?: Order; skip?: number; limit?: number }
type ReadOptions = { projection?: Projection }
type Change = { filter: Document; limit: number; upsert: boolean }

const ONE = 1
const ALL = -1

/**
 * A collection whose documents are rows of JSON without `_id`, which is a string. Values with a separate table are
 * stored there as text, bytes or JSON.
 */
class EmbeddedCollection<T extends Document = Document> implements DocumentCollection<T> {
  readonly #db: DatabaseSync
  readonly #tables: CollectionTables
  readonly #statements = new Map<string, StatementSync>()

  constructor(db: DatabaseSync, name: string, { apart = [], arrays = [] }: CollectionOptions = {}) {
    this.#db = db
    this.#tables = { table: name, apartTable: `${name}_apart`, apart, arrays }
    db.exec(`CREATE TABLE IF NOT EXISTS ${name} (id TEXT PRIMARY KEY, document TEXT NOT NULL) STRICT`)
    if (apart.length > 0)
      db.exec(
        `CREATE TABLE IF NOT EXISTS ${name}_apart (
           id TEXT NOT NULL REFERENCES ${name} ON DELETE CASCADE,
           field TEXT NOT NULL, kind TEXT NOT NULL, value ANY NOT NULL,
           PRIMARY KEY (id, field)
         ) STRICT`,
      )
  }

  async createIndex(fields: Order, { unique = false }: { unique?: boolean } = {}): Promise<string> {
    const { table } = this.#tables
    const columns = Object.entries(fields).flatMap(([path, direction]) => {
      const column = indexedBy(path, this.#tables)
      return column === undefined ? [] : [direction === 1 ? column : `${column} DESC`]
    })
    // Named after its columns, so that a changed expression gets a new index.
    const name = `${unique ? 'unique ' : ''}${table} by ${columns.join(', ')}`
    if (columns.length === 0) return name
    // An index that is lost in a power failure is created again, so this does not wait for the disk.
    this.#db.exec('PRAGMA synchronous = NORMAL')
    try {
      this.#db.exec(
        `CREATE ${unique ? 'UNIQUE ' : ''}INDEX IF NOT EXISTS "${name}" ON ${table} (${columns.join(', ')})`,
      )
    } finally {
      this.#db.exec('PRAGMA synchronous = FULL')
    }
    return name
  }

  find(filter: Filter<T> = {}, { projection }: ReadOptions = {}): DocumentCursor<WithId<T>> {
    return new EmbeddedCursor(
      (page, which = filter) => this.#read(which, page, projection),
      (page) => this.#read(filter, page, { _id: 1 }),
    )
  }

  async findOne(filter: Filter<T>, { projection }: ReadOptions = {}): Promise<WithId<T> | null> {
    return (this.#read(filter, { limit: ONE }, projection)[0] as WithId<T> | undefined) ?? null
  }

  async countDocuments(filter: Filter<T> = {}): Promise<number> {
    const { sql, values } = conditionOf(filter, this.#tables)
    return this.#statement(`SELECT count(*) AS count FROM ${this.#tables.table} WHERE ${sql}`).get(...values)!
      .count as number
  }

  async insertOne(document: OptionalUnlessRequiredId<T>): Promise<{ insertedId: InferIdType<T> }> {
    return { insertedId: this.#insert(document) as unknown as InferIdType<T> }
  }

  async insertMany(documents: OptionalUnlessRequiredId<T>[]): Promise<void> {
    this.#atomically(() => {
      for (const document of documents) this.#insert(document)
    })
  }

  async updateOne(filter: Filter<T>, update: UpdateFilter<T>, { upsert = false } = {}) {
    return this.#update({ filter, limit: ONE, upsert }, update)
  }

  async updateMany(filter: Filter<T>, update: UpdateFilter<T>) {
    return this.#update({ filter, limit: ALL, upsert: false }, update)
  }

  async replaceOne(filter: Filter<T>, document: WithoutId<T>, { upsert = false } = {}) {
    return this.#change(
      { filter, limit: ONE, upsert },
      ({ id }) => this.#write(id, document, this.#tables.apart),
      () => this.#insert({ ...idOf(filter), ...document }),
    )
  }

  async deleteOne(filter: Filter<T>) {
    return this.#delete(filter, ONE)
  }

  async deleteMany(filter: Filter<T>) {
    return this.#delete(filter, ALL)
  }

  #insert({ _id = newId(), ...document }: Document): string {
    const { table, apart } = this.#tables
    // Also of MongoDB's ObjectId.
    const id = String(_id)
    const stored = apart.filter((path) => valueAt(document, path) !== undefined)
    const text = encodeText(stored.reduce(without, document as Document))
    this.#atomically(() => {
      this.#statement(`INSERT INTO ${table} (id, document) VALUES (?, ?)`).run(id, text)
      this.#writeApart(id, document, stored)
    })
    return id
  }

  #read(filter: Document, { order = {}, skip = 0, limit = ALL }: Page, projection?: Projection): Document[] {
    const { table, apart } = this.#tables
    const { sql, values } = conditionOf(filter, this.#tables)
    const terms = Object.entries(order).flatMap(([path, direction]) => {
      const term = indexedBy(path, this.#tables)
      return direction === 1 ? [term] : [`${term} DESC`]
    })
    const fields = fieldsOf(projection)
    const rows = this.#statement(
      `SELECT id${fields?.length === 0 ? '' : ', document'} FROM ${table} WHERE ${sql}
       ${terms.length > 0 ? `ORDER BY ${terms.join(', ')}` : ''} LIMIT ? OFFSET ?`,
    ).all(...values, limit, skip) as (Pick<Row, 'id'> & Partial<Row>)[]
    const named = apart.filter(
      (path) => !fields || fields.some((field) => isWithin(path, field) || isWithin(field, path)),
    )
    return rows.map(({ id, document = '{}' }) => {
      const found = decodeText(document, (stored) => project({ _id: id, ...stored }, projection))
      if (named.length > 0) this.#readApart(found, id, named)
      return found
    })
  }

  #readApart(document: Document, id: string, paths: readonly string[]): void {
    const rows = this.#statement(
      `SELECT field, kind, value FROM ${this.#tables.apartTable}
       WHERE id = ? AND field IN (SELECT value FROM json_each(?))`,
    ).all(id, JSON.stringify(paths))
    for (const { field, kind, value } of rows)
      setAt(document, field as string, READ[kind as Kind](value as never))
  }

  #writeApart(id: string, document: Document, paths: readonly string[]): void {
    const { apartTable } = this.#tables
    for (const path of paths) {
      const value = valueAt(document, path)
      if (value === undefined)
        this.#statement(`DELETE FROM ${apartTable} WHERE id = ? AND field = ?`).run(id, path)
      else
        this.#statement(
          `INSERT INTO ${apartTable} (id, field, kind, value) VALUES (?, ?, ?, ?)
           ON CONFLICT (id, field) DO UPDATE SET kind = excluded.kind, value = excluded.value`,
        ).run(id, path, ...storedApart(value))
    }
  }

  #update(change: Change, update: Document) {
    return this.#change(
      change,
      ({ id, document: text }) => {
        const document = decodeText(text)
        const written = applyUpdate(document, update)
        const touched = this.#tables.apart.filter((path) => written.some((one) => isWithin(path, one)))
        return this.#write(id, document, touched, text)
      },
      () => {
        const document = equalitiesOf(change.filter)
        applyUpdate(document, update)
        this.#insert(document)
      },
    )
  }

  /** Writes only these of the separately stored values. Returns whether something has changed. */
  #write(id: string, document: Document, apart: readonly string[], present?: string): boolean {
    const text = encodeText(apart.reduce(without, document))
    if (text !== present)
      this.#statement(`UPDATE ${this.#tables.table} SET document = ? WHERE id = ?`).run(text, id)
    this.#writeApart(id, document, apart)
    return text !== present || apart.length > 0
  }

  #change({ filter, limit, upsert }: Change, write: (row: Row) => boolean, insert: () => void) {
    const { table } = this.#tables
    const { sql, values } = conditionOf(filter, this.#tables)
    // A write takes the write lock even if it finds nothing.
    if (!upsert && !this.#isThere({ sql, values })) return { matchedCount: 0, modifiedCount: 0 }
    return this.#atomically(() => {
      const rows = this.#statement(`SELECT id, document FROM ${table} WHERE ${sql} LIMIT ?`).all(
        ...values,
        limit,
      ) as Row[]
      if (rows.length === 0 && upsert) insert()
      return { matchedCount: rows.length, modifiedCount: rows.map(write).filter(Boolean).length }
    })
  }

  #delete(filter: Document, limit: number): { deletedCount: number } {
    const { table } = this.#tables
    const condition = conditionOf(filter, this.#tables)
    // As above.
    if (!this.#isThere(condition)) return { deletedCount: 0 }
    const { changes } = this.#statement(
      `DELETE FROM ${table} WHERE id IN (SELECT id FROM ${table} WHERE ${condition.sql} LIMIT ?)`,
    ).run(...condition.values, limit)
    return { deletedCount: Number(changes) }
  }

  #isThere({ sql, values }: Condition): boolean {
    return this.#statement(`SELECT 1 FROM ${this.#tables.table} WHERE ${sql}`).get(...values) !== undefined
  }

  #atomically<R>(work: () => R): R {
    return this.#db.isTransaction ? work() : inTransaction(this.#db, work)
  }

  #statement(sql: string): StatementSync {
    const statement = this.#statements.get(sql) ?? this.#db.prepare(sql)
    this.#statements.set(sql, statement)
    return statement
  }
}

type Read = (page: Page, filter?: Document) => Document[]

class EmbeddedCursor<T> implements DocumentCursor<T> {
  readonly #read: Read
  readonly #ids: Read
  readonly #page: Page = {}

  constructor(read: Read, ids: Read) {
    this.#read = read
    this.#ids = ids
  }

  sort(order: Order): this {
    this.#page.order = order
    return this
  }

  skip(count: number): this {
    this.#page.skip = count
    return this
  }

  limit(count: number): this {
    this.#page.limit = count
    return this
  }

  async toArray(): Promise<T[]> {
    return this.#read(this.#page) as T[]
  }

  /** One document at a time, because a whole collection may be large. */
  async *[Symbol.asyncIterator](): AsyncGenerator<T> {
    for (const { _id } of this.#ids(this.#page)) yield* this.#read({}, { _id }) as T[]
  }
}

/** The fields of a filter that an upsert inserts. */
const equalitiesOf = (filter: Document): Document =>
  Object.fromEntries(Object.entries(filter).filter(([path, value]) => path !== '$or' && !hasOperators(value)))

const idOf = ({ _id }: Document): Document => (typeof _id === 'string' ? { _id } : {})

type Kind = 'text' | 'json' | 'bytes'
const READ: Record<Kind, (value: never) => unknown> = {
  text: (value: string) => value,
  json: (text: string) => decodeText(text),
  bytes: ({ buffer, byteOffset, byteLength }: Uint8Array) => Buffer.from(buffer, byteOffset, byteLength),
}

const storedApart = (value: unknown): [Kind, SQLInputValue] => {
  if (value instanceof Uint8Array) return ['bytes', value]
  return typeof value === 'string' ? ['text', value] : ['json', encodeText(value)]
}

let made = 0
/** Increases with time, and with each document of a process. */
function newId(): string {
  made = (made + 1) % 2 ** 24
  const parts = [Date.now().toString(16).padStart(12, '0'), made.toString(16).padStart(6, '0')]
  return parts.join('') + randomBytes(3).toString('hex')
}
