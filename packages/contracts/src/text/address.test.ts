import { describe, expect, test } from 'vitest'
import { addressOf, isLookalike, mailboxOf, maskedAddress } from './address.ts'

describe('addresses', () => {
  test('are compared without the case of A to Z', () => {
    expect(addressOf(' Bob.K@Example.COM ')).toBe('bob.k@example.com')
    expect(addressOf('J\u00d6RG@example.com')).toBe('j\u00d6rg@example.com')
  })

  test('never become ASCII by being compared, whatever the letter', () => {
    const letters = Array.from({ length: 0x11_0000 - 0x80 }, (_, n) => String.fromCodePoint(n + 0x80))
    expect(letters.filter((letter) => addressOf(letter).codePointAt(0)! < 0x80)).toEqual([])
  })

  test.each([
    ['the Kelvin sign', '\u212aate@example.com'],
    ['a long s', 'bos\u017f@example.com'],
    ['a dotless i', 'b\u0131ll@example.com'],
    ['a dotted capital I', 'b\u0130ll@example.com'],
    ['a sharp s', 'stra\u00dfe@example.com'],
    ['full-width letters', '\uff42ob@example.com'],
    ['a full-width at sign', 'bob\uff20example.com'],
    ['a full-width stop', 'bob@example\uff0ecom'],
    ['a ligature', '\ufb01n@example.com'],
    ['an invisible character', 'bo\u200bb@example.com'],
    ['an override of direction', 'bo\u202eb@example.com'],
  ])('are refused with %s', (_name, email) => {
    expect(isLookalike(email)).toBe(true)
  })

  test.each(['bob@example.com', 'J\u00f6rg@example.com', 'дина@example.com', '用户@例子.com'])(
    'may be %s',
    (email) => {
      expect(isLookalike(email)).toBe(false)
    },
  )
})

test.each([
  ['Bob+Drafts@Example.com', 'bob@example.com'],
  ['bob+a+b@example.com', 'bob@example.com'],
  ['bob@example.com', 'bob@example.com'],
  ['+bob@example.com', '+bob@example.com'],
  ['bob@a+b.example', 'bob@a+b.example'],
])('%s is counted as the mailbox %s', (email, mailbox) => {
  expect(mailboxOf(email)).toBe(mailbox)
})

test.each([
  ['bobbin@example.com', 'b…n@example.com'],
  ['bob@example.com', 'b…b@example.com'],
  ['bo@example.com', 'b…@example.com'],
  ['b@example.com', 'b…@example.com'],
])('shows %s to others as %s', (email, masked) => {
  expect(maskedAddress(email)).toBe(masked)
})
