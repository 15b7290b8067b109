import { mailboxOf } from '@andscene/contracts/address'
import { sendInvitation } from '@andscene/contracts/routes/internal'
import type { App } from '@andscene/service-kit/create-app'
import { implement } from '@andscene/service-kit/implement'
import { hash } from 'node:crypto'
import { RateLimiterRes, type RateLimiterAbstract } from 'rate-limiter-flexible'
import { countStrangers } from './count-strangers.ts'
import type { Mailer } from './mailer.ts'

/** Invitations that one address is mailed a day, whoever sends them: past that whoever invites tells them by hand. */
export const MAILS_A_DAY = { points: 10, duration: 24 * 3_600 }
/** Of them, those of one sender: the others are left to other people. */
export const MAILS_OF_ONE_A_DAY = { points: 2, duration: 24 * 3_600 }
/** Invitations that one person has mailed a day, and those whose account is younger than a week. */
export const SENT_A_DAY = { points: 100, duration: 24 * 3_600 }
export const SENT_A_DAY_AT_FIRST = { points: 10, duration: 24 * 3_600 }

export type MailQuotas = {
  recipients: RateLimiterAbstract
  pairs: RateLimiterAbstract
  senders: RateLimiterAbstract
  newSenders: RateLimiterAbstract
  /** Whether an account is a week old. */
  isGrown(uid: string): Promise<boolean>
}

/** Mails that another service wants sent; outside, no token opens these routes. Counted by recipient and by sender. */
export async function mailRoutes(
  app: App,
  mailer: Mailer | undefined,
  { recipients, pairs, senders, newSenders, isGrown }: MailQuotas,
): Promise<void> {
  countStrangers(app, sendInvitation.callers)

  implement(app, sendInvitation, async ({ body, log }) => {
    if (!mailer) return { data: { sent: false } }
    const recipient = hash('sha256', mailboxOf(body.to))
    // In this order: who is past a limit of their own takes nothing from a limit of others.
    const counts: Count[] = [
      [(await isGrown(body.sender)) ? senders : newSenders, body.sender],
      [pairs, `${body.sender} ${recipient}`],
      [recipients, recipient],
    ]
    for (const count of counts) if (!(await isWithin(count))) return { data: { sent: false } }
    const { sent, reason } = await mailer.invite(body).catch(async (error: unknown) => {
      // It will be tried again, and counts once.
      await Promise.all(counts.map(([quota, key]) => quota.reward(key)))
      throw error
    })
    // Nothing that a person wrote: an address is one's own.
    if (!sent) log.warn({ reason }, 'mail refused')
    return { data: { sent } }
  })
}

type Count = [quota: RateLimiterAbstract, key: string]

/** Counts one; false past the limit. */
async function isWithin([quota, key]: Count): Promise<boolean> {
  try {
    await quota.consume(key)
    return true
  } catch (refused) {
    if (refused instanceof RateLimiterRes) return false
    throw refused
  }
}
