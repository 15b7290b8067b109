import { insertOnce, type DocumentDb } from '@andscene/service-kit/stores/documents'
import { SETTLED_MS, uidHash, type AccountStore } from '../account-store.ts'
import type { ClosedAccountDocument } from './script-documents.ts'

export function accountStore(db: DocumentDb): AccountStore {
  const accounts = db.collection<ClosedAccountDocument>('closed_accounts')
  return {
    async close({ uid, requestId }, closedAt) {
      await insertOnce(accounts, { _id: uidHash(uid), uid, requestId, closedAt })
    },
    isClosed: async (uid) => (await accounts.findOne({ _id: uidHash(uid) })) !== null,
    async unfinished(now, limit) {
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
    async finish(uid, now) {
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
    async forget(before) {
      await accounts.deleteMany({ uid: { $exists: false }, closedAt: { $lt: before } })
    },
  }
}

/**
 * A write whose process crashed before it checked the account has left data on a server: the account is erased a second
 * time. In the embedded database a write runs without a pause between its two checks (openAccountCheck).
 */
const settled = (now: Date) => ({ erasedAt: { $lte: new Date(now.getTime() - SETTLED_MS) } })
