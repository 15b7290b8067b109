import type { FastifyBaseLogger } from 'fastify'
import type { Clock } from '../clock.ts'
import { startSweeps, type Sweeps } from '../outbox/sweeps.ts'
import type { InvitationKeyStore, LinkStore } from '../store/share-store.ts'

const DAY_MS = 24 * 3_600_000

/**
 * At start and once a day: forgets links that ended more than `days` ago, with their guests and the guests' progress,
 * and withdrawn invitations.
 */
export function forgetEndedLinks(
  shares: Pick<LinkStore, 'forgetEnded'> & Pick<InvitationKeyStore, 'forgetWithdrawn'>,
  days: number,
  clock: Clock,
  log: FastifyBaseLogger,
): Sweeps {
  let due = 0
  const sweep = async () => {
    const now = clock.now().getTime()
    if (now < due) return
    const before = new Date(now - days * DAY_MS)
    await shares.forgetEnded(before)
    await shares.forgetWithdrawn(before)
    due = now + DAY_MS
  }
  return startSweeps({ sweep, clock, log, failure: 'links that ended are not forgotten yet' })
}
