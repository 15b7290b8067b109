import { addressOf } from '@andscene/contracts/address'
import { sendInvitation } from '@andscene/contracts/routes/internal'
import type { App } from '@andscene/service-kit/create-app'
import { implement } from '@andscene/service-kit/implement'
import { hash } from 'node:crypto'
import { RateLimiterRes, type RateLimiterAbstract } from 'rate-limiter-flexible'
import { countStrangers } from './count-strangers.ts'
import type { Mailer } from './mailer.ts'

/** Invitations that one address is mailed a day, whoever sends them: past that whoever invites tells them by hand. */
export const MAILS_A_DAY = { points: 10, duration: 24 * 3_600 }
/** Invitations that one person has mailed a day, and those whose account is younger than a week. */
export const SENT_A_DAY = { points: 100, duration: 24 * 3_600 }
export const SENT_A_DAY_AT_FIRST = { points: 10, duration: 24 * 3_600 }

export type MailQuotas = {
  recipients: RateLimiterAbstract
  senders: RateLimiterAbstract
  newSenders: RateLimiterAbstract
  /** Whether an account is a week old. */
  isGrown(uid: string): Promise<boolean>
}

/** Mails that another service wants sent; outside, no token opens these routes. Counted by recipient and by sender. */
export async function mailRoutes(
  app: App,
  mailer: Mailer | undefined,
  { recipients, senders, newSenders, isGrown }: MailQuotas,
): Promise<void> {
  countStrangers(app, sendInvitation.callers)

  implement(app, sendInvitation, async ({ body, log }) => {
    if (!mailer) return { data: { sent: false } }
    const recipient = hash('sha256', addressOf(body.to))
    const quota = (await isGrown(body.sender)) ? senders : newSenders
    if (!(await isWithin(quota, body.sender)) || !(await isWithin(recipients, recipient)))
      return { data: { sent: false } }
    const { sent, reason } = await mailer.invite(body).catch(async (error: unknown) => {
      // It will be tried again, and counts once.
      await Promise.all([recipients.reward(recipient), quota.reward(body.sender)])
      throw error
    })
    // Nothing that a person wrote: an address is one's own.
    if (!sent) log.warn({ reason }, 'mail refused')
    return { data: { sent } }
  })
}

/** Counts one; false past the limit. */
async function isWithin(quota: RateLimiterAbstract, key: string): Promise<boolean> {
  try {
    await quota.consume(key)
    return true
  } catch (refused) {
    if (refused instanceof RateLimiterRes) return false
    throw refused
  }
}
