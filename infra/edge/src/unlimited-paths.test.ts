import { beginBody, openConnection } from '@andscene/testing/raw-connections'
import { rawRequest } from '@andscene/testing/raw-http'
import { describe, expect, test } from 'vitest'
import { edgeFixture, type Edge } from './testing/edge-fixture.ts'

let edge: Edge

const connection = (localAddress?: string) => openConnection(edge.origin, { localAddress })
const drip = (line: string) => beginBody(edge.origin, line, { token: 'whatever' })

/** The status of a response; 0 when the connection is closed immediately. */
const statusAt = (localAddress: string) =>
  rawRequest(edge.origin, 'GET /config.json HTTP/1.1\r\nHost: localhost\r\n\r\n', { localAddress }).then(
    ({ status }) => status,
    () => 0,
  )

describe('product §10: every path of the public port is limited', () => {
  test.each(['POST /nowhere', 'DELETE /config.json', 'POST /healthz'])(
    'does not wait for the body of "%s", which has no route',
    async (line) => {
      edge = await edgeFixture()
      expect(await (await drip(line)).response()).toMatchObject({ status: 404, closed: true })
    },
  )

  test.each([
    'POST /identitytoolkit.googleapis.com/v1/accounts:lookup',
    'POST /securetoken.googleapis.com/v1/token',
    'PUT /emulator/v1/projects/demo-test/accounts',
  ])('counts "%s" by address, even with a token, which the edge does not read', async (line) => {
    edge = await edgeFixture({ limitInFlight: 2 })
    const dripping = await Promise.all([1, 2, 3].map(() => drip(line)))
    const refused = await Promise.race(dripping.map((made) => made.response()))
    expect(refused.status).toBe(429)
    expect(JSON.parse(refused.body)).toMatchObject({ success: false, code: 'TOO_MANY_REQUESTS' })
  })
})

describe('product §10: connections per address', () => {
  test('are limited, without affecting another address', async () => {
    edge = await edgeFixture({ limitConnections: 3 })
    const idle = await Promise.all([1, 2, 3].map(() => connection('127.0.0.2')))
    expect(await statusAt('127.0.0.2')).toBe(0)
    expect(await statusAt('127.0.0.3')).toBe(200)
    const [first] = idle
    first?.destroy()
    await expect.poll(() => statusAt('127.0.0.2')).toBe(200)
  })

  test('are not limited for a trusted proxy, which carries all clients', async () => {
    edge = await edgeFixture({ limitConnections: 1, trustedProxies: ['127.0.0.2/32', '::1'] })
    await Promise.all([1, 2, 3].map(() => connection('127.0.0.2')))
    expect(await statusAt('127.0.0.2')).toBe(200)
  })
})

describe('product §10: files', () => {
  test('are limited per address in concurrent requests', async () => {
    edge = await edgeFixture({ limitFiles: 0 })
    const response = await rawRequest(edge.origin, 'GET /index.html HTTP/1.1\r\nHost: localhost\r\n\r\n')
    expect(response.status).toBe(429)
  })

  test('requested a thousand times on one connection get a few responses', async () => {
    edge = await edgeFixture()
    const made = await connection()
    made.write('GET /index.html HTTP/1.1\r\nHost: localhost\r\n\r\n'.repeat(1_000))
    await made.closed
    const statuses = [...made.received().matchAll(/HTTP\/1\.1 (\d{3})/g)].map(([, status]) => status)
    expect(statuses.length).toBeLessThan(20)
    expect(statuses.at(-1)).toBe('429')
  })
})
