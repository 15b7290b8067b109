import {
  MongoClient,
  MongoClientClosedError,
  MongoNetworkError,
  MongoNotConnectedError,
  MongoServerError,
  MongoServerSelectionError,
  MongoTopologyClosedError,
  type Db,
} from 'mongodb'
import type { OpenDocuments } from './documents.ts'
import type { Outages } from './store-unavailable.ts'

const CONNECT_LIMIT_MS = 5_000
const RESPONSE_LIMIT_MS = 30_000

/**
 * Connects to the MongoDB-compatible server at `uri`, whose path names the database. Rejects after 5 s without a
 * server.
 */
export async function openMongo(uri: string): Promise<{ client: MongoClient; db: Db }> {
  const client = await new MongoClient(uri, {
    serverSelectionTimeoutMS: CONNECT_LIMIT_MS,
    connectTimeoutMS: CONNECT_LIMIT_MS,
    socketTimeoutMS: RESPONSE_LIMIT_MS,
    // An acknowledged write survives the loss of the primary.
    writeConcern: { w: 'majority' },
    // Bytes are returned as a Buffer, as by the embedded driver.
    promoteBuffers: true,
  }).connect()
  return { client, db: client.db() }
}

export async function openMongoDocuments(uri: string): Promise<OpenDocuments & { db: Db }> {
  const { client, db } = await openMongo(uri)
  return {
    db,
    outages: mongoOutages,
    ping: async () => {
      await db.command({ ping: 1 })
    },
    close: () => client.close(),
  }
}

/** Runs `work` with a separate connection. */
export async function withMongo<T>(uri: string, work: (db: Db) => Promise<T>): Promise<T> {
  const { client, db } = await openMongo(uri)
  try {
    return await work(db)
  } finally {
    await client.close()
  }
}

/** Whether the server or the connection was lost, or the server is stepping down: for `withOutages`. */
export const mongoOutages: Outages = { of: 'mongodb', isOutage: (error) => isOutage(error) }

const isOutage = (error: unknown): boolean =>
  OUTAGES.some((kind) => error instanceof kind) ||
  (error instanceof MongoServerError && GIVING_WAY.has(Number(error.code))) ||
  (error as Error).name === POOL_CLOSED

/** An instance of a class that the driver does not export. */
const POOL_CLOSED = 'MongoPoolClosedError'

const OUTAGES = [
  MongoNetworkError,
  MongoServerSelectionError,
  MongoNotConnectedError,
  MongoTopologyClosedError,
  MongoClientClosedError,
]

/**
 * Codes of a server that is shutting down, stepping down or no longer primary; the driver has already retried once.
 * https://github.com/mongodb/specifications/blob/master/source/retryable-writes/retryable-writes.md
 */
const GIVING_WAY = new Set([89, 91, 189, 262, 9001, 10107, 11600, 11602, 13435, 13436])
