import { EDGE_MS, GATEWAY_MS } from '@andscene/contracts/deadlines'
import { WIRE_LIMITS } from '@andscene/service-kit/wire/wire'
import { requestEvents, eventServer, follow, eventStreamSuite } from '@andscene/testing/event-streams-suite'
import { listening } from '@andscene/testing/listening'
import { createServer, type ServerResponse } from 'node:http'
import { describe, expect, onTestFinished, test } from 'vitest'
import { gatewayFixture } from './testing/gateway-fixture.ts'

const start = async (env: Record<string, string> = {}) => {
  const behind = await eventServer()
  const gateway = await gatewayFixture({ SCRIPTS_URL: behind.url, ...env })
  return { behind, gateway, origin: gateway.origin }
}

describe('architecture §5: events of a script through the gateway', () => {
  eventStreamSuite(start, 'ada-token')

  test('are neither buffered nor cached by a proxy in front', async () => {
    const { hears } = await follow(await start(), 'ada-token')
    const head = (await hears('\r\n\r\n')).toLowerCase()
    for (const line of ['x-accel-buffering: no', 'cache-control: no-store']) expect(head).toContain(line)
  })

  test('complete when the gateway closes, which does not wait for them', async () => {
    const streaming = await start()
    const { connection } = await follow(streaming, 'ada-token')
    const left = streaming.behind.left()
    const closed = streaming.gateway.app.close()
    await Promise.all([closed, left, connection.closed])
    expect(connection.received()).toMatch(/\r\n0\r\n\r\n$/)
  })

  test('that start while the gateway closes are ended, and their events cause no error', async () => {
    const asked = Promise.withResolvers<ServerResponse>()
    const slow = await listening(createServer((_request, response) => asked.resolve(response)))
    onTestFinished(slow.close)
    const { app, origin } = await gatewayFixture({ SCRIPTS_URL: slow.url })
    const connection = await requestEvents(origin, 'ada-token')
    const stream = await asked.promise
    const closed = app.close()
    stream.writeHead(200, { 'content-type': 'text/event-stream' })
    stream.write('event: notes\ndata: {}\n\n')
    await Promise.all([closed, connection.closed])
    expect(connection.received()).toMatch(/^HTTP\/1\.1 200 /)
  })

  test('do not time out between two heartbeats of 15 s', () => {
    expect(Math.min(GATEWAY_MS, EDGE_MS, WIRE_LIMITS.silenceMs)).toBeGreaterThan(20_000)
  })
})

/** The status of one more stream, which must be refused immediately. */
const refused = async (origin: string, token = 'ada-token') =>
  (await (await requestEvents(origin, token)).response()).status
const list = async (origin: string, token = 'ada-token') =>
  (await fetch(`${origin}/api/voices`, { headers: { authorization: `Bearer ${token}` } })).status

describe('product §10: concurrent event streams', () => {
  test("are limited to 8 per user, and do not count against the user's other requests", async () => {
    const streaming = await start({ LIMIT_IN_FLIGHT: '2', LIMIT_IN_FLIGHT_TOTAL: '3' })
    const { behind, origin } = streaming
    const streams = []
    for (let n = 0; n < 8; n += 1) streams.push(await follow(streaming, 'ada-token', `s${n}`))
    expect(await refused(origin)).toBe(429)
    expect(await list(origin)).toBe(200)
    await follow(streaming, 'bob-token')
    const left = behind.left()
    streams[0]?.connection.destroy()
    await left
    await follow(streaming, 'ada-token')
    expect(await refused(origin)).toBe(429)
  })

  test('have a total limit too, with 503', async () => {
    const streaming = await start({ LIMIT_STREAMS_IN_FLIGHT_TOTAL: '1' })
    await follow(streaming, 'ada-token')
    expect(await refused(streaming.origin, 'bob-token')).toBe(503)
    expect(await list(streaming.origin, 'bob-token')).toBe(200)
  })
})
