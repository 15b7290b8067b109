import { SIGN_IN_LIFE_MS } from '@andscene/contracts/limits'
import { GUEST_CLAIM_KEY, readKey, removeKey, writeKey } from '@andscene/web-kit/storage-keys'

/** The guest whose person has asked to keep their notes, and is about to sign in: they are asked again afterwards. */
type Claim = { guestKey: string; at: number }

export const keepClaim = (guestKey: string, now = Date.now()): void =>
  void writeKey(GUEST_CLAIM_KEY, JSON.stringify({ guestKey, at: now } satisfies Claim))

/** Whether the person of this guest has asked to keep their notes. */
export function isClaimKept(guestKey: string | undefined, now = Date.now()): boolean {
  try {
    const { guestKey: kept, at } = JSON.parse(readKey(GUEST_CLAIM_KEY) ?? '{}') as Partial<Claim>
    return (
      kept !== undefined &&
      kept === guestKey &&
      typeof at === 'number' &&
      Math.abs(now - at) < SIGN_IN_LIFE_MS
    )
  } catch {
    return false
  }
}

export const forgetClaim = (): void => removeKey(GUEST_CLAIM_KEY)
