import { mailboxOf } from '@andscene/contracts/text/address'
import type { IdentityAccounts } from '@andscene/service-kit/identity/accounts'
import { createLimiter, type SharedCounters } from '@andscene/service-kit/limiter'
import type { FastifyBaseLogger } from 'fastify'
import { hash } from 'node:crypto'
import { RateLimiterRes, type RateLimiterAbstract } from 'rate-limiter-flexible'
import type { Invitation, Mailer } from './mailer.ts'
import { LRUCache } from 'lru-cache'

const DAY_SECONDS = 24 * 3_600
/**
 * Daily limits of invitations: to one address, from one sender to one address, from one sender, from an account younger
 * than a week.
 */
const LIMITS = {
  mails: 10,
  'mails-of-one': 2,
  'mails-sent': 100,
  'mails-sent-at-first': 10,
} as const

type Parts = {
  /** Undefined when no mails are sent. */
  mailer: Mailer | undefined
  accounts: Pick<IdentityAccounts, 'createdAt'>
  /** Undefined: each process counts separately. */
  counters: SharedCounters | undefined
}

/**
 * Returns whether the mail was sent: false past a limit, without a mail server, and when the server rejected it
 * permanently.
 */
export type SendInvitation = (invitation: Invitation, log: FastifyBaseLogger) => Promise<boolean>

/**
 * Returns a function that sends invitations and counts them by recipient and sender. It throws AWAY while mails cannot
 * be sent; a retried mail counts once.
 */
export function invitationSender({ mailer, accounts, counters }: Parts): SendInvitation {
  const limiter = (name: keyof typeof LIMITS) =>
    createLimiter(name, { points: LIMITS[name], duration: DAY_SECONDS }, counters)
  const [recipients, pairs] = [limiter('mails'), limiter('mails-of-one')]
  const [senders, newSenders] = [limiter('mails-sent'), limiter('mails-sent-at-first')]
  const isGrown = accountAges(accounts)

  return async (invitation, log) => {
    if (!mailer) return false
    const { sender, to } = invitation
    const recipient = hash('sha256', mailboxOf(to))
    // In this order, so that a sender past their own limit does not use up the recipient's.
    const counts: Count[] = [
      [(await isGrown(sender)) ? senders : newSenders, sender],
      [pairs, `${sender} ${recipient}`],
      [recipients, recipient],
    ]
    for (const count of counts) if (!(await isWithin(count))) return false
    const { sent, reason } = await mailer.invite(invitation).catch(async (error: unknown) => {
      await Promise.all(counts.map(([limit, key]) => limit.reward(key)))
      throw error
    })
    // Without the address, which is personal data.
    if (!sent) log.warn({ reason }, 'mail refused')
    return sent
  }
}

type Count = [limit: RateLimiterAbstract, key: string]

/** Counts one; returns false past the limit. */
async function isWithin([limit, key]: Count): Promise<boolean> {
  try {
    await limit.consume(key)
    return true
  } catch (refused) {
    if (refused instanceof RateLimiterRes) return false
    throw refused
  }
}

const WEEK_MS = 7 * 24 * 3_600_000

/** Whether an account is at least a week old. An unknown age counts as young and is looked up again. */
function accountAges(accounts: Pick<IdentityAccounts, 'createdAt'>, now = Date.now) {
  const known = new LRUCache<string, number>({ max: 10_000 })
  return async (uid: string): Promise<boolean> => {
    const createdAt = known.get(uid) ?? (await accounts.createdAt(uid).catch(() => undefined))?.getTime()
    if (createdAt === undefined) return false
    known.set(uid, createdAt)
    return now() - createdAt >= WEEK_MS
  }
}
