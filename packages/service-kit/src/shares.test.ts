import { expect, test } from 'vitest'
import { guestsPart, linkPart, sharesOf } from './shares.ts'

const guest = (guestId: string, ownerId?: string) => ({
  uid: guestId,
  guest: { linkId: 'l1', scriptId: 's1', ownerId },
})

test('decision 0063 counts a person under their id, wherever they are', () => {
  expect(sharesOf({ uid: 'ada' }, '203.0.113.7')).toEqual([{ kind: 'person', key: 'ada' }])
})

test('decision 0063 counts a guest under address, link and owner, apart from what the owner asks for', () => {
  const shares = sharesOf(guest('guest-1', 'ada'), '2001:db8:1:2::1')
  expect(shares).toEqual([
    { kind: 'guestsAtAddress', key: 'guests at 2001:db8:1:2::/64' },
    { kind: 'guestsOfLink', key: 'guests of the link l1' },
    { kind: 'guestsOfOwner', key: 'guests of ada' },
  ])
})

test('decision 0063 a link that is opened again makes no new share, with a token of an older release neither', () => {
  for (const owner of ['ada', undefined])
    expect(sharesOf(guest('guest-2', owner), '203.0.113.7')).toEqual(
      sharesOf(guest('guest-1', owner), '203.0.113.7'),
    )
})

test('decision 0063 gives the guests of one owner a quarter of all places, and one at least', () => {
  expect([1_000, 7, 4, 1].map(guestsPart)).toEqual([250, 1, 1, 1])
})

test('decision 0063 gives the guests of one link five sixths of what the guests of its owner have, and one at least', () => {
  expect([24_000, 250, 24, 1].map(linkPart)).toEqual([20_000, 209, 20, 1])
})
