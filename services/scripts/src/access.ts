import { notFound } from '@andscene/service-kit/http-error'
import type { ScriptHead, ScriptStore } from './store/script-store.ts'

/** May this person read and change this script? The one place that decides (product §7). */
export const mayAccess = (uid: string, script: Pick<ScriptHead, 'ownerId'>): boolean => script.ownerId === uid

/** The script, if it is there and this person may access it; else the same NOT_FOUND for both (architecture §5). */
export async function accessibleScript(store: ScriptStore, uid: string, id: string): Promise<ScriptHead> {
  const script = await store.find(id)
  if (!script || !mayAccess(uid, script)) throw notFound('Script')
  return script
}
