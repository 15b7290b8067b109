import { INVITATION_DAYS } from '@andscene/contracts/limits'
import { hash, randomBytes } from 'node:crypto'

const KEY_BYTES = 32
const DAY_MS = 24 * 3_600_000

/** The key of an invitation, and the hash that is stored. */
export function newKey(): { key: string; keyHash: string } {
  const key = randomBytes(KEY_BYTES).toString('base64url')
  return { key, keyHash: hashOfKey(key) }
}

export const hashOfKey = (key: string): string => hash('sha256', key)

/** When an invitation that is sent now is over. */
export const invitationEnd = (now: Date): Date => new Date(now.getTime() + INVITATION_DAYS * DAY_MS)
