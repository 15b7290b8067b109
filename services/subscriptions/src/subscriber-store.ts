import { insertOnce, type DocumentDb } from '@andscene/service-kit/stores/documents'
import { openDocuments, type DocumentsOptions } from '@andscene/service-kit/stores/open-documents'
import { readMigrations } from '@andscene/service-kit/stores/sqlite'
import { withOutages } from '@andscene/service-kit/stores/store-unavailable'
import { join } from 'node:path'

export type Subscriber = {
  /** Trimmed, lower case. */
  email: string
  /** Where the user signed up, e.g. `landing-page`. */
  source: string
  subscribedAt: Date
}

/** Opens the embedded database in DATA_DIR, unless MONGODB_URI names another (architecture §4). */
export type Where = { DATA_DIR: string; MONGODB_URI?: string | undefined }

export const documentsOf = ({ DATA_DIR, MONGODB_URI }: Where): DocumentsOptions => ({
  file: join(DATA_DIR, 'subscriptions.sqlite'),
  migrations: readMigrations(join(import.meta.dirname, 'migrations')),
  collections: { subscribers: {} },
  uri: MONGODB_URI,
})

const BY_TIME = { subscribedAt: 1, email: 1 } as const

export async function createIndexes(db: DocumentDb): Promise<void> {
  const subscribers = db.collection('subscribers')
  await subscribers.createIndex({ email: 1 }, { unique: true })
  await subscribers.createIndex(BY_TIME)
}

/** Stores launch sign-ups, one document per address. Throws StoreUnavailable while the database is unavailable. */
export async function openStore(where: Where) {
  const { db, outages, ping, close } = await openDocuments(documentsOf(where))
  await createIndexes(db)
  const subscribers = db.collection<Subscriber>('subscribers')
  const store = {
    /** Stores the first sign-up of an address; later ones change nothing. Returns whether it was new. */
    add: ({ email, source, subscribedAt }: Subscriber) =>
      insertOnce(subscribers, { email, source, subscribedAt }),
    /** Removes an address from the list; does nothing for an unknown one. */
    remove: async (email: string): Promise<void> => {
      await subscribers.deleteOne({ email })
    },
    /**
     * All sign-ups, oldest first; read as a stream, and by an index, because a server sorts at most 100 MB in memory.
     */
    all: (): AsyncIterable<Subscriber> => subscribers.find({}, { projection: { _id: 0 } }).sort(BY_TIME),
    /** Rejects when the database cannot be reached. */
    ping,
    close,
  }
  return withOutages(store, outages)
}
export type SubscriberStore = Awaited<ReturnType<typeof openStore>>
