import type { Db } from 'mongodb'
import { ALIVE, type ScriptDocument } from './documents.ts'

/**
 * Whether a script is there. Asked before something of it is written, so that nothing is written in vain, and after, so
 * that what came too late is taken back: there are no transactions, and whoever removes a script removes what is of it
 * after it is gone.
 */
export function scriptCheck(db: Db): (scriptId: string) => Promise<boolean> {
  const scripts = db.collection<ScriptDocument>('scripts')
  return async (scriptId) =>
    (await scripts.findOne({ _id: scriptId, ...ALIVE }, { projection: { _id: 1 } })) !== null
}
