import errors from 'firebase-tools/lib/emulator/auth/errors.js'
import stateModule, { type RefreshGrant } from 'firebase-tools/lib/emulator/auth/state.js'
import { createPublicKey } from 'node:crypto'
import { createRequire } from 'node:module'
import type { IdentityState } from './state-file.ts'

/**
 * Claim for the auth_time (seconds) of ID tokens from a refresh token. The emulator would use the latest sign-in
 * anywhere.
 */
const SIGNED_IN_AT = 'signed_in_at'
type Claims = { [SIGNED_IN_AT]?: number; [claim: string]: unknown }

type Verified<T> = { header: object; payload: T }
type Jwt = {
  sign(claims: Claims, key: string, options: object): string
  verify<T>(token: string, key: string, options: object): Verified<T>
  decode(token: string, options?: { complete?: boolean }): object | null
}

/** The emulator's instance of its JWT library, and the library's original functions. */
const require = createRequire(import.meta.url)
const jwt = createRequire(require.resolve('firebase-tools/lib/emulator/auth/server.js'))(
  'jsonwebtoken',
) as Jwt
const { sign, verify } = jwt
/** Throws an error that the emulator turns into a 400 with this code. */
const assert: (value: unknown, code: string) => asserts value = errors.assert

type Keys = { privateKey: string; publicKey: string }

/**
 * Makes the emulator sign every token it issues and accept only signed ones. By default it issues unsigned tokens and
 * accepts any that names a user, so that knowing an id is enough to sign in. Patches the two modules in which the
 * emulator creates and reads tokens: its JWT library (ID tokens) and its state (refresh tokens).
 *
 * @param privateKey PEM of an EC key (P-256); tokens are ES256.
 */
export function signTokens(state: IdentityState, projectId: string, privateKey: string): void {
  const publicKey = createPublicKey(privateKey).export({ type: 'spki', format: 'pem' }).toString()
  signIdTokens(projectId, { privateKey, publicKey })
  signRefreshTokens(state, projectId, { privateKey, publicKey })
}

function signIdTokens(projectId: string, { privateKey, publicKey }: Keys): void {
  const expected = {
    algorithms: ['ES256'],
    audience: projectId,
    issuer: `https://securetoken.google.com/${projectId}`,
    complete: true,
  }
  jwt.sign = ({ [SIGNED_IN_AT]: signedInAt, ...claims }, _noKey, options) =>
    sign({ ...claims, ...(signedInAt !== undefined && { auth_time: signedInAt }) }, privateKey, {
      ...options,
      algorithm: 'ES256',
    })
  jwt.decode = (token, options) => {
    // Without `complete` the emulator reads a token of another provider; no other provider signs tokens.
    if (!options?.complete) return null
    try {
      // Verified here; the emulator receives the unsigned form that it expects.
      return { ...verify(token, publicKey, expected), header: { alg: 'none' } }
    } catch {
      return null
    }
  }
}

/** The user of a refresh token, in the emulator's terms, and the time of issue (seconds). */
type RefreshClaims = { sub: string; iat: number; grant: Omit<RefreshGrant, 'user'> }

/** A new password invalidates earlier refresh tokens, like ID tokens. */
function signRefreshTokens(state: IdentityState, projectId: string, { privateKey, publicKey }: Keys): void {
  // A separate audience, so that neither kind of token is accepted as the other.
  const audience = `${projectId}/refresh`
  const claimsOf = (token: string): RefreshClaims | undefined => {
    const { signed } = stateModule.decodeRefreshToken(token)
    try {
      return verify<RefreshClaims>(signed ?? '', publicKey, {
        algorithms: ['ES256'],
        audience,
        complete: true,
      }).payload
    } catch {
      return undefined
    }
  }
  state.createRefreshTokenFor = (user, provider, { extraClaims = {}, secondFactor } = {}) => {
    const options = { algorithm: 'ES256', subject: user.localId, audience }
    const { [SIGNED_IN_AT]: signedInAt = Math.floor(Number(user.lastLoginAt) / 1_000) } = extraClaims
    const claims = { ...extraClaims, [SIGNED_IN_AT]: signedInAt }
    const signed = sign({ grant: { provider, extraClaims: claims, secondFactor } }, privateKey, options)
    // Wrapped in the envelope that the emulator opens before it reads its state.
    return stateModule.encodeRefreshToken({ _AuthEmulatorRefreshToken: 'signed', signed })
  }
  state.validateRefreshToken = (token) => {
    const claims = claimsOf(token)
    assert(claims, 'INVALID_REFRESH_TOKEN')
    const user = state.getUserByLocalId(claims.sub)
    assert(user, 'USER_NOT_FOUND')
    assert(!user.validSince || claims.iat >= Number(user.validSince), 'TOKEN_EXPIRED')
    return { user, ...claims.grant }
  }
}
