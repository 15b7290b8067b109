import type { Person } from '@andscene/contracts/internal'
import type { Guest } from '../store/share-store.ts'
import { randomUUID } from 'node:crypto'

const PREFIX = 'guest-'

/** The service makes these ids: no account has one. */
export const newGuestId = (): string => `${PREFIX}${randomUUID()}`

export const isGuest = (id: string): boolean => id.startsWith(PREFIX)

/** Of the collaborator that this guest becomes: there is one at most. */
export const collaboratorIdOf = (guestId: string): string => guestId.slice(PREFIX.length)

/** Ids of guests are those from the first up to the second. */
export const GUEST_IDS = [PREFIX, 'guest.'] as const

/** The guest in the form of the store, also a forgotten one; undefined for a user with an account. */
export const guestIn = ({ uid: id, guest }: Person, openedAt: Date): Guest | undefined =>
  guest && { id, linkId: guest.linkId, scriptId: guest.scriptId, openedAt }
