import type { Person } from '@andscene/contracts/internal'
import type { Guest } from '../store/share-store.ts'
import { randomUUID } from 'node:crypto'

const PREFIX = 'guest-'

/** Returns an id that no account can have. */
export const newGuestId = (): string => `${PREFIX}${randomUUID()}`

export const isGuest = (id: string): boolean => id.startsWith(PREFIX)

/** The id of the collaborator that this guest becomes: the same each time, so that there is at most one. */
export const collaboratorIdOf = (guestId: string): string => guestId.slice(PREFIX.length)

/** All guest ids are in this range (upper bound exclusive). */
export const GUEST_IDS = [PREFIX, 'guest.'] as const

/**
 * Returns the caller's guest as the store expects it, also one that was removed; undefined for a user with an account.
 */
export const guestIn = ({ uid: id, guest }: Person, openedAt: Date): Guest | undefined =>
  guest && { id, linkId: guest.linkId, scriptId: guest.scriptId, openedAt }
