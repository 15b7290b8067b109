import { describe, expect, test } from 'vitest'
import { targetFault, upstreamAddress } from './request-target.ts'

describe('product §10: request targets', () => {
  test.each([
    '/',
    '/api/scripts?limit=5&cursor=a%2Fb',
    '/api/audio/scripts/s1/en-GB%3ARyan/0a.mp3',
    '/identitytoolkit.googleapis.com/v1/accounts:signUp?key=k',
    '/remotes/landing/aa/assets/page.0123.js',
    '/a..b/.hidden/...',
    '/emulator/action?mode=verifyEmail&continueUrl=http://localhost:4200/',
    '/search?q=a\\b"|',
  ])('accepts %s', (target) => expect(targetFault(target)).toBeUndefined())

  test.each([
    '',
    '*',
    'http://127.0.0.1:9/metrics',
    'HTTPS://evil.example/',
    '127.0.0.1:9',
    'api/scripts',
    '//evil.example/x',
    '/api//scripts',
    '/\\evil.example',
    '\\\\evil.example',
    '/api/..',
    '/api/../metrics',
    '/api/./scripts',
    '/api/%2e%2e/metrics',
    '/api/%2E./metrics',
    '/api/.%2e',
    '/api/%2e',
    '/api/audio/..%2f..%2fmetrics',
    '/api/audio/..%5Cmetrics',
    '/api/a%00b',
    '/api/a%0d%0ab',
    '/api/a%7f',
    '/api/%c2%85',
    '/api/scripts?x=%0d%0aSet-Cookie:a',
    '/api/scripts?x=\u0000',
    '/api/a b',
    '/api/a\tb',
    '/api/%',
    '/api/%zz',
    '/api/%c3',
    '/api/é',
    '/api/scripts#fragment',
    '/api/scripts?x=é',
    '/api/scripts/s1/%65vents',
    '/%41pi',
    '/api/%30',
    '/api/a%2Db',
    '/api/a%2eb',
    '/api/%5fa',
    '/api/%7Ea',
  ])('rejects %s', (target) => expect(targetFault(target)).toMatchObject({ statusCode: 400 }))

  test('explains how to write characters that need no encoding, and accepts them in a query', () => {
    expect(targetFault('/api/%61')?.message).toBe(
      "The address percent-encodes characters that must not be encoded. Send letters, digits and '-', '.', '_', '~' as they are.",
    )
    expect(targetFault('/api/scripts?cursor=%61%7E')).toBeUndefined()
    for (const needed of ['%20', '%25', '%3A', '%3a', '%2565', '%C3%A4', '%3B', '%22'])
      expect(targetFault(`/api/${needed}`)).toBeUndefined()
  })

  test('rejects targets longer than 8 KB with 414', () => {
    expect(targetFault(`/${'a'.repeat(8 * 1024)}`)).toMatchObject({ statusCode: 414, code: 'URI_TOO_LONG' })
    expect(targetFault(`/${'a'.repeat(8 * 1024 - 1)}`)).toBeUndefined()
  })

  test('always resolves to the fixed origin', () => {
    expect(upstreamAddress('http://127.0.0.1:81/', '/api/x?y=1')).toBe('http://127.0.0.1:81/api/x')
    for (const target of ['@evil.example/', 'http://evil.example/', '.evil.example/', '1/x', '2', ''])
      expect(() => upstreamAddress('http://127.0.0.1:81', target)).toThrow('not served here')
  })
})
