import { expect, test } from 'vitest'
import { securityHeaders } from './security-headers.ts'
import { configOf } from './testing/edge-fixture.ts'

const headersOf = (env: Record<string, string>, origins: string[] = []) =>
  securityHeaders(configOf(env), origins)
const directive = (headers: Record<string, string>, name: string) =>
  headers['content-security-policy']?.split('; ').find((text) => text.startsWith(`${name} `))

test('product §10: allows scripts from our origin only, none inline, and inline styles', () => {
  const headers = headersOf({ IDENTITY_URL: 'http://identity' })
  expect(directive(headers, 'script-src')).toBe("script-src 'self'")
  expect(directive(headers, 'style-src')).toBe("style-src 'self' 'unsafe-inline'")
  expect(directive(headers, 'object-src')).toBe("object-src 'none'")
})

test('product §10: allows the microphone to our own pages only, and no other device', () => {
  const policy = headersOf({})['permissions-policy']!.split(', ')
  expect(policy).toContain('microphone=(self)')
  expect(policy.filter((feature) => !feature.endsWith('=()'))).toEqual(['microphone=(self)'])
})

test('allows the scripts of a remote on another origin in the registry', () => {
  const headers = headersOf({ IDENTITY_URL: 'http://identity' }, ['https://reader.example'])
  expect(directive(headers, 'script-src')).toBe("script-src 'self' https://reader.example")
  expect(directive(headers, 'connect-src')).toContain('https://reader.example')
})

test('allows the origins of the real identity service only when it is used', () => {
  const headers = headersOf({})
  expect(directive(headers, 'connect-src')).toContain('https://securetoken.googleapis.com')
  expect(directive(headers, 'frame-src')).toBe("frame-src 'self' https://demo-test.firebaseapp.com")
  const embedded = headersOf({ IDENTITY_URL: 'http://identity' })
  expect(directive(embedded, 'connect-src')).not.toContain('googleapis')
})

test('enforces https for browsers when a public origin uses it', () => {
  expect(headersOf({})).not.toHaveProperty('strict-transport-security')
  const secure = headersOf({ PUBLIC_ORIGIN: 'https://stage.example' })
  expect(secure['strict-transport-security']).toMatch(/^max-age=\d+$/)
})
