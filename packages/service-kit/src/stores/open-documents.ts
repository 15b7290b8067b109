import type { OpenDocuments } from './documents.ts'
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

/** Opens a service's documents: in MongoDB where it is configured, else in the embedded database (architecture §4). */
export async function openDocuments({
  file,
  migrations,
  collections,
  uri,
}: DocumentsOptions): Promise<OpenDocuments> {
  if (!uri) return openEmbeddedDocuments(file, migrations, collections)
  // The driver takes a while to load; the embedded platform does without it.
  const { openMongoDocuments } = await import('./mongo.ts')
  const { requireFilled } = await import('../data/filling.ts')
  await requireFilled(uri)
  return openMongoDocuments(uri)
}
