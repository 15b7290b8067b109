import { FORM_TYPES, OTHER_TYPES } from '@andscene/testing/content-types'
import { expectFailure, hostileHarness, refusesHostileRequests } from '@andscene/testing/hostile-suite'
import { rawRequest } from '@andscene/testing/raw-http'
import { recordingServer } from '@andscene/testing/recording-server'
import { afterAll, beforeEach, describe, expect, test } from 'vitest'
import { gatewayFixture, openGateway } from './testing/gateway-fixture.ts'

const gateway = await openGateway()
afterAll(gateway.close)
beforeEach(() => void gateway.behind.seen.splice(0))

const PATH = '/api/voices/default'
const harness = hostileHarness(() => gateway.origin, 'ada-token')
const { send, request: asAda } = harness

refusesHostileRequests(harness, {
  path: PATH,
  token: 'ada-token',
  refused: { line: `POST ${PATH}`, status: 401 },
  seen: () => gateway.behind.seen,
  streams: false,
})

describe('product §10: no route outside the table is reachable', () => {
  test.each(['/internal/scripts/1/narration', '/api/unknown', '/api/internal/commands', '/readyz/x'])(
    '%s',
    async (target) => {
      const response = await send(asAda(`GET ${target}`))
      expect(response.status).toBe(404)
      expectFailure(response)
      expect(gateway.behind.seen).toEqual([])
    },
  )
})

test('a client may ask for an upgrade, and gets what it would have got without', async () => {
  for (const upgrade of ['websocket', 'h2c']) {
    const rest = `Connection: Upgrade, HTTP2-Settings\r\nUpgrade: ${upgrade}\r\nHTTP2-Settings: AA\r\n\r\n`
    expect((await send(asAda(`GET ${PATH}`, rest))).status).toBe(200)
  }
})

test('headers that a client names in Connection cannot take ours away', async () => {
  const response = await send(
    asAda(`GET ${PATH}`, 'Connection: keep-alive, authorization, x-request-id, x-forwarded-for\r\n\r\n'),
  )
  expect(response.status).toBe(200)
  expect(gateway.behind.seen[0]?.headers).toMatchObject({
    authorization: expect.stringMatching(/^Bearer ey/) as string,
    'x-request-id': expect.stringMatching(/^[0-9a-f-]{36}$/) as string,
  })
})

test.each(['Accept', 'Range', 'If-None-Match', 'If-Range', 'Idempotency-Key', 'Origin', 'User-Agent'])(
  'bytes past ASCII in %s are never a failure of ours',
  async (name) => {
    const rest = `${name}: \xff\x80\t"\xe9\r\nContent-Length: 2\r\n\r\n{}`
    const response = await send(asAda(`POST ${PATH}`, rest))
    expect(response.status).toBeLessThan(500)
  },
)

test.each(['', 'nonsense', 'application/json; charset=\xff', 'a/b; boundary="', 'multipart/form-data'])(
  'a body of type "%s" is refused or passed on',
  async (type) => {
    for (const path of [PATH, '/api/scripts/upload']) {
      const rest = `Content-Type: ${type}\r\nContent-Length: 2\r\n\r\n{}`
      expect((await send(asAda(`POST ${path}`, rest))).status).toBeLessThan(500)
    }
  },
)

const upload = (type: string) =>
  send(asAda('POST /api/scripts/upload', `Content-Type: ${type}\r\nContent-Length: 2\r\n\r\n{}`))

test.each(FORM_TYPES)('product §5: the content type of an upload %s passes as it is', async (_how, type) => {
  expect((await upload(type)).status).toBe(200)
  expect(gateway.behind.seen[0]?.headers['content-type']).toBe(type)
})

test.each(OTHER_TYPES)(
  'product §5: an upload of the type %j is refused here, or by the service',
  async (type) => {
    const { status, body } = await upload(type)
    const passed = gateway.behind.seen.map(({ headers }) => headers['content-type'])
    expect([[type], []]).toContainEqual(passed)
    expect([status, JSON.parse(body)]).toMatchObject(
      passed.length > 0 ? [200, {}] : [415, { success: false, code: 'UNSUPPORTED_MEDIA' }],
    )
  },
)

test('a query that is not valid percent-encoding passes as it is, to be judged by the service', async () => {
  expect((await send(asAda('GET /api/scripts?limit=%&x=../..'))).status).toBe(200)
  expect(gateway.behind.seen[0]?.url).toBe('/api/scripts?limit=%&x=../..')
})

test('product §10: does not follow a redirect of a service, and sends no token with it', async () => {
  const elsewhere = await recordingServer()
  const service = await recordingServer({ status: 302, headers: { location: `${elsewhere.url}/metrics` } })
  const redirected = await gatewayFixture({}, {}, service)
  const text = `GET ${PATH} HTTP/1.1\r\nHost: x\r\nAuthorization: Bearer ada-token\r\n\r\n`
  expect((await rawRequest(redirected.origin, text)).status).toBe(302)
  const health = await rawRequest(redirected.origin, 'GET /api/health HTTP/1.1\r\nHost: x\r\n\r\n')
  expect(JSON.parse(health.body)).toMatchObject({ status: 'degraded' })
  expect(elsewhere.seen).toEqual([])
  await Promise.all([service.close(), elsewhere.close()])
})

test('product §10: a refused request is one line of the log, without anything its sender wrote', async () => {
  const before = gateway.refusals().length
  await send(asAda('GET /api/../secret-path-of-the-sender'))
  await send(
    `GET ${PATH} HTTP/1.1\r\nHost: ${gateway.host}\r\nAuthorization: Bearer wrong.token.here\r\n\r\n`,
  )
  await send(`GET ${PATH} HTTP/1.1\nHost: ${gateway.host}\n\n`)
  await send(asAda(`POST ${PATH}`, `Content-Length: ${2 * 1024 ** 2}\r\n\r\n{`))
  const lines = gateway.refusals().slice(before)
  expect(lines).toMatchObject([
    { route: 'none', reason: 'VALIDATION', status: 400, address: '127.0.0.1' },
    { route: PATH, reason: 'UNAUTHENTICATED', status: 401, address: '127.0.0.1' },
    { route: 'none', reason: 'VALIDATION', status: 400, address: '127.0.0.1' },
    { route: PATH, reason: 'TOO_LARGE', status: 413, address: '127.0.0.1', person: 'ada' },
  ])
  expect(lines).toHaveLength(4)
  expect(JSON.stringify(lines)).not.toMatch(/secret-path|wrong\.token|ada-token|stack/)
})
