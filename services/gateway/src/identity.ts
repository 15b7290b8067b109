import { HttpError } from '@andscene/service-kit/http-error'
import { createHash } from 'node:crypto'
import { deleteApp, initializeApp } from 'firebase-admin/app'
import { getAuth, type DecodedIdToken } from 'firebase-admin/auth'

/** Answers the uid of a valid ID token; throws UNAUTHENTICATED, or UNAVAILABLE when identity does not answer. */
export type VerifyIdToken = (token: string) => Promise<string>

/** A revoked token dies within this time (RULINGS, Safety). */
const TRUST_MS = 5 * 60_000
const REMEMBERED_TOKENS = 10_000

type Options = { now?: () => number }

/**
 * Verifies Firebase ID tokens, asking about revocation at most every five minutes per token:
 * a player sends several requests a second, and each of them would cost a round trip.
 */
export function createIdTokenVerifier(
  ask: (token: string) => Promise<Pick<DecodedIdToken, 'uid' | 'exp'>>,
  { now = Date.now }: Options = {},
): VerifyIdToken {
  const trusted = new Map<string, { uid: string; until: number }>()
  return async (token) => {
    const key = createHash('sha256').update(token).digest('base64')
    const known = trusted.get(key)
    if (known && known.until > now()) return known.uid
    trusted.delete(key)
    const { uid, exp } = await ask(token).catch(fail)
    trusted.set(key, { uid, until: Math.min(now() + TRUST_MS, exp * 1_000) })
    const oldest = trusted.keys().next()
    if (trusted.size > REMEMBERED_TOKENS && !oldest.done) trusted.delete(oldest.value)
    return uid
  }
}

/** Firebase. */
export function connectFirebase(projectId: string) {
  const app = initializeApp({ projectId }, 'gateway')
  const auth = getAuth(app)
  return {
    verify: createIdTokenVerifier((token) => auth.verifyIdToken(token, true)),
    close: () => deleteApp(app),
  }
}

function fail(error: unknown): never {
  const code = (error as { code?: string }).code ?? ''
  // Everything that says something about the token or the person is theirs; the rest is an outage.
  if (/^auth\/(id-token|argument-error|invalid|user|tenant)/.test(code))
    throw new HttpError('UNAUTHENTICATED', 'Please sign in again', { cause: error })
  throw new HttpError('UNAVAILABLE', 'Sign-in cannot be checked right now', { cause: error })
}
