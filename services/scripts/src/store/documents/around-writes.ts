import type { DocumentDb } from '@andscene/service-kit/stores/documents'
import { accountClosed, accountStore } from './accounts.ts'
import { ALIVE, type ScriptDocument } from './script-documents.ts'

/*
   There are no transactions over several documents: these checks run before and after a write instead. In the embedded
   database each call is done before it returns, so no new request starts between two calls that are awaited in
   sequence; only running sequences may interleave. accountStore relies on it.
 */

/**
 * Runs work with the same key in sequence, in the order of the calls: some compatible servers replace the whole
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
 * Returns a function that checks whether a script exists. Call it before a write, to avoid a useless one, and after it,
 * to undo a late one: there are no transactions, and a deletion removes the data of a script after the script.
 */
export function scriptCheck(db: DocumentDb): (scriptId: string) => Promise<boolean> {
  const scripts = db.collection<ScriptDocument>('scripts')
  return async (scriptId) =>
    (await scripts.findOne({ _id: scriptId, ...ALIVE }, { projection: { _id: 1 } })) !== null
}

/**
 * Throws when the account is closed. Call it before a write, and after it to undo the write: there are no transactions.
 * An erasure marks the account before it reads the data, so one of the two notices the other.
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
