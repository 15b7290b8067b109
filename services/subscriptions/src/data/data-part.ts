import type { DataPart } from '@andscene/service-kit/data/data-part'
import { embeddedDocuments } from '@andscene/service-kit/data/embedded-documents'
import { subscriptionsConfig } from '../config.ts'
import { sqliteFile } from '../open-store.ts'
import { MIGRATIONS } from '../sqlite-subscriber-store.ts'

/** The sign-ups as a whole. */
export async function openDataPart(env: Record<string, string | undefined>): Promise<DataPart> {
  const { DATA_DIR, MONGODB_URI } = subscriptionsConfig(env)
  if (!MONGODB_URI) return embeddedDocuments(sqliteFile(DATA_DIR), MIGRATIONS)
  // Its driver takes a while to load.
  const { mongoDocuments } = await import('@andscene/service-kit/data/mongo-documents')
  const { SUBSCRIPTIONS_MAPPING } = await import('./mongo-mapping.ts')
  // One kind of document, which refers to nothing.
  return { ...mongoDocuments(MONGODB_URI, SUBSCRIPTIONS_MAPPING), examine: async () => [] }
}
