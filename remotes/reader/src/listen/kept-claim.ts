import { GUEST_CLAIM_KEY, readKey, removeKey, writeKey } from '@andscene/web-kit/storage-keys'

/** The guest whose person has asked to keep their notes, and is about to sign in: nothing but their own press claims it. */
type Claim = { guestKey: string; at: number }

/** As long as the page to return to is kept. Milliseconds. */
const LIFE_MS = 3_600_000

export const keepClaim = (guestKey: string, now = Date.now()): void =>
  void writeKey(GUEST_CLAIM_KEY, JSON.stringify({ guestKey, at: now } satisfies Claim))

/** Whether this guest is to become the account that signs in. */
export function isClaimKept(guestKey: string | undefined, now = Date.now()): boolean {
  try {
    const { guestKey: kept, at } = JSON.parse(readKey(GUEST_CLAIM_KEY) ?? '{}') as Partial<Claim>
    return kept !== undefined && kept === guestKey && typeof at === 'number' && Math.abs(now - at) < LIFE_MS
  } catch {
    return false
  }
}

export const forgetClaim = (): void => removeKey(GUEST_CLAIM_KEY)
