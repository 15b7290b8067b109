import { beginBody, firstResponses } from '@andscene/testing/raw-connections'
import { rawRequest } from '@andscene/testing/raw-http'
import { once } from 'node:events'
import { describe, expect, test } from 'vitest'
import { gatewayFixture, type Gateway } from './testing/gateway-fixture.ts'

let gateway: Gateway

const headers = (line: string, { token, rest = '' }: { token?: string; rest?: string } = {}) =>
  `${line} HTTP/1.1\r\nHost: ${gateway.host}\r\n${token ? `Authorization: Bearer ${token}\r\n` : ''}${rest}\r\n`
const get = (path: string, token?: string) =>
  rawRequest(gateway.origin, headers(`GET ${path}`, token ? { token } : {}))
const drip = (path: string, token?: string) => beginBody(gateway.origin, `POST ${path}`, { token })
const many = <T>(count: number, make: () => Promise<T>) => Promise.all(Array.from({ length: count }, make))

const JSON_PATH = '/api/voices/default'
const UPLOAD_PATH = '/api/scripts/upload'
const VISITOR_PATH = '/api/emails/subscribe'

describe('product §10: slow bodies', () => {
  test('responds 408 to a slow body and does not call a service', async () => {
    gateway = await gatewayFixture({}, { bodyLimits: { bodyMs: 100, checkMs: 10 } })
    for (const path of [JSON_PATH, VISITOR_PATH]) {
      const connection = await drip(path, 'ada-token')
      const response = await connection.response()
      expect([response.status, response.headers['connection']]).toEqual([408, 'close'])
      expect(JSON.parse(response.body)).toMatchObject({ code: 'TIMEOUT' })
      await connection.closed
    }
    expect(gateway.behind.seen).toEqual([])
    expect(gateway.refusals()).toMatchObject([
      { reason: 'TIMEOUT', route: JSON_PATH, person: 'ada' },
      { reason: 'TIMEOUT', route: VISITOR_PATH },
    ])
  })

  test('responds 408 to a slow upload and aborts it at the service too', async () => {
    // Long enough for the upload to reach the service on a busy machine.
    gateway = await gatewayFixture({}, { bodyLimits: { windowMs: 500, checkMs: 10 } })
    const left = once(gateway.behind.events, 'left')
    const connection = await drip(UPLOAD_PATH, 'ada-token')
    const response = await connection.response()
    expect([response.status, response.headers['connection']]).toEqual([408, 'close'])
    await Promise.all([connection.closed, left])
    expect(gateway.refusals()).toMatchObject([{ reason: 'TIMEOUT', route: UPLOAD_PATH, person: 'ada' }])
  })
})

describe('product §10: concurrent requests', () => {
  test.each([
    ['a user has 24 requests in flight', JSON_PATH, 'ada-token', '/api/scripts'],
    ['an address has 24 requests without a token in flight', VISITOR_PATH, undefined, '/api/health'],
  ])('%s; one more is refused before its body is read', async (_what, path, token, another) => {
    gateway = await gatewayFixture()
    const drips = await many(30, () => drip(path, token))
    for (const response of await firstResponses(drips, 6)) {
      expect([response.status, response.headers['retry-after']]).toEqual([429, '1'])
      expect(JSON.parse(response.body)).toMatchObject({ code: 'TOO_MANY_REQUESTS' })
    }
    expect((await get(another, token)).status).toBe(429)
    expect((await get('/api/scripts', 'bob-token')).status).toBe(200)
  })

  test('a user has 2 uploads in flight', async () => {
    gateway = await gatewayFixture()
    const uploads = await many(3, () => drip(UPLOAD_PATH, 'ada-token'))
    const [refused] = await firstResponses(uploads, 1)
    expect([refused?.status, refused?.headers['retry-after']]).toEqual([429, '1'])
    expect((await get('/api/scripts', 'ada-token')).status).toBe(200)
  })

  test('a request counts against the address while its token is verified', async () => {
    gateway = await gatewayFixture({}, { verify: () => new Promise(() => undefined) })
    const waiting = await many(30, () => drip(JSON_PATH, 'never-known'))
    for (const response of await firstResponses(waiting, 6)) expect(response.status).toBe(429)
    expect((await get('/api/health')).status).toBe(200)
  })

  test('all requests together have a limit too, with 503 and Retry-After; probes are exempt', async () => {
    gateway = await gatewayFixture({ LIMIT_IN_FLIGHT_TOTAL: '2' })
    await many(2, () => drip(JSON_PATH, 'ada-token'))
    await expect.poll(async () => (await get('/api/scripts', 'bob-token')).status).toBe(503)
    const refused = await get('/api/scripts', 'bob-token')
    expect([refused.headers['retry-after'], JSON.parse(refused.body)]).toMatchObject([
      '1',
      { code: 'UNAVAILABLE' },
    ])
    expect((await get('/healthz')).status).toBe(200)
  })

  test('counts an IPv6 address by its /64, an IPv4-mapped one as IPv4', async () => {
    gateway = await gatewayFixture({ LIMIT_SIGN_UPS: '2' })
    const signUp = async (address: string) => {
      const rest = `X-Forwarded-For: ${address}\r\nContent-Type: application/json\r\nContent-Length: 2\r\n`
      return (await rawRequest(gateway.origin, headers(`POST ${VISITOR_PATH}`, { rest }) + '{}')).status
    }
    expect(await signUp('2001:db8:1:2::1')).toBe(200)
    expect(await signUp('2001:db8:1:2:ffff::1')).toBe(200)
    expect(await signUp('2001:db8:1:2:aaaa:bbbb:cccc:dddd')).toBe(429)
    expect(await signUp('2001:db8:1:3::1')).toBe(200)
    expect(await signUp('203.0.113.9')).toBe(200)
    expect(await signUp('::ffff:203.0.113.9')).toBe(200)
    expect(await signUp('203.0.113.9')).toBe(429)
  })
})
