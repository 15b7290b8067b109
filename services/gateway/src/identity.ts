import type { Person } from '@andscene/contracts/internal'
import type { ErrorCode } from '@andscene/contracts/schema/envelope'
import { plainName } from '@andscene/contracts/text/names'
import { HttpError } from '@andscene/service-kit/http-error'
import { createHash } from 'node:crypto'
import type { DecodedIdToken } from 'firebase-admin/auth'
import { withTimeout } from '@andscene/service-kit/timeouts'
import { RESPONSE_LIMIT_MS } from '@andscene/service-kit/identity/accounts'
import { countDependencyError } from '@andscene/service-kit/metrics/process-metrics'
import { ExpiringMap } from '@andscene/service-kit/expiring-map'

/** Returns the user of a valid ID token; throws an error with status 401, or AWAY when the identity service does not respond. */
export type VerifyIdToken = (token: string) => Promise<Person>

/** Maximum time until a revoked token is refused (product §10). */
const TRUST_MS = 5 * 60_000
/** How long a refusal is cached, so that repeated tokens need no call to the provider. */
const REFUSED_MS = 60_000
const REMEMBERED_TOKENS = 10_000
/** How far this machine's clock may be behind the signer's. */
const SKEW_SECONDS = 5 * 60

const NAME_LIMIT = 200
/** Maximum length of an e-mail address. A longer one is dropped, because a truncated one would be someone else's. */
const ADDRESS_LIMIT = 320

/** Claims of an ID token about its user, who may have chosen any of these values. */
export type PersonClaims = { name?: unknown; email?: unknown; email_verified?: unknown }
export type VerifierOptions = { now?: () => number; limitMs?: number }
type Claims = Pick<DecodedIdToken, 'uid' | 'exp'> &
  Partial<Pick<DecodedIdToken, 'iat' | 'auth_time'>> &
  PersonClaims

/**
 * Verifies Firebase ID tokens, checking revocation at most every five minutes per token: a player sends several
 * requests a second, and each check is a round trip. Concurrent requests with one token share a check.
 */
export function createIdTokenVerifier(
  ask: (token: string) => Promise<Claims>,
  { now = Date.now, limitMs = RESPONSE_LIMIT_MS }: VerifierOptions = {},
): VerifyIdToken {
  const trusted = new ExpiringMap<Person>(REMEMBERED_TOKENS, now)
  const refused = new ExpiringMap<HttpError>(REMEMBERED_TOKENS, now)
  const asked = new Map<string, Promise<Person>>()

  const verify = async (token: string, key: string): Promise<Person> => {
    try {
      const claims = await withTimeout(ask(token), limitMs)
      assertTimes(claims, now() / 1_000)
      const person = personOf(claims.uid, claims)
      trusted.set(key, person, Math.min(now() + TRUST_MS, claims.exp * 1_000))
      return person
    } catch (error) {
      const failure = failureOf(error)
      if (failure.statusCode === 401) refused.set(key, failure, now() + REFUSED_MS)
      throw failure
    }
  }

  return async (token) => {
    const key = createHash('sha256').update(token).digest('base64')
    const person = trusted.get(key)
    if (person) return person
    const known = refused.get(key)
    if (known) throw known
    const joined = asked.get(key) ?? verify(token, key).finally(() => asked.delete(key))
    asked.set(key, joined)
    return joined
  }
}

/** When the user of a verified ID token signed in, in seconds since 1970; 0 when the token does not include it. */
export function signedInAt(verifiedToken: string): number {
  try {
    const payload = Buffer.from(verifiedToken.split('.')[1] ?? '', 'base64url').toString()
    const { auth_time: at } = JSON.parse(payload) as { auth_time?: unknown }
    return typeof at === 'number' ? at : 0
  } catch {
    return 0
  }
}

/** Checks what the library does not: that the token expires, and that none of its times are in the future. */
function assertTimes({ exp, iat = 0, auth_time: signedIn = 0 }: Claims, seconds: number): void {
  if (!(exp > 0) || !(Math.max(iat, signedIn) <= seconds + SKEW_SECONDS))
    throw new HttpError('UNAUTHENTICATED', 'Please sign in again')
}

/** How firebase-admin's messages about the token itself start. Failures to fetch Google's keys have the same code. */
const OF_THE_TOKEN = /^(Firebase ID token|Decoding Firebase ID token|verifyIdToken\(\)|First argument to)/

/** Firebase's codes for a token that was valid: its signature is checked before. */
const ENDINGS = new Map<string, ErrorCode>([
  ['auth/id-token-revoked', 'SESSION_REVOKED'],
  ['auth/user-disabled', 'ACCOUNT_DISABLED'],
  ['auth/user-not-found', 'ACCOUNT_DELETED'],
])

function failureOf(error: unknown): HttpError {
  if (error instanceof HttpError) return error
  const { code = '', message = '' } = error as { code?: string; message?: string }
  // An outage treated as an invalid token would sign out all users, so any error not known to be about the token is an
  // outage.
  if (
    /^auth\/(id-token|invalid-id-token|invalid-uid|user|tenant)/.test(code) ||
    (code === 'auth/argument-error' && OF_THE_TOKEN.test(message))
  )
    return new HttpError(ENDINGS.get(code) ?? 'UNAUTHENTICATED', 'Please sign in again', { cause: error })
  countDependencyError('identity')
  return new HttpError('AWAY', 'Sign-in cannot be checked right now', { cause: error })
}

/** The user as services receive it: bounded in size, because it is sent with every request. */
export function personOf(uid: string, { name, email, email_verified: emailVerified }: PersonClaims): Person {
  const named = typeof name === 'string' ? cut(plainName(name)) : ''
  const reached = typeof email === 'string' && email !== '' && email.length <= ADDRESS_LIMIT
  return {
    uid,
    ...(named && { name: named }),
    ...(reached && { email, emailVerified: emailVerified === true }),
  }
}

/** Does not split a surrogate pair. */
const cut = (text: string) => text.slice(0, NAME_LIMIT).replace(/[\uD800-\uDBFF]$/, '')
