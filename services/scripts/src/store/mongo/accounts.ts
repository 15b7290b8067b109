import { isDuplicateKey } from '@andscene/service-kit/mongo'
import type { Db } from 'mongodb'
import { accountClosed, uidHash, type AccountStore } from '../account-store.ts'
import type { ClosedAccountDocument } from './documents.ts'

export function mongoAccounts(db: Db): AccountStore {
  const accounts = db.collection<ClosedAccountDocument>('closed_accounts')
  return {
    async close({ uid, requestId }, closedAt) {
      try {
        await accounts.insertOne({ _id: uidHash(uid), uid, requestId, closedAt })
      } catch (error) {
        if (!isDuplicateKey(error)) throw error
      }
    },
    isClosed: async (uid) => (await accounts.findOne({ _id: uidHash(uid) })) !== null,
    async unfinished(limit) {
      const found = await accounts
        .find({ uid: { $exists: true } })
        .sort({ closedAt: 1 })
        .limit(limit)
        .toArray()
      return found.map(({ uid, requestId }) => ({ uid: uid!, requestId: requestId! }))
    },
    async finish(uid) {
      await accounts.updateOne({ _id: uidHash(uid) }, { $unset: { uid: '', requestId: '' } })
    },
    async forget(before) {
      await accounts.deleteMany({ uid: { $exists: false }, closedAt: { $lt: before } })
    },
  }
}

/**
 * Throws when the account is closed. Called after the write, which is then taken back: there are no transactions, and
 * whoever erases a closed account looks after it was marked, so one of the two sees the other.
 */
export function openAccountCheck(db: Db): (uid: string) => Promise<void> {
  const { isClosed } = mongoAccounts(db)
  return async (uid) => {
    if (await isClosed(uid)) throw accountClosed()
  }
}
