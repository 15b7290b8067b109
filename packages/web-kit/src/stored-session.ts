import { readKey, removeKey, SIGNED_OUT_KEY, TOKEN_KEY, writeKey } from './storage-keys.ts'

/** What this browser stores of a session beside the identity SDK's own records: whose token, and a sign-out under way. */

/** The uid that a Firebase ID token speaks of; undefined when it cannot be read. Not verified: only the backend can. */
function ownerOf(token: string | null): string | undefined {
  try {
    const payload = token!.split('.')[1]!.replaceAll('-', '+').replaceAll('_', '/')
    const { sub } = JSON.parse(atob(payload)) as { sub?: unknown }
    return typeof sub === 'string' ? sub : undefined
  } catch {
    return undefined
  }
}

/** Whose token is stored. */
export const tokenOwner = () => ownerOf(readKey(TOKEN_KEY))

/** True from the start of a sign-out until the identity SDK has done its part, however many pages that takes. */
export const isSignedOut = () => readKey(SIGNED_OUT_KEY) !== null
export const markSignedOut = () => void writeKey(SIGNED_OUT_KEY, '1')
export const unmarkSignedOut = () => removeKey(SIGNED_OUT_KEY)
