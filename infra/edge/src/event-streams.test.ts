import { EDGE_MS } from '@andscene/contracts/deadlines'
import { WIRE_LIMITS } from '@andscene/service-kit/wire/wire'
import { eventServer } from '@andscene/testing/event-server'
import { rawConnections } from '@andscene/testing/raw-connections'
import { once } from 'node:events'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { edgeFixture } from './testing/edge-fixture.ts'

let edge: Awaited<ReturnType<typeof edgeFixture>>
let gateway: Awaited<ReturnType<typeof eventServer>>
const connections = rawConnections()
beforeEach(async () => {
  gateway = await eventServer()
  edge = await edgeFixture({ gatewayUrl: gateway.url })
})
afterEach(async () => {
  connections.close()
  await edge.close()
  await gateway.close()
})

async function follow() {
  const opened = gateway.opened()
  const connection = await connections.open(edge.origin)
  connection.write(
    'GET /api/scripts/s1/events HTTP/1.1\r\nHost: localhost\r\nAuthorization: Bearer t\r\nAccept-Encoding: gzip, br\r\n\r\n',
  )
  const stream = await opened
  /** Resolves once these bytes have come. */
  const hears = async (text: string) => {
    while (!connection.received().includes(text)) await once(connection.socket, 'progress')
    return connection.received()
  }
  await hears(':\n\n')
  return { connection, stream, hears }
}

describe('architecture §5: events of a script through the edge', () => {
  test('arrive one by one, each before the next is sent, and are not packed', async () => {
    const { stream, hears } = await follow()
    for (const n of [1, 2, 3]) {
      stream.write(`event: notes\ndata: {"version":${n}}\n\n`)
      expect(await hears(`{"version":${n}}`)).not.toContain(`{"version":${n + 1}}`)
    }
    expect((await hears('\r\n\r\n')).toLowerCase()).not.toContain('content-encoding')
  })

  test('end at the gateway as soon as their client disconnects', async () => {
    const { connection } = await follow()
    const left = gateway.left()
    connection.destroy()
    await expect(left).resolves.toBeDefined()
  })

  test('end at the client when the gateway ends them, and break where it breaks', async () => {
    const ended = await follow()
    ended.stream.end('event: gone\ndata: {}\n\n')
    expect(await ended.hears('\r\n0\r\n\r\n')).toContain('event: gone')
    const broken = await follow()
    broken.stream.destroy()
    await broken.connection.closed
    expect(broken.connection.received()).not.toContain('\r\n0\r\n\r\n')
  })

  test('end with the edge, which does not wait for them', async () => {
    const { connection } = await follow()
    const left = gateway.left()
    await edge.app.close()
    await connection.closed
    await expect(left).resolves.toBeDefined()
  })

  test('are not taken for silent between two heartbeats of 15 s', () => {
    expect(Math.min(EDGE_MS, WIRE_LIMITS.silenceMs)).toBeGreaterThan(20_000)
  })
})
