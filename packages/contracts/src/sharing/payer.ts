import type { Person } from '../internal.ts'

/** A guest counts against the link's owner, or against the link with a token of an older release without the owner. */
export const payerOf = ({ uid, guest }: Pick<Person, 'uid' | 'guest'>): string =>
  guest ? (guest.ownerId ?? `link ${guest.linkId}`) : uid
