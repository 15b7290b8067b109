import { join } from 'node:path'
import type { ScriptsConfig } from '../config.ts'
import type { AccountStore } from './account-store.ts'
import type { CommandStore } from './command-store.ts'
import type { NoteStore } from './note-store.ts'
import type { PreferencesStore } from './preferences-store.ts'
import type { ProgressStore } from './progress-store.ts'
import type { ScriptStore } from './script-store.ts'
import type { ShareStore } from './share-store.ts'
import { openSqliteStores } from './sqlite/open-sqlite-stores.ts'

/** All stores of this service, in one database. For an outage a store throws StoreUnavailable. */
export type Stores = {
  accounts: AccountStore
  scripts: ScriptStore
  commands: CommandStore
  progress: ProgressStore
  preferences: PreferencesStore
  shares: ShareStore
  notes: NoteStore
  /** Rejects when the database cannot be reached. */
  ping(): Promise<void>
  close(): Promise<void>
}

/** MongoDB where it is configured, else the embedded database (architecture §4). */
export async function openStores(config: Pick<ScriptsConfig, 'DATA_DIR' | 'MONGODB_URI'>): Promise<Stores> {
  if (!config.MONGODB_URI) return openSqliteStores(join(config.DATA_DIR, 'scripts.sqlite'))
  // The driver takes a while to load; the embedded platform does without it.
  const { openMongoStores } = await import('./mongo/open-mongo-stores.ts')
  const { requireFilled } = await import('@andscene/service-kit/data/filling')
  await requireFilled(config.MONGODB_URI)
  return openMongoStores(config.MONGODB_URI)
}
