import { GATEWAY_MS } from '@andscene/contracts/deadlines'
import { WIRE_LIMITS } from '@andscene/service-kit/wire/wire'
import { eventServer } from '@andscene/testing/event-server'
import { rawConnections } from '@andscene/testing/raw-connections'
import { once } from 'node:events'
import { createServer, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterEach, beforeEach, describe, expect, onTestFinished, test } from 'vitest'
import { gatewayFixture, type Gateway } from './testing/gateway-fixture.ts'

let gateway: Gateway
let service: Awaited<ReturnType<typeof eventServer>>
const connections = rawConnections()
beforeEach(async () => {
  service = await eventServer()
  onTestFinished(service.close)
})
afterEach(() => connections.close())

const start = async (env: Record<string, string> = {}) => {
  gateway = await gatewayFixture({ SCRIPTS_URL: service.url, ...env })
}
const ask = (path: string, token: string) =>
  `GET ${path} HTTP/1.1\r\nHost: ${gateway.host}\r\nAuthorization: Bearer ${token}\r\nAccept-Encoding: gzip\r\n\r\n`

/** A stream of ada's that the service has opened. */
async function follow(token = 'ada-token', script = 's1') {
  const opened = service.opened()
  const connection = await connections.open(gateway.origin)
  connection.write(ask(`/api/scripts/${script}/events`, token))
  const stream = await opened
  /** Resolves once these bytes have come. */
  const hears = async (text: string) => {
    while (!connection.received().includes(text)) await once(connection.socket, 'progress')
    return connection.received()
  }
  await hears(':\n\n')
  return { connection, stream, hears }
}
/** The status of another stream, refused immediately. */
async function refused(token = 'ada-token') {
  const connection = await connections.open(gateway.origin)
  connection.write(ask('/api/scripts/s1/events', token))
  return (await connection.response()).status
}
const list = async (token = 'ada-token') => {
  const headers = { authorization: `Bearer ${token}` }
  return (await fetch(`${gateway.origin}/api/voices`, { headers })).status
}

describe('architecture §5: events of a script through the gateway', () => {
  test('arrive separately, each before the next is sent, uncompressed and unbuffered', async () => {
    await start()
    const { stream, hears } = await follow()
    for (const n of [1, 2, 3]) {
      stream.write(`event: notes\ndata: {"version":${n}}\n\n`)
      expect(await hears(`{"version":${n}}`)).not.toContain(`{"version":${n + 1}}`)
    }
    const head = (await hears('\r\n\r\n')).toLowerCase()
    for (const line of ['text/event-stream', 'x-accel-buffering: no', 'cache-control: no-store'])
      expect(head).toContain(line)
    expect(head).not.toContain('content-encoding')
  })

  test('end at the service as soon as their client disconnects', async () => {
    await start()
    const { connection } = await follow()
    const left = service.left()
    connection.destroy()
    await expect(left).resolves.toBeDefined()
  })

  test('end at the client when the service ends them, and break where it breaks', async () => {
    await start()
    const ended = await follow()
    ended.stream.end('event: gone\ndata: {}\n\n')
    expect(await ended.hears('\r\n0\r\n\r\n')).toContain('event: gone')
    const broken = await follow()
    broken.stream.destroy()
    await broken.connection.closed
    expect(broken.connection.received()).not.toContain('\r\n0\r\n\r\n')
  })

  test('end in order when the gateway ends, which does not wait for them', async () => {
    await start()
    const { connection, hears } = await follow()
    const left = service.left()
    const closed = gateway.app.close()
    await hears('\r\n0\r\n\r\n')
    await Promise.all([closed, left, connection.closed])
    expect(connection.received()).toContain('\r\n0\r\n\r\n')
  })

  test('that start while the gateway closes are ended, and their events cause no error', async () => {
    const asked = Promise.withResolvers<ServerResponse>()
    const slow = createServer((_request, response) => asked.resolve(response)).listen(0, '127.0.0.1')
    onTestFinished(() => void slow.close())
    await once(slow, 'listening')
    await start({ SCRIPTS_URL: `http://127.0.0.1:${(slow.address() as AddressInfo).port}` })
    const connection = await connections.open(gateway.origin)
    connection.write(ask('/api/scripts/s1/events', 'ada-token'))
    const stream = await asked.promise
    const closed = gateway.app.close()
    stream.writeHead(200, { 'content-type': 'text/event-stream' })
    stream.write('event: notes\ndata: {}\n\n')
    await Promise.all([closed, connection.closed])
    expect(connection.received()).toMatch(/^HTTP\/1\.1 200 /)
  })

  test('are not taken for silent between two heartbeats of 15 s', () => {
    expect(Math.min(GATEWAY_MS, WIRE_LIMITS.silenceMs)).toBeGreaterThan(20_000)
  })
})

describe('product §10: event streams at a time', () => {
  test('are 8 of a person, and cost none of their other requests', async () => {
    await start({ LIMIT_IN_FLIGHT: '2', LIMIT_IN_FLIGHT_TOTAL: '3' })
    const streams = []
    for (let n = 0; n < 8; n += 1) streams.push(await follow('ada-token', `s${n}`))
    expect(await refused()).toBe(429)
    expect(await list()).toBe(200)
    await follow('bob-token')
    const left = service.left()
    streams[0]?.connection.destroy()
    await left
    await follow()
    expect(await refused()).toBe(429)
  })

  test('of all together have their limit too, with 503', async () => {
    await start({ LIMIT_STREAMS_IN_FLIGHT_TOTAL: '1' })
    await follow()
    expect(await refused('bob-token')).toBe(503)
    expect(await list('bob-token')).toBe(200)
  })
})
