import type { OpenedLink } from '@andscene/contracts/sharing'
import { GUEST_KEY } from './storage-keys.ts'

/**
 * The guest of this tab, so that a reload is the same guest. Where storage is blocked the page opens the link again: its token
 * stays in the address.
 */
type Kept = { token: string; link: OpenedLink }

/** The guest of that link, while their token is good by its own word. */
export function keptGuest(token: string, now = Date.now()): OpenedLink | undefined {
  try {
    const { token: kept, link } = JSON.parse(sessionStorage.getItem(GUEST_KEY) ?? '{}') as Partial<Kept>
    return kept === token && link && Date.parse(link.expiresAt) > now ? link : undefined
  } catch {
    return undefined
  }
}

export function keepGuest(token: string, link: OpenedLink): void {
  try {
    sessionStorage.setItem(GUEST_KEY, JSON.stringify({ token, link } satisfies Kept))
  } catch {
    // Blocked.
  }
}

export function forgetGuest(): void {
  try {
    sessionStorage.removeItem(GUEST_KEY)
  } catch {
    // As above.
  }
}
