import { randomUUID } from 'node:crypto'

const PREFIX = 'guest-'

/** The service makes these ids: no account has one. */
export const newGuestId = (): string => `${PREFIX}${randomUUID()}`

export const isGuest = (id: string): boolean => id.startsWith(PREFIX)

/** Ids of guests are those from the first up to the second. */
export const GUEST_IDS = [PREFIX, 'guest.'] as const
