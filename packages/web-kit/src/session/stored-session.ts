import type { SessionUser } from './session-state.ts'
import { readKey, removeKey, SIGNED_OUT_KEY, TOKEN_KEY, writeKey } from '../storage-keys.ts'

/** A stored token that ends sooner is not believed: the clock of this device may be off. */
const LEAST_LIFE_MS = 60_000

/** What this browser stores of a session beside the identity SDK's own records: whose token, and a sign-out under way. */

/** How a session ends, as it is marked: by its person, or by a 401. */
export const BY_PERSON = '1'
export const EXPIRED = 'expired'
export type SessionEnding = typeof BY_PERSON | typeof EXPIRED

type Claims = Partial<Record<'sub' | 'email' | 'name' | 'email_verified' | 'exp', unknown>>

/** What the stored Firebase ID token says; nothing when it cannot be read. Not verified: only the backend can. */
function claims(): Claims {
  try {
    const payload = readKey(TOKEN_KEY)!.split('.')[1]!.replaceAll('-', '+').replaceAll('_', '/')
    const bytes = Uint8Array.from(atob(payload), (byte) => byte.charCodeAt(0))
    return JSON.parse(new TextDecoder().decode(bytes)) as Claims
  } catch {
    return {}
  }
}

const textOf = (claim: unknown) => (typeof claim === 'string' ? claim : undefined)

/** Whose token is stored. */
export const tokenOwner = () => textOf(claims().sub)

/** The person of the stored token, as long as it has not expired and nobody has signed out; else undefined. */
export function storedPerson(): SessionUser | undefined {
  const { sub, email, name, email_verified: emailVerified, exp } = claims()
  const isGood =
    typeof sub === 'string' && typeof exp === 'number' && exp * 1_000 > Date.now() + LEAST_LIFE_MS
  if (!isGood || isSignedOut()) return undefined
  return {
    uid: sub,
    email: textOf(email) ?? null,
    displayName: textOf(name) ?? null,
    emailVerified: emailVerified === true,
  }
}

/** True from the start of a sign-out until the identity SDK has done its part, however many pages that takes. */
export const isSignedOut = () => readKey(SIGNED_OUT_KEY) !== null
export const markSignedOut = (how: SessionEnding) => void writeKey(SIGNED_OUT_KEY, how)
/** Whether the person has asked for it; a session that expired, or was ended elsewhere, leaves what they wrote. */
export const isSignedOutByPerson = () => readKey(SIGNED_OUT_KEY) === BY_PERSON
export const unmarkSignedOut = () => removeKey(SIGNED_OUT_KEY)
