import { FORM_TYPES } from '@andscene/testing/content-types'
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

describe('product §10: only routes of the table are reachable', () => {
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

test.each(['Accept', 'Range', 'If-None-Match', 'If-Range', 'Idempotency-Key', 'Origin', 'User-Agent'])(
  'non-ASCII bytes in %s never cause a 5xx',
  async (name) => {
    const rest = `${name}: \xff\x80\t"\xe9\r\nContent-Length: 2\r\n\r\n{}`
    const response = await send(asAda(`POST ${PATH}`, rest))
    expect(response.status).toBeLessThan(500)
  },
)

test.each(['', 'nonsense', 'application/json; charset=\xff', 'a/b; boundary="', 'multipart/form-data'])(
  'a body of type "%s" is refused or forwarded',
  async (type) => {
    for (const path of [PATH, '/api/scripts/upload']) {
      const rest = `Content-Type: ${type}\r\nContent-Length: 2\r\n\r\n{}`
      expect((await send(asAda(`POST ${path}`, rest))).status).toBeLessThan(500)
    }
  },
)

test.each(FORM_TYPES)(
  'product §5: forwards the content type of an upload %s unchanged',
  async (_how, type) => {
    const rest = `Content-Type: ${type}\r\nContent-Length: 2\r\n\r\n{}`
    expect((await send(asAda('POST /api/scripts/upload', rest))).status).toBe(200)
    expect(gateway.behind.seen[0]?.headers['content-type']).toBe(type)
  },
)

test('product §10: does not follow redirects of a service, nor sends them a token', async () => {
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
