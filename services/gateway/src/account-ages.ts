import { RecentValues } from '@andscene/service-kit/recent-values'
import type { IdentityAccounts } from './identity-accounts.ts'

const WEEK_MS = 7 * 24 * 3_600_000
const REMEMBERED = 10_000

/** Whether an account is at least a week old. One whose age is not known counts as young, and is asked for again. */
export function accountAges(accounts: Pick<IdentityAccounts, 'createdAt'> | undefined, now = Date.now) {
  const known = new RecentValues<number>(REMEMBERED, now)
  return async (uid: string): Promise<boolean> => {
    const createdAt = known.get(uid) ?? (await accounts?.createdAt(uid).catch(() => undefined))?.getTime()
    if (createdAt === undefined) return false
    known.set(uid, createdAt, Infinity)
    return now() - createdAt >= WEEK_MS
  }
}
