import type { SessionUser } from './session-state.ts'
import { readKey, removeKey, SIGNED_OUT_KEY, TOKEN_KEY, writeKey } from '../storage-keys.ts'

/** A stored token with less time left is not used, because this device's clock may be wrong. */
const MIN_REMAINING_MS = 60_000

/** How a session ended: by a sign-out, or by a 401. */
export const BY_PERSON = '1'
export const EXPIRED = 'expired'
export type SessionEnding = typeof BY_PERSON | typeof EXPIRED

const claims = () => claimsOf(readKey(TOKEN_KEY))
const textOf = (claim: unknown) => (typeof claim === 'string' ? claim : undefined)

export const tokenOwner = () => textOf(claims().sub)

/** Returns the user of the stored token, unless it has expired or a sign-out is pending. */
export function storedPerson(): SessionUser | undefined {
  const { sub, email, name, email_verified: emailVerified, exp } = claims()
  const isGood =
    typeof sub === 'string' && typeof exp === 'number' && exp * 1_000 > Date.now() + MIN_REMAINING_MS
  if (!isGood || isSignedOut()) return undefined
  return {
    uid: sub,
    email: textOf(email) ?? null,
    displayName: textOf(name) ?? null,
    emailVerified: emailVerified === true,
  }
}

/** True from the start of a sign-out until the identity SDK has signed out, possibly on a later page. */
export const isSignedOut = () => readKey(SIGNED_OUT_KEY) !== null
export const markSignedOut = (how: SessionEnding) => void writeKey(SIGNED_OUT_KEY, how)
/** Whether the user has signed out. After an expired session, unsent notes are kept. */
export const isSignedOutByPerson = () => readKey(SIGNED_OUT_KEY) === BY_PERSON
export const unmarkSignedOut = () => removeKey(SIGNED_OUT_KEY)

/** The claims of a JWT, or none if it cannot be read. Not verified: only the backend can. */
export function claimsOf(token: string | null): Record<string, unknown> {
  try {
    const payload = token!.split('.')[1]!.replaceAll('-', '+').replaceAll('_', '/')
    const bytes = Uint8Array.from(atob(payload), (byte) => byte.charCodeAt(0))
    return JSON.parse(new TextDecoder().decode(bytes)) as Record<string, unknown>
  } catch {
    return {}
  }
}
