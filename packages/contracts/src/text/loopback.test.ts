import { expect, test } from 'vitest'
import { cases } from '../testing/text-cases.ts'
import { isLoopback } from './loopback.ts'

test.each(cases('this machine'))('%s is loopback', (host) => expect(isLoopback(host)).toBe(true))

test.each(cases('other machines'))('%j is not loopback', (host) => expect(isLoopback(host)).toBe(false))
