import { sendInvitation } from '@andscene/contracts/routes/internal'
import type { ServiceClient } from '@andscene/service-kit/service-client'
import type { FastifyBaseLogger } from 'fastify'
import type { Clock } from '../clock.ts'
import { startSweeps, type Sweeps } from '../outbox/sweeps.ts'
import type { Stores } from '../store/open-stores.ts'

const MAILS_AT_ONCE = 50
/** What could not be mailed for so long is told as not mailed: whoever invited tells them. Milliseconds. */
const GIVEN_UP_MS = 24 * 3_600_000

type Parts = { stores: Pick<Stores, 'scripts' | 'shares'>; gateway: ServiceClient }

/**
 * Has invitations mailed: when woken, at start and every minute, until each was taken. One that could not be mailed holds
 * up none of the others; one may be mailed twice when a process dies in between.
 */
export function startInvitations({ stores, gateway }: Parts, clock: Clock, log: FastifyBaseLogger): Sweeps {
  const { scripts, shares } = stores
  const sweep = async () => {
    const failures: unknown[] = []
    for (const { id, scriptId, email, role, invitedBy, invitedAt } of await shares.unmailed(MAILS_AT_ONCE)) {
      try {
        if (clock.now().getTime() - invitedAt.getTime() > GIVEN_UP_MS) {
          await shares.markMailed(id, 'none')
          continue
        }
        const script = await scripts.find(scriptId, ['title'])
        if (!script) continue
        const body = {
          to: email,
          inviter: invitedBy,
          title: script.title,
          role,
          path: `/scripts/${scriptId}`,
        }
        const { data } = await gateway.call(sendInvitation, { body })
        await shares.markMailed(id, data.sent ? 'sent' : 'none')
      } catch (error) {
        failures.push(error)
      }
    }
    if (failures.length > 0) throw new AggregateError(failures, 'Some invitations are not mailed yet')
  }
  return startSweeps({ sweep, clock, log, failure: 'invitations stay to be mailed' })
}
