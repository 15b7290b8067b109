import type { OpenedLink } from '@andscene/contracts/sharing'
import { endOfKept, LEAST_LEFT_MS } from './guest-token.ts'
import { GUESTS_KEY, readKey, removeKey, writeKey } from '../storage-keys.ts'

/**
 * Who this device was at the links that it opened, by their tokens, so that a guest is the same one at every opening (decision
 * 0065). Where storage is blocked the page opens the link anew: its token stays in the address. Also read by listen.js of
 * the shell.
 */
export type KeptGuest = {
  /** Absent once its guest token is over or was refused. */
  link?: OpenedLink
  guestKey?: string
}

/** Links of one device; those that were opened longest ago go first. */
const MOST_LINKS = 100

function all(): Record<string, KeptGuest> {
  try {
    const kept = JSON.parse(readKey(GUESTS_KEY) ?? '{}') as unknown
    return typeof kept === 'object' && kept !== null ? (kept as Record<string, KeptGuest>) : {}
  } catch {
    return {}
  }
}

/** The guest of that link, until its end is over; `link` only while its token is good. */
export function keptGuest(token: string, now = Date.now()): KeptGuest {
  const { link, guestKey } = all()[token] ?? {}
  const isGood = link && Date.parse(link.expiresAt) > now && endOfKept(link.guestToken) > now + LEAST_LEFT_MS
  return {
    ...(isGood && { link }),
    ...(guestKey !== undefined && { guestKey }),
  }
}

/** False where storage is blocked or full. */
export function keepGuest(token: string, guest: KeptGuest): boolean {
  const { [token]: _before, ...others } = all()
  const entries = [...Object.entries(others), [token, guest] as const].slice(-MOST_LINKS)
  return writeKey(GUESTS_KEY, JSON.stringify(Object.fromEntries(entries)))
}

export function forgetGuest(token: string): void {
  const { [token]: _gone, ...others } = all()
  if (Object.keys(others).length === 0) removeKey(GUESTS_KEY)
  else writeKey(GUESTS_KEY, JSON.stringify(others))
}
