import { IDENTITY_SECRET_HEADER } from '@andscene/contracts/platform'
import { decodePem } from '@andscene/service-kit/config'
import { partAway } from '@andscene/service-kit/http-error'
import { isOk, jsonOf, sendRequest } from '@andscene/service-kit/calls/send-request'
import { createVerifier } from 'fast-jwt'
import type { GatewayConfig } from './config.ts'
import { dateOf, type IdentityAccounts } from './identity-accounts.ts'
import { createIdTokenVerifier, RESPONSE_LIMIT_MS, type VerifyIdToken } from './identity.ts'
import type { PersonClaims } from './person-claims.ts'

export type EmbeddedIdentity = {
  projectId: string
  /** Address of the identity part. */
  url: string
  /** The secret that its port requires. */
  secret: string
  /** PEM of the key that its tokens are checked with. */
  publicKey: string
}

/** What the configuration says of it; undefined when identity is Firebase. */
export function embeddedIdentity(config: GatewayConfig): EmbeddedIdentity | undefined {
  const { IDENTITY_URL: url, IDENTITY_SECRET: secret, IDENTITY_PUBLIC_KEY: key } = config
  if (!url || !secret || !key) return undefined
  return { projectId: config.FIREBASE_PROJECT_ID, url, secret, publicKey: decodePem(key) }
}

type Claims = { sub: string; exp: number; iat: number } & PersonClaims
type User = {
  localId: string
  disabled?: boolean
  validSince?: string
  email?: string
  emailVerified?: boolean
  /** Milliseconds, as a text. */
  createdAt?: string
}

/**
 * Verifies the ID tokens of the embedded identity (architecture §4) by the key it signs them with, and asks it whether the person
 * is still there. firebase-admin is not used for it: configured for an emulator it accepts unsigned tokens.
 */
export function connectEmbedded(
  { projectId, url, secret, publicKey }: EmbeddedIdentity,
  options: { now?: () => number } = {},
): { verify: VerifyIdToken; accounts: IdentityAccounts; close: () => Promise<void> } {
  const read = createVerifier({
    key: publicKey,
    algorithms: ['ES256'],
    allowedAud: projectId,
    allowedIss: `https://securetoken.google.com/${projectId}`,
    requiredClaims: ['sub', 'exp', 'iat'],
    cache: false,
  }) as (token: string) => Claims
  /** A call as an administrator. */
  const call = async (name: string, body: object): Promise<object> => {
    const path = `/identitytoolkit.googleapis.com/v1/projects/${projectId}/accounts:${name}`
    const response = await sendRequest(new URL(path, url), {
      method: 'POST',
      headers: {
        authorization: 'Bearer owner',
        'content-type': 'application/json',
        [IDENTITY_SECRET_HEADER]: secret,
      },
      body: JSON.stringify(body),
      signal: AbortSignal.timeout(RESPONSE_LIMIT_MS),
    })
    if (isOk(response)) return (await jsonOf(response)) as object
    response.resume()
    throw new Error(`The identity part responded to ${name} with ${response.statusCode}`)
  }
  const userOf = async (uid: string): Promise<User | undefined> => {
    const { users = [] } = (await call('lookup', { localId: [uid] })) as { users?: User[] }
    return users.find(({ localId }) => localId === uid)
  }
  const accounts: IdentityAccounts = {
    verifiedEmail: (uid) =>
      orAway(async () => {
        const user = await userOf(uid)
        return user?.emailVerified ? user.email : undefined
      }),
    createdAt: (uid) =>
      orAway(async () => {
        const { createdAt } = (await userOf(uid)) ?? {}
        return createdAt === undefined ? undefined : dateOf(Number(createdAt))
      }),
    remove: (uid) =>
      orAway(async () => {
        if (await userOf(uid)) await call('delete', { localId: uid })
      }),
  }

  const ask = async (token: string) => {
    const claims = claimsOf(token, read)
    const { sub: uid, iat } = claims
    const user = await userOf(uid)
    if (!user) throw refusal('auth/user-not-found')
    if (user.disabled) throw refusal('auth/user-disabled')
    if (iat < Number(user.validSince ?? 0)) throw refusal('auth/id-token-revoked')
    return { ...claims, uid }
  }
  return { verify: createIdTokenVerifier(ask, options), accounts, close: () => Promise.resolve() }
}

async function orAway<T>(work: () => Promise<T>): Promise<T> {
  try {
    return await work()
  } catch (cause) {
    throw partAway('identity', cause)
  }
}

function claimsOf(token: string, read: (token: string) => Claims): Claims {
  try {
    const claims = read(token)
    if (typeof claims.sub !== 'string') throw new TypeError('The token names nobody')
    return claims
  } catch (cause) {
    throw refusal('auth/id-token-invalid', cause)
  }
}

/** In the terms of firebase-admin, which the verifier tells faults of a token from outages by. */
const refusal = (code: string, cause?: unknown) => Object.assign(new Error(code, { cause }), { code })
