import type { DocumentDb, OpenDocuments } from './documents.ts'
import { openEmbeddedDocuments, type Collections } from './embedded-documents.ts'

export type DocumentsOptions = {
  /** Of the embedded database. */
  file: string
  /** As openSqlite's. */
  migrations: readonly string[]
  collections: Collections
  /** Of the MongoDB-compatible server that is used instead. */
  uri: string | undefined
}

/** Opens a service's documents: in MongoDB if it is configured, else in the embedded database (architecture §4). */
export async function openDocuments({
  file,
  migrations,
  collections,
  uri,
}: DocumentsOptions): Promise<OpenDocuments> {
  if (!uri) return openEmbeddedDocuments(file, migrations, collections)
  // The driver takes a while to load, and the embedded platform does not need it.
  const { openMongoDocuments } = await import('./mongo.ts')
  const opened = await openMongoDocuments(uri)
  if ((await fillingMark(opened.db).find()) === undefined) return opened
  await opened.close()
  // Data written meanwhile would be removed if the restore starts again.
  throw new Error(
    'The database of MONGODB_URI is being filled by a restore or a move, or one was interrupted: let it end, or run it again.',
  )
}

/** Marks the database of all services as incomplete, with the source, until all data is restored (decision 0060). */
export const fillingMark = (db: DocumentDb) => {
  const marks = db.collection<{ _id: 'filling'; from: string }>('data_marks')
  return {
    find: async (): Promise<string | undefined> => (await marks.findOne({ _id: 'filling' }))?.from,
    set: async (from: string): Promise<void> => {
      await marks.insertOne({ _id: 'filling', from })
    },
    remove: async (): Promise<void> => {
      await marks.deleteOne({ _id: 'filling' })
    },
  }
}
