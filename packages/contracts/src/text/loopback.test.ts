import { expect, test } from 'vitest'
import { isLoopback } from './loopback.ts'

test.each(['localhost', 'LOCALHOST', '127.0.0.1', '127.255.0.9', '::1', '[::1]'])(
  '%s is this machine',
  (host) => expect(isLoopback(host)).toBe(true),
)

test.each([
  '',
  '0.0.0.0',
  '127.1',
  '127.0.0.256',
  '127.0.0.1.evil.example',
  '127.evil.example',
  'localhost.evil.example',
  'mylocalhost',
  '::',
  '[::ffff:127.0.0.1]',
  '10.0.0.1',
  '127.0.0.1:80',
])('%j is not taken for this machine', (host) => expect(isLoopback(host)).toBe(false))
