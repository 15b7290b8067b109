import type { DataPart } from '@andscene/service-kit/data/data-part'
import { embeddedDocuments } from '@andscene/service-kit/data/embedded-documents'
import { sqliteFile, type Where } from '../open-store.ts'
import { MIGRATIONS } from '../sqlite-subscriber-store.ts'

/** The sign-ups as a whole. */
export async function openDataPart({ DATA_DIR, MONGODB_URI }: Where): Promise<DataPart> {
  if (MONGODB_URI) return onServer(MONGODB_URI)
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

/** Its driver takes a while to load. */
async function onServer(uri: string): Promise<DataPart> {
  const { mongoDocuments } = await import('@andscene/service-kit/data/mongo-documents')
  const { SUBSCRIPTIONS_MAPPING } = await import('./mongo-mapping.ts')
  const documents = mongoDocuments(uri, SUBSCRIPTIONS_MAPPING)
  return {
    schema: MIGRATIONS.length,
    state: async () => ({ ...(await documents.state()), objects: false }),
    copyOut: documents.copyOut,
    takeIn: async () => ({ begin: documents.begin, documents: documents.takeIn, close: async () => {} }),
    finish: documents.finish,
    empty: documents.empty,
    // One kind of document, which refers to nothing.
    examine: async () => [],
  }
}
