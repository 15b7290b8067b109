import { REFUSED_HEADER } from '@andscene/contracts/platform'
import { beginBody } from '@andscene/testing/raw-connections'
import { rawRequest } from '@andscene/testing/raw-http'
import { describe, expect, test } from 'vitest'
import { gatewayFixture, type Gateway } from './testing/gateway-fixture.ts'

let gateway: Gateway

const send = (line: string) =>
  rawRequest(
    gateway.origin,
    `${line} HTTP/1.1\r\nHost: ${gateway.host}\r\nAuthorization: Bearer whatever\r\n\r\n`,
  )
const drip = (line: string, length = 1_000, token = 'whatever') =>
  beginBody(gateway.origin, line, { token, length })
const CASTING = 'POST /api/scripts/1/assign-voices'
/** Sends a complete casting of this many bytes. */
const save = async (bytes: number) => {
  const connection = await drip(CASTING, bytes, 'ada-token')
  connection.write('}'.padEnd(bytes - 1))
  return connection.response()
}
const rename = async () => {
  const connection = await drip('PUT /api/profile', 12, 'ada-token')
  connection.write('"name":"A"}')
  return (await connection.response()).status
}

describe('product §10: every path is limited', () => {
  test.each([
    ['POST /api/nowhere', 404, 'NOT_FOUND', undefined],
    ['POST /readyz', 404, 'NOT_FOUND', undefined],
    ['PUT /api/scripts', 405, 'METHOD_NOT_ALLOWED', 'GET, HEAD'],
    ['PATCH /api/scripts/abc/assign-voices', 405, 'METHOD_NOT_ALLOWED', 'POST, GET, HEAD'],
  ])(
    'architecture §5: does not wait for the body of "%s": %i %s, Allow: %s',
    async (line, status, code, allow) => {
      gateway = await gatewayFixture()
      const response = await (await drip(line)).response()
      expect([response.status, response.headers['allow'], response.closed]).toEqual([status, allow, true])
      expect(JSON.parse(response.body)).toMatchObject({ success: false, code })
      expect(gateway.refusals()).toMatchObject([
        { reason: code, status, ...(status === 404 && { route: 'none' }) },
      ])
      expect(gateway.behind.seen).toEqual([])
    },
  )

  test('routes HEAD like GET', async () => {
    gateway = await gatewayFixture()
    const response = await fetch(`${gateway.origin}/api/scripts`, {
      method: 'HEAD',
      headers: { authorization: 'Bearer ada-token' },
    })
    expect(response.status).toBe(200)
    expect(gateway.behind.seen).toMatchObject([{ method: 'HEAD' }])
  })

  test.each([
    'GET /api/nowhere',
    'GET /api/docs',
    'GET /api/docs/json',
    'GET /api/docs/static/swagger-ui.css',
    'POST /api/profile/unsubscribe?key=k',
  ])('the request %s counts as one of a visitor, whatever its token', async (line) => {
    gateway = await gatewayFixture({ LIMIT_VISITOR: '2' })
    const statuses = []
    for (let n = 0; n < 3; n++) statuses.push((await send(line)).status)
    expect(statuses.slice(0, 2)).not.toContain(429)
    expect(statuses[2]).toBe(429)
  })
})

describe('product §10: JSON that takes long to parse', () => {
  test.each(['POST /api/voices/preview', 'PUT /api/preferences', 'PATCH /api/scripts/1'])(
    '"%s" accepts no more than its largest request needs',
    async (line) => {
      gateway = await gatewayFixture()
      const response = await (await drip(line, 32 * 1024 + 1, 'ada-token')).response()
      expect([response.status, response.closed]).toEqual([413, true])
    },
  )

  test('cancelling an upload counts as an upload, but needs no upload slot', async () => {
    gateway = await gatewayFixture({ LIMIT_UPLOADS_IN_FLIGHT: '1', LIMIT_UPLOADS: '2' })
    await drip('POST /api/scripts/upload', 900_000, 'ada-token')
    const cancel = async () => {
      const connection = await drip('POST /api/scripts/cancel-upload', 3, 'ada-token')
      connection.write('}'.padEnd(2))
      return (await connection.response()).status
    }
    const statuses = [await cancel(), await cancel(), await cancel()]
    expect(statuses.slice(0, 1)).toEqual([200])
    expect(statuses.at(-1)).toBe(429)
  })

  test('a change of the profile counts as an upload, because the name is written to every script', async () => {
    gateway = await gatewayFixture({ LIMIT_UPLOADS: '1' })
    expect([await rename(), await rename()]).toEqual([200, 429])
  })

  test('a large casting over the limit does not cause small ones to be refused', async () => {
    gateway = await gatewayFixture({ LIMIT_UPLOADS: '1' })
    expect((await save(40_000)).status).toBe(200)
    const { status, headers } = await save(40_000)
    // With the header the edge would refuse small ones too.
    expect([status, headers[REFUSED_HEADER]]).toEqual([429, undefined])
    expect((await save(1_000)).status).toBe(200)
  })

  test('a large casting counts as an upload, a small one does not', async () => {
    gateway = await gatewayFixture({ LIMIT_UPLOADS_IN_FLIGHT: '1' })
    const small = await Promise.all([1, 2].map(() => drip(CASTING, 1_000, 'ada-token')))
    const large = await Promise.all([1, 2].map(() => drip(CASTING, 900_000, 'ada-token')))
    const refused = await Promise.race(large.map((connection) => connection.response()))
    expect(refused.status).toBe(429)
    for (const connection of small) connection.write('}'.padEnd(999))
    for (const connection of small) expect((await connection.response()).status).toBe(200)
  })
})
