import { addressKey } from '@andscene/service-kit/address-key'
import { RateLimiterMemory, type RateLimiterRes } from 'rate-limiter-flexible'

const WINDOW_SECONDS = 60

/** Calls per minute. */
export type IdentityLimits = {
  /** Sign-in attempts per account, and failed ones per address. */
  signIn: number
  /** Per address: accounts created or changed, e-mails sent, codes tried. */
  accounts: number
}

/** A permitted attempt, which receives its outcome, or the seconds to wait. */
export type Attempt = { recordOutcome(succeeded: boolean): Promise<void> } | { retryAfter: number }

/** Calls that create or change accounts, send e-mails or try codes. */
const ACCOUNT_CALLS = new Set([
  'accounts:signUp',
  'accounts:signInWithIdp',
  'accounts:update',
  'accounts:sendOobCode',
  'accounts:resetPassword',
])

const limiter = (keyPrefix: string, points: number) =>
  new RateLimiterMemory({ keyPrefix, points, duration: WINDOW_SECONDS })

/**
 * Limits calls of the embedded identity (the real service has its own limits). Password guessing takes two forms: many
 * at one account, so every attempt at an account counts, from any address; or a few at many accounts, so failed
 * attempts of an address count, which does not block a household that signs in. Attempts count before they run, so
 * parallel ones cannot exceed the limit.
 */
export function signInLimits(limits: IdentityLimits) {
  const failed = limiter('failed', limits.signIn)
  const account = limiter('account', limits.signIn)
  const calls = limiter('calls', limits.accounts)

  return async (call: string, ip: string, email: unknown): Promise<Attempt> => {
    const address = addressKey(ip)
    try {
      if (ACCOUNT_CALLS.has(call)) await calls.consume(address)
      if (call !== 'accounts:signInWithPassword') return { recordOutcome: () => Promise.resolve() }
      // The address first: attempts of a blocked address must not use up the limit of an account.
      await failed.consume(address)
      await account.consume(accountKey(email))
      return {
        recordOutcome: async (succeeded) => {
          if (succeeded) await failed.reward(address)
        },
      }
    } catch (refused) {
      if (refused instanceof Error) throw refused
      return { retryAfter: Math.max(1, Math.ceil((refused as RateLimiterRes).msBeforeNext / 1_000)) }
    }
  }
}

/** Normalizes an e-mail address like the emulator, up to the maximum length of one. */
const accountKey = (email: unknown): string =>
  typeof email === 'string' ? email.toLowerCase().slice(0, 320) : ''
