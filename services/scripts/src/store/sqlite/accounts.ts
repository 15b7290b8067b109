import type { DatabaseSync } from 'node:sqlite'
import { accountClosed, uidHash, type AccountStore, type ClosedAccount } from '../account-store.ts'

export function sqliteAccounts(db: DatabaseSync): AccountStore {
  const close = db.prepare(
    `INSERT INTO closed_accounts (uid_hash, uid, request_id, closed_at) VALUES (?, ?, ?, ?)
     ON CONFLICT (uid_hash) DO NOTHING`,
  )
  const unfinished = db.prepare(
    `SELECT uid, request_id AS requestId FROM closed_accounts WHERE uid IS NOT NULL ORDER BY closed_at LIMIT ?`,
  )
  const finish = db.prepare(
    `UPDATE closed_accounts SET uid = NULL, request_id = NULL, closed_at = ?
     WHERE uid_hash = ? AND uid IS NOT NULL`,
  )
  const forget = db.prepare('DELETE FROM closed_accounts WHERE uid IS NULL AND closed_at < ?')
  const isClosed = closedReader(db)
  return {
    close: async ({ uid, requestId }, now) => {
      close.run(uidHash(uid), uid, requestId, now.getTime())
    },
    isClosed: async (uid) => isClosed(uid),
    unfinished: async (_now, limit) => (unfinished.all(limit) as ClosedAccount[]).map((row) => ({ ...row })),
    finish: async (uid, now) => {
      finish.run(now.getTime(), uidHash(uid))
    },
    forget: async (before) => {
      forget.run(before.getTime())
    },
  }
}

export const closedReader = (db: DatabaseSync) => {
  const find = db.prepare('SELECT 1 FROM closed_accounts WHERE uid_hash = ?')
  return (uid: string): boolean => find.get(uidHash(uid)) !== undefined
}

/** Throws when the account is closed. Within the transaction that would give it something new. */
export function openAccountCheck(db: DatabaseSync): (uid: string) => void {
  const isClosed = closedReader(db)
  return (uid) => {
    if (isClosed(uid)) throw accountClosed()
  }
}
