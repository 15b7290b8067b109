import type { Person } from '@andscene/contracts/internal'
import { payerOf } from '@andscene/contracts/sharing/payer'
import { addressKey } from './address-key.ts'

/** A limit counts users, and guests by their address, their link and its owner, each with its own maximum. */
export type ShareKind = 'person' | 'guestsAtAddress' | 'guestsOfLink' | 'guestsOfOwner'
/** Created by sharesOf only: no limit may count by a plain id, because a guest can get any number of them. */
export type Share = { readonly kind: ShareKind; readonly key: string; readonly [made]: true }
declare const made: unique symbol

/**
 * The keys that a request counts under in every limit of the platform (decision 0063). A guest counts under the
 * address, the link and the owner of the link, but not in the owner's own share. Opening a link again creates no new
 * share. A request that one share rejects is not counted by the shares after it.
 */
export function sharesOf(person: { uid: string; guest?: undefined }): Share[]
export function sharesOf(person: Pick<Person, 'uid' | 'guest'>, address: string): Share[]
export function sharesOf(person: Pick<Person, 'uid' | 'guest'>, address = ''): Share[] {
  const payer = payerOf(person)
  if (!person.guest) return [share('person', payer)]
  return [
    share('guestsAtAddress', `guests at ${addressKey(address)}`),
    share('guestsOfLink', `guests of the link ${person.guest.linkId}`),
    share('guestsOfOwner', `guests of ${payer}`),
  ]
}

const share = (kind: ShareKind, key: string) => ({ kind, key }) as Share

/** All guests of one owner together may use at most this part of all places. */
export const guestsPart = (places: number): number => Math.max(1, Math.floor(places / 4))
/** The guests of one link may use at most this part of the places of the owner's guests. */
export const linkPart = (ofOwner: number): number => Math.ceil((ofOwner * 5) / 6)
