import { describe, expect, test } from 'vitest'
import { cases } from '../testing/text-cases.ts'
import { addressOf, isLookalike, mailboxOf, maskedAddress } from './address.ts'

describe('e-mail addresses', () => {
  test('are compared ignoring the case of A to Z', () => {
    expect(addressOf(' Bob.K@Example.COM ')).toBe('bob.k@example.com')
    expect(addressOf('J\u00d6RG@example.com')).toBe('j\u00d6rg@example.com')
  })

  test('fold no other letter into ASCII', () => {
    const letters = Array.from({ length: 0x11_0000 - 0x80 }, (_, n) => String.fromCodePoint(n + 0x80))
    expect(letters.filter((letter) => addressOf(letter).codePointAt(0)! < 0x80)).toEqual([])
  })

  test.each(cases('look-alike addresses'))('are refused with %s', (_name, email) => {
    expect(isLookalike(email)).toBe(true)
  })

  test.each(['bob@example.com', 'J\u00f6rg@example.com', 'дина@example.com', '用户@例子.com'])(
    'are not refused as look-alikes: %s',
    (email) => {
      expect(isLookalike(email)).toBe(false)
    },
  )
})

test.each(cases('mailboxes'))('%s counts as the mailbox %s', (email, mailbox) => {
  expect(mailboxOf(email)).toBe(mailbox)
})

test.each(cases('masked addresses'))('shows %s to others as %s', (email, masked) => {
  expect(maskedAddress(email)).toBe(masked)
})
