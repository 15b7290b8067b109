import { beginBody, firstResponses, openConnection } from '@andscene/testing/raw-connections'
import { rawRequest, type RawConnection } from '@andscene/testing/raw-http'
import { once } from 'node:events'
import { describe, expect, onTestFinished, test } from 'vitest'
import { openEdgeWithGateway } from './testing/edge-with-gateway.ts'

async function platform(tuning?: Parameters<typeof openEdgeWithGateway>[1]) {
  const fixture = await openEdgeWithGateway({}, tuning)
  onTestFinished(fixture.close)
  return fixture
}

const drip = (origin: string, path: string, token?: string) => beginBody(origin, `POST ${path}`, { token })
const many = <T>(count: number, make: () => Promise<T>) => Promise.all(Array.from({ length: count }, make))
const get = (origin: string, path: string, token: string) =>
  rawRequest(
    origin,
    `GET ${path} HTTP/1.1\r\nHost: localhost\r\nAuthorization: Bearer ${token}\r\nAccept-Encoding: identity\r\n\r\n`,
  )
const statuses = async (begun: readonly RawConnection[], count: number) =>
  (await firstResponses(begun, count)).map(({ status }) => status)

describe('product §10: fair shares at the edge', () => {
  test('150 slow bodies of one user and 150 without a token delay no other user', async () => {
    const { origin, service } = await platform()
    const [ofOne, ofStrangers] = await Promise.all([
      many(150, () => drip(origin, '/api/voices/default', 'mallory')),
      many(150, () => drip(origin, '/api/emails/subscribe')),
    ])
    const refused = Promise.all([statuses(ofOne, 126), statuses(ofStrangers, 126)])
    expect(new Set((await refused).flat())).toEqual(new Set([429]))
    // The other slow requests stay open.
    const others = await many(20, () => get(origin, '/api/scripts', 'ada'))
    expect(others.map(({ status }) => status)).toEqual(Array<number>(20).fill(200))
    expect(service.seen.map(({ url }) => url)).toEqual(Array<string>(20).fill('/api/scripts'))
    expect([...ofOne, ...ofStrangers].filter(({ socket }) => !socket.destroyed)).toHaveLength(48)
  })

  test('responds 408 to slow bodies at the public port, whatever their route', async () => {
    const { origin, service } = await platform({ bodyLimits: { bodyMs: 100, checkMs: 10 } })
    for (const path of [
      '/api/voices/default',
      '/identitytoolkit.googleapis.com/v1/accounts:signUp',
      '/securetoken.googleapis.com/v1/token',
    ]) {
      const connection = await drip(origin, path, path.startsWith('/api') ? 'ada' : undefined)
      const response = await connection.response()
      expect([path, response.status, response.headers['connection']]).toEqual([path, 408, 'close'])
      expect(JSON.parse(response.body)).toMatchObject({ success: false, code: 'TIMEOUT' })
      await connection.closed
    }
    expect(service.seen).toEqual([])
  })

  test('responds 408 to slow headers', async () => {
    const { origin } = await platform({ wire: { headersMs: 100 } })
    const connection = await openConnection(origin)
    connection.write('GET / HTTP/1.1\r\nHost: loc')
    const response = await connection.response()
    expect([response.status, response.closed]).toEqual([408, true])
    expect(JSON.parse(response.body)).toMatchObject({ code: 'TIMEOUT' })
  })

  test('responds 429, not 502, to an upload that is refused while it is being sent', async () => {
    const { origin, service } = await platform()
    const asked = once(service.events, 'asked').then(() => once(service.events, 'asked'))
    await many(2, () => drip(origin, '/api/scripts/upload', 'ada'))
    await asked
    const body = Buffer.alloc(9 * 1024 ** 2)
    for (let attempt = 0; attempt < 5; attempt += 1) {
      const connection = await openConnection(origin)
      connection.write(
        'POST /api/scripts/upload HTTP/1.1\r\nHost: localhost\r\nAuthorization: Bearer ada\r\n' +
          `Content-Type: application/octet-stream\r\nContent-Length: ${body.length}\r\n\r\n`,
      )
      connection.write(body)
      const response = await connection.response()
      expect([response.status, response.headers['retry-after']]).toEqual([429, '1'])
    }
  })
})
