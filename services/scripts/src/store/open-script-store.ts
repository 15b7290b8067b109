import { join } from 'node:path'
import type { ScriptsConfig } from '../config.ts'
import type { ScriptStore } from './script-store.ts'
import { sqliteScriptStore } from './sqlite-script-store.ts'

/** MongoDB where it is configured, else the embedded database (architecture §4). */
export async function openScriptStore(
  config: Pick<ScriptsConfig, 'DATA_DIR' | 'MONGODB_URI'>,
): Promise<ScriptStore> {
  if (!config.MONGODB_URI) return sqliteScriptStore(join(config.DATA_DIR, 'scripts.sqlite'))
  // The driver takes a while to load; the embedded platform does without it.
  const { mongoScriptStore } = await import('./mongo-script-store.ts')
  return mongoScriptStore(config.MONGODB_URI)
}
