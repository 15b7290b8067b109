import type { IdentityAccounts } from '@andscene/service-kit/identity/accounts'
import { LRUCache } from 'lru-cache'

const WEEK_MS = 7 * 24 * 3_600_000

/** Whether an account is at least a week old. One of unknown age counts as young and is looked up again. */
export function accountAges(accounts: Pick<IdentityAccounts, 'createdAt'>, now = Date.now) {
  const known = new LRUCache<string, number>({ max: 10_000 })
  return async (uid: string): Promise<boolean> => {
    const createdAt = known.get(uid) ?? (await accounts.createdAt(uid).catch(() => undefined))?.getTime()
    if (createdAt === undefined) return false
    known.set(uid, createdAt)
    return now() - createdAt >= WEEK_MS
  }
}
