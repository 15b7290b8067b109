import { join } from 'node:path'
import { sqliteSubscriberStore } from './sqlite-subscriber-store.ts'
import type { SubscriberStore } from './subscriber-store.ts'

export const sqliteFile = (dataDir: string) => join(dataDir, 'subscriptions.sqlite')

export type Where = { DATA_DIR: string; MONGODB_URI?: string | undefined }

/** MongoDB where it is configured, else the embedded database (architecture §4). */
export async function openStore({ MONGODB_URI, DATA_DIR }: Where): Promise<SubscriberStore> {
  if (!MONGODB_URI) return sqliteSubscriberStore(sqliteFile(DATA_DIR))
  // The driver takes a while to load; the embedded platform does without it.
  const { mongoSubscriberStore } = await import('./mongo-subscriber-store.ts')
  const { requireFilled } = await import('@andscene/service-kit/data/filling')
  await requireFilled(MONGODB_URI)
  return mongoSubscriberStore(MONGODB_URI)
}
