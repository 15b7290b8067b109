import type { DocumentDb } from '@andscene/service-kit/stores/documents'
import { accountClosed, accountStore } from './accounts.ts'
import { ALIVE, type ScriptDocument } from './script-documents.ts'

/*
 * There are no transactions over several documents: what a write does instead, before and after. In the embedded database
 * each call is done before it returns, so no request starts between two calls that are awaited in sequence; only such
 * sequences that are in progress may alternate. accountStore relies on it.
 */

/**
 * Runs work with the same key one after the other, in the order of the calls: a compatible server may write the whole
 * document and lose one of two concurrent changes.
 */
export function turns(): <T>(key: string, work: () => Promise<T>) => Promise<T> {
  const running = new Map<string, Promise<unknown>>()
  return (key, work) => {
    const mine = Promise.resolve(running.get(key)).then(work, work)
    const end = () => {
      if (running.get(key) === mine) running.delete(key)
    }
    running.set(key, mine)
    mine.then(end, end)
    return mine
  }
}

/**
 * Whether a script exists. Checked before something of it is written, to avoid a useless write, and after, so that a
 * late write is undone: there are no transactions, and a deletion removes the data of the script after the script.
 */
export function scriptCheck(db: DocumentDb): (scriptId: string) => Promise<boolean> {
  const scripts = db.collection<ScriptDocument>('scripts')
  return async (scriptId) =>
    (await scripts.findOne({ _id: scriptId, ...ALIVE }, { projection: { _id: 1 } })) !== null
}

/**
 * Throws when the account is closed. Called before a write, and after it to undo it: there are no transactions. An erasure
 * marks the account before it looks for data, so one of the two sees the other.
 */
export function openAccountCheck(
  db: DocumentDb,
): (uid: string, undo?: () => Promise<unknown>) => Promise<void> {
  const { isClosed } = accountStore(db)
  return async (uid, undo) => {
    if (!(await isClosed(uid))) return
    await undo?.()
    throw accountClosed()
  }
}
