import type { DataPart } from '@andscene/service-kit/data/data-part'
import { embeddedDocuments } from '@andscene/service-kit/data/embedded-documents'
import { sqliteFile, type Where } from '../open-store.ts'
import { MIGRATIONS } from '../sqlite-subscriber-store.ts'

/** The sign-ups as a whole. */
export async function openDataPart({ DATA_DIR, MONGODB_URI }: Where): Promise<DataPart> {
  if (MONGODB_URI) throw new Error('documents in MongoDB are no part of this: use mongodump')
  const documents = embeddedDocuments(sqliteFile(DATA_DIR), MIGRATIONS)
  return {
    schema: MIGRATIONS.length,
    state: async () => ({ documents: documents.isThere(), objects: false }),
    copyOut: documents.copyOut,
    takeIn: async () => ({ documents: documents.takeIn, close: async () => {} }),
    empty: documents.empty,
    examine: async ({ repair }) => documents.examine(repair),
  }
}
