import { HttpError } from '@andscene/service-kit/http-error'
import { insertOnce, type DocumentDb } from '@andscene/service-kit/stores/documents'
import type { ClosedAccountDocument } from './script-documents.ts'
import { createHash } from 'node:crypto'

/** A closed account of which something may still be there. */
export type ClosedAccount = { uid: string; requestId: string }

/**
 * After this time every request has ended that was in progress when an account was closed, uploads included.
 * Milliseconds.
 */
export const SETTLED_MS = 10 * 60_000

/** Identifies an account whose id must not be stored any more. */
export const uidHash = (uid: string): string => createHash('sha256').update(uid).digest('hex')

/** The refusal of every request with a token of a deleted account. */
export const accountClosed = () => new HttpError('UNAUTHENTICATED', 'This account was deleted')

/**
 * Accounts that their users have deleted (product §10). A closed account accepts nothing new: writes of its person
 * refuse. The id is stored until all is erased, then only its hash, for as long as a token of the account may be valid:
 * the identity may have existed until then, and with it new tokens.
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
    /** Accounts to be erased at `now`, closed longest ago first. The present erasure is due since `dueAt`. */
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
     * Everything of the account is erased: its id is forgotten. On a server all of it is erased once more first,
     * SETTLED_MS later.
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
    /** Forgets the hashes of accounts that were finished before this moment. */
    async forget(before: Date): Promise<void> {
      await accounts.deleteMany({ uid: { $exists: false }, closedAt: { $lt: before } })
    },
  }
}

/**
 * A write whose process crashed before it checked the account has left data on a server: the account is erased a second
 * time. In the embedded database a write runs without a pause between its two checks (openAccountCheck).
 */
const settled = (now: Date) => ({ erasedAt: { $lte: new Date(now.getTime() - SETTLED_MS) } })
