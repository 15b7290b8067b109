import { expect, test } from 'vitest'
import { guestsPart, linkPart, sharesOf } from './shares.ts'

const guest = (guestId: string, ownerId?: string) => ({
  uid: guestId,
  guest: { linkId: 'l1', scriptId: 's1', ownerId },
})

test('decision 0063 counts a user by id, whatever the address', () => {
  expect(sharesOf({ uid: 'ada' }, '203.0.113.7')).toEqual([{ kind: 'person', key: 'ada' }])
})

test("decision 0063 counts a guest by address, link and owner, separately from the owner's own requests", () => {
  const shares = sharesOf(guest('guest-1', 'ada'), '2001:db8:1:2::1')
  expect(shares).toEqual([
    { kind: 'guestsAtAddress', key: 'guests at 2001:db8:1:2::/64' },
    { kind: 'guestsOfLink', key: 'guests of the link l1' },
    { kind: 'guestsOfOwner', key: 'guests of ada' },
  ])
})

test('decision 0063 does not start a new share when a link is opened again, also with a token of an older release', () => {
  for (const owner of ['ada', undefined])
    expect(sharesOf(guest('guest-2', owner), '203.0.113.7')).toEqual(
      sharesOf(guest('guest-1', owner), '203.0.113.7'),
    )
})

test('decision 0063 limits the guests of one owner to a quarter of all places, but at least one', () => {
  expect([1_000, 7, 4, 1].map(guestsPart)).toEqual([250, 1, 1, 1])
})

test("decision 0063 limits the guests of one link to five sixths of the places of its owner's guests, but at least one", () => {
  expect([24_000, 250, 24, 1].map(linkPart)).toEqual([20_000, 209, 20, 1])
})
