import { decodePem } from '@andscene/service-kit/config'
import { embeddedAccounts, type EmbeddedConnection } from '@andscene/service-kit/identity/embedded-accounts'
import { createVerifier } from 'fast-jwt'
import {
  createIdTokenVerifier,
  type PersonClaims,
  type VerifierOptions,
  type VerifyIdToken,
} from './identity.ts'

type Claims = { sub: string; exp: number; iat: number } & PersonClaims

/**
 * Verifies ID tokens of the embedded identity (architecture §4) with its public key (base64 of PEM), and looks up the
 * account. firebase-admin is not used: configured for an emulator it accepts unsigned tokens.
 */
export function verifyEmbedded(
  connection: EmbeddedConnection,
  publicKey: string,
  options?: VerifierOptions,
): VerifyIdToken {
  const { projectId } = connection
  const { findUser } = embeddedAccounts(connection)
  const read = createVerifier({
    key: decodePem(publicKey),
    algorithms: ['ES256'],
    allowedAud: projectId,
    allowedIss: `https://securetoken.google.com/${projectId}`,
    requiredClaims: ['sub', 'exp', 'iat'],
    cache: false,
  }) as (token: string) => Claims

  return createIdTokenVerifier(async (token) => {
    const claims = claimsOf(token, read)
    const { sub: uid, iat } = claims
    const user = await findUser(uid)
    if (!user) throw refusal('auth/user-not-found')
    if (user.disabled) throw refusal('auth/user-disabled')
    if (iat < Number(user.validSince ?? 0)) throw refusal('auth/id-token-revoked')
    return { ...claims, uid }
  }, options)
}

function claimsOf(token: string, read: (token: string) => Claims): Claims {
  try {
    const claims = read(token)
    if (typeof claims.sub !== 'string') throw new TypeError('The token has no subject')
    return claims
  } catch (cause) {
    throw refusal('auth/id-token-invalid', cause)
  }
}

/** Uses firebase-admin's codes, by which the verifier distinguishes invalid tokens from outages. */
const refusal = (code: string, cause?: unknown) => Object.assign(new Error(code, { cause }), { code })
