import type { Person } from '../internal.ts'

/** A guest counts under the link's owner; under the link with a token of a release that did not name the owner. */
export const payerOf = ({ uid, guest }: Pick<Person, 'uid' | 'guest'>): string =>
  guest ? (guest.ownerId ?? `link ${guest.linkId}`) : uid
