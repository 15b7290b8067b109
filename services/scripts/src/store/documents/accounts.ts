import { HttpError } from '@andscene/service-kit/http-error'
import { insertOnce, type DocumentDb } from '@andscene/service-kit/stores/documents'
import type { ClosedAccountDocument } from './script-documents.ts'
import { createHash } from 'node:crypto'

/** A closed account that may still have data. */
export type ClosedAccount = { uid: string; requestId: string }

/**
 * Every request that was running when an account was closed, including uploads, has ended after this time.
 * Milliseconds.
 */
export const SETTLED_MS = 10 * 60_000

/** Identifies an account whose id must not be stored any more. */
export const uidHash = (uid: string): string => createHash('sha256').update(uid).digest('hex')

/** The error of every request with a token of a deleted account. */
export const accountClosed = () => new HttpError('UNAUTHENTICATED', 'This account was deleted')

/**
 * Accounts that their users have deleted (product §10). Stores reject writes of a closed account. Its id is stored
 * until all of its data is erased, then only its hash, for as long as a token of the account may be valid.
 */
export function accountStore(db: DocumentDb) {
  const accounts = db.collection<ClosedAccountDocument>('closed_accounts')
  return {
    /** Closes the account permanently; durable when it resolves. Closing it again changes nothing. */
    async close({ uid, requestId }: ClosedAccount, closedAt: Date): Promise<void> {
      await insertOnce(accounts, { _id: uidHash(uid), uid, requestId, closedAt })
    },
    isClosed: async (uid: string): Promise<boolean> =>
      (await accounts.findOne({ _id: uidHash(uid) })) !== null,
    /**
     * Returns accounts to be erased at `now`, those closed earliest first. `dueAt`: when the present erasure became
     * due.
     */
    async unfinished(now: Date, limit: number): Promise<(ClosedAccount & { dueAt: Date })[]> {
      const found = await accounts
        .find({ uid: { $exists: true }, $or: [{ erasedAt: { $exists: false } }, settled(now)] })
        .sort({ closedAt: 1 })
        .limit(limit)
        .toArray()
      return found.map(({ uid, requestId, closedAt, erasedAt }) => ({
        uid: uid!,
        requestId: requestId!,
        dueAt: erasedAt ? new Date(erasedAt.getTime() + SETTLED_MS) : closedAt,
      }))
    },
    /**
     * Marks an account as erased and removes its id. On a server its data is erased once more before that, SETTLED_MS
     * later.
     */
    async finish(uid: string, now: Date): Promise<void> {
      const account = { _id: uidHash(uid), uid: { $exists: true } }
      if (!db.isAtomic) {
        const first = { ...account, erasedAt: { $exists: false } }
        const { matchedCount } = await accounts.updateOne(first, { $set: { erasedAt: now } })
        if (matchedCount === 1) return
      }
      await accounts.updateOne(
        { ...account, ...(!db.isAtomic && settled(now)) },
        { $unset: { uid: '', requestId: '', erasedAt: '' }, $set: { closedAt: now } },
      )
    },
    /** Removes the hashes of accounts that were finished before this moment. */
    async forget(before: Date): Promise<void> {
      await accounts.deleteMany({ uid: { $exists: false }, closedAt: { $lt: before } })
    },
  }
}

/**
 * On a server, a process that crashed before its second account check may have left data: so the account is erased
 * twice. In the embedded database no other request runs between the two checks (openAccountCheck).
 */
const settled = (now: Date) => ({ erasedAt: { $lte: new Date(now.getTime() - SETTLED_MS) } })
