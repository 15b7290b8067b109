import { expect, test } from 'vitest'
import { cases } from '../testing/text-cases.ts'
import { isLoopback } from './loopback.ts'

test.each(cases('this machine'))('%s is this machine', (host) => expect(isLoopback(host)).toBe(true))

test.each(cases('other machines'))('%j is not taken for this machine', (host) =>
  expect(isLoopback(host)).toBe(false),
)
