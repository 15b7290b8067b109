import type { FastifyBaseLogger } from 'fastify'
import type { Clock } from '../clock.ts'
import { SETTLED_MS } from '../store/documents/accounts.ts'
import type { Stores } from '../store/open-stores.ts'
import { startSweeps, type Sweeps } from './sweeps.ts'

const DAY_MS = 24 * 3_600_000
/** How long a key stays cancelled: longer than any retry of its upload. */
const CANCELLED_MS = DAY_MS

type Forgetful = {
  scripts: Pick<Stores['scripts'], 'forgetCancelled' | 'sweepFiles'>
  shares: Pick<Stores['shares'], 'forgetEnded' | 'forgetWithdrawn'>
}

/**
 * Every minute: removes keys of cancelled uploads, and files whose process crashed before their script was stored. Once
 * a day: removes links that ended more than `days` ago, with their guests and the guests' progress, and withdrawn
 * invitations.
 */
export function startForgetting(
  { scripts, shares }: Forgetful,
  days: number,
  clock: Clock,
  log: FastifyBaseLogger,
): Sweeps {
  let due = 0
  const sweep = async () => {
    const now = clock.now().getTime()
    const ago = (ms: number) => new Date(now - ms)
    await scripts.forgetCancelled({ before: ago(CANCELLED_MS) })
    await scripts.sweepFiles(ago(SETTLED_MS))
    if (now < due) return
    await shares.forgetEnded(ago(days * DAY_MS))
    await shares.forgetWithdrawn(ago(days * DAY_MS))
    due = now + DAY_MS
  }
  return startSweeps({ sweep, clock, log, failure: 'expired data is not forgotten yet' })
}
