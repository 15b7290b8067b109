import type { Db } from 'mongodb'
import { ALIVE, type ScriptDocument } from './documents.ts'

/**
 * Whether a script exists. Checked before something of it is written, to avoid a useless write, and after, so that a
 * late write is undone: there are no transactions, and a deletion removes the data of the script after the script.
 */
export function scriptCheck(db: Db): (scriptId: string) => Promise<boolean> {
  const scripts = db.collection<ScriptDocument>('scripts')
  return async (scriptId) =>
    (await scripts.findOne({ _id: scriptId, ...ALIVE }, { projection: { _id: 1 } })) !== null
}
