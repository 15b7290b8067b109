import type {
  DeleteResult,
  Document,
  Filter,
  InferIdType,
  OptionalUnlessRequiredId,
  UpdateFilter,
  UpdateResult,
  WithId,
  WithoutId,
} from 'mongodb'
import type { Outages } from './store-unavailable.ts'

/**
 * Collections of documents in either database (decision 0077): the subset of the MongoDB driver's interface that the
 * embedded driver (embedded-documents.ts) implements with the same semantics.
 *
 * Filters: equality with strings, numbers, dates and null (also a missing field), `$in`, `$ne`, `$exists`, `$lt`,
 * `$lte`, `$gt`, `$gte` and `$or`. Updates: `$set`, `$unset`, `$inc` and `$max`.
 */
export interface DocumentDb {
  /** Whether each call compares and writes atomically: not every MongoDB-compatible server does. */
  readonly isAtomic?: true
  collection<T extends Document = Document>(name: string): DocumentCollection<T>
}

export interface DocumentCollection<T extends Document = Document> {
  /** Does nothing where it exists. */
  createIndex(fields: Order, options?: { unique?: boolean; sparse?: boolean; name?: string }): Promise<string>
  find(filter?: Filter<T>, options?: ReadOptions): DocumentCursor<WithId<T>>
  findOne(filter: Filter<T>, options?: ReadOptions): Promise<WithId<T> | null>
  countDocuments(filter?: Filter<T>): Promise<number>
  insertOne(document: OptionalUnlessRequiredId<T>, options?: typeof ABSENT): Promise<Inserted<T>>
  insertMany(documents: OptionalUnlessRequiredId<T>[], options?: typeof ABSENT): Promise<unknown>
  updateOne(filter: Filter<T>, update: UpdateFilter<T>, options?: Upsert): Promise<Updated>
  updateMany(filter: Filter<T>, update: UpdateFilter<T>): Promise<Updated>
  replaceOne(
    filter: Filter<T>,
    document: WithoutId<T>,
    options?: Upsert,
  ): Promise<Pick<Updated, 'matchedCount'>>
  deleteOne(filter: Filter<T>): Promise<Deleted>
  deleteMany(filter: Filter<T>): Promise<Deleted>
}

export interface DocumentCursor<T> extends AsyncIterable<T> {
  sort(order: Order): this
  skip(count: number): this
  limit(count: number): this
  toArray(): Promise<T[]>
}

export type Order = Readonly<Record<string, 1 | -1>>
/** The fields to read, by dotted path, or `_id: 0`. */
type ReadOptions = { projection?: Readonly<Record<string, 0 | 1>> }
type Inserted<T> = { insertedId: InferIdType<T> }
type Upsert = { upsert?: boolean }
type Updated = Pick<UpdateResult, 'matchedCount' | 'modifiedCount'>
type Deleted = Pick<DeleteResult, 'deletedCount'>

/** An open database of documents. */
export type OpenDocuments = {
  db: DocumentDb
  outages: Outages
  /** Rejects when the database cannot be reached. */
  ping(): Promise<void>
  close(): Promise<void>
}

/** Fields without a value are not written: MongoDB's driver would write null. */
export const ABSENT = { ignoreUndefined: true } as const

const MONGO_DUPLICATE = 11_000
const SQLITE_DUPLICATES = new Set<unknown>([1555, 2067])

/** Whether a write collided with a unique index. */
export const isDuplicateKey = (error: unknown): boolean => {
  const { code, errcode } = error as { code?: unknown; errcode?: unknown }
  return code === MONGO_DUPLICATE || SQLITE_DUPLICATES.has(errcode)
}

/** Inserts a document; returns false when a unique index already contains its key. Undefined fields are not written. */
export async function insertOnce<T extends Document>(
  collection: DocumentCollection<T>,
  document: OptionalUnlessRequiredId<T>,
): Promise<boolean> {
  try {
    await collection.insertOne(document, ABSENT)
    return true
  } catch (error) {
    if (isDuplicateKey(error)) return false
    throw error
  }
}

/** Two concurrent first writes of a document may collide; the retry finds the document. */
export async function retryOnDuplicateKey(write: () => Promise<unknown>): Promise<void> {
  try {
    await write()
  } catch (error) {
    if (!isDuplicateKey(error)) throw error
    await write()
  }
}
