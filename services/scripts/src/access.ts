import { notFound } from '@andscene/service-kit/http-error'
import type { ScriptField, ScriptStore, ScriptWith } from './store/script-store.ts'

/** May this person read and change this script? The one function that decides (product §1). */
export const mayAccess = (uid: string, script: { ownerId: string }): boolean => script.ownerId === uid

/**
 * These fields of the script, if it is there and this person may access it; else the same NOT_FOUND for both
 * (architecture §5).
 */
export async function accessibleScript<Field extends ScriptField>(
  scripts: ScriptStore,
  uid: string,
  id: string,
  fields: readonly Field[],
): Promise<ScriptWith<Field>> {
  const script = await scripts.find(id, fields)
  if (!script || !mayAccess(uid, script)) throw notFound('Script')
  return script
}
