import { sendInvitation } from '@andscene/contracts/routes/internal'
import type { App } from '@andscene/service-kit/create-app'
import { implement } from '@andscene/service-kit/implement'
import { countStrangers } from './count-strangers.ts'
import type { Mailer } from './mailer.ts'

/** Mails that another service wants sent; outside, no token opens these routes. */
export async function mailRoutes(app: App, mailer: Mailer | undefined): Promise<void> {
  countStrangers(app, sendInvitation.callers)

  implement(app, sendInvitation, async ({ body, log }) => {
    if (!mailer) return { data: { sent: false } }
    const { sent, reason } = await mailer.invite(body)
    // Nothing that a person wrote: an address is one's own.
    if (!sent) log.warn({ reason }, 'mail refused')
    return { data: { sent } }
  })
}
