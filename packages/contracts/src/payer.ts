import type { Person } from './internal.ts'

/**
 * Whose a request is: a person's own, and of a guest the owner's of the link. Under the link itself count guests whose token is
 * of an older release, which does not name the owner.
 */
export const payerOf = ({ uid, guest }: Pick<Person, 'uid' | 'guest'>): string =>
  guest ? (guest.ownerId ?? `link ${guest.linkId}`) : uid
