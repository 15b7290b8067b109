import { addressKey } from '@andscene/service-kit/address-key'
import { RateLimiterMemory, type RateLimiterRes } from 'rate-limiter-flexible'

const WINDOW_SECONDS = 60

/** Calls a minute. */
export type IdentityLimits = {
  /** Sign-in attempts at one account, and failed ones from one address. */
  signIn: number
  /** From one address: new accounts, changed ones, e-mails asked for, codes tried. */
  accounts: number
}

/** A permitted attempt, which receives its outcome; else the seconds to wait. */
export type Attempt = { recordOutcome(succeeded: boolean): Promise<void> } | { retryAfter: number }

/** Calls that make or change accounts, send e-mails or try codes. */
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
 * Limits of the embedded identity's calls (the real service has its own). Passwords are tried in two ways: many at one
 * account, so every attempt at an account counts, from wherever it comes; or a few at many accounts, so the failed ones of
 * an address count, and a household that signs in is not shut out. An attempt counts before it is made: a hundred concurrent ones
 * are a hundred.
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

/** E-mail addresses that the emulator takes for the same; no longer than one can be. */
const accountKey = (email: unknown): string =>
  typeof email === 'string' ? email.toLowerCase().slice(0, 320) : ''
