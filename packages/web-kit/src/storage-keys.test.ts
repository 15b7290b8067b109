import { expect, test } from 'vitest'
import { EMAIL_SUBSCRIBED_KEY, forgetSubscription } from './storage-keys.ts'

test.each([
  ['{"email":" Ada@example.com"}', null],
  ['{"email":"else@example.com"}', '{"email":"else@example.com"}'],
  ['null', 'null'],
])('product §7 removes the launch sign-up of a deleted account: %s', (stored, left) => {
  localStorage.setItem(EMAIL_SUBSCRIBED_KEY, stored)
  forgetSubscription('ada@example.com')
  expect(localStorage.getItem(EMAIL_SUBSCRIBED_KEY)).toBe(left)
})
