import type { Person } from '@andscene/contracts/internal'
import type { Guest } from '../store/share-store.ts'

/** The guest as the store keeps them, also one who was forgotten meanwhile; undefined for a person with an account. */
export const guestIn = ({ uid: id, guest }: Person, openedAt: Date): Guest | undefined =>
  guest && { id, linkId: guest.linkId, scriptId: guest.scriptId, openedAt }
