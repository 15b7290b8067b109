import { expect, test } from 'vitest'
import { securityHeaders } from './security-headers.ts'

const CONFIG = {
  port: 0,
  host: '127.0.0.1',
  logLevel: 'silent',
  root: '/',
  webDir: '/',
  gatewayUrl: 'http://gateway',
  identityUrl: undefined,
  identitySecret: '',
  identityLimits: { signIn: 1, accounts: 1 },
  mailbox: false,
  firebase: { apiKey: 'k', authDomain: 'and-scene.firebaseapp.com', projectId: 'and-scene' },
  remotesFile: undefined,
  releases: undefined,
  publicOrigins: ['http://localhost:4200'],
  trustedProxies: [],
  limitInFlight: 24,
  limitFiles: 500,
  limitConnections: 1_000,
  metrics: undefined,
}

const directive = (headers: Record<string, string>, name: string) =>
  headers['content-security-policy']?.split('; ').find((text) => text.startsWith(`${name} `))

test('allows the scripts of a remote on another origin that the registry names', () => {
  const headers = securityHeaders({ ...CONFIG, identityUrl: 'http://identity' }, ['https://reader.example'])
  expect(directive(headers, 'script-src')).toBe("script-src 'self' https://reader.example")
  expect(directive(headers, 'connect-src')).toContain('https://reader.example')
})

test('allows what the real identity service needs, when that is the one', () => {
  const headers = securityHeaders(CONFIG, [])
  expect(directive(headers, 'connect-src')).toContain('https://securetoken.googleapis.com')
  expect(directive(headers, 'frame-src')).toBe("frame-src 'self' https://and-scene.firebaseapp.com")
  expect(
    directive(securityHeaders({ ...CONFIG, identityUrl: 'http://identity' }, []), 'connect-src'),
  ).not.toContain('googleapis')
})

test('has browsers keep to https when people reach us by it', () => {
  expect(securityHeaders(CONFIG, [])).not.toHaveProperty('strict-transport-security')
  const secure = securityHeaders({ ...CONFIG, publicOrigins: ['https://stage.example'] }, [])
  expect(secure['strict-transport-security']).toMatch(/^max-age=\d+$/)
})
