import { listening } from '@andscene/testing/listening'
import { openConnection } from '@andscene/testing/raw-connections'
import { once } from 'node:events'
import { createServer, type ServerResponse } from 'node:http'
import { beforeEach, describe, expect, onTestFinished, test } from 'vitest'
import { edgeFixture, type Edge } from './testing/edge-fixture.ts'

let edge: Edge
/** A gateway whose responses the test controls. */
const gateway = createServer()
beforeEach(async () => {
  const { url, close } = await listening(gateway)
  onTestFinished(close)
  edge = await edgeFixture({ gatewayUrl: url })
})

describe('architecture §3: when the edge stops', () => {
  test('finishes the requests in progress', async () => {
    const asked = once(gateway, 'request') as Promise<[unknown, ServerResponse]>
    const connection = await openConnection(edge.origin)
    connection.write('GET /api/scripts HTTP/1.1\r\nHost: localhost\r\nAuthorization: Bearer t\r\n\r\n')
    const [, response] = await asked
    const closed = edge.app.close()
    await expect.poll(() => edge.app.server.listening).toBe(false)
    response.writeHead(200, { 'content-type': 'application/json' }).end('{"success":true}')
    await closed
    await connection.closed
    expect(connection.received()).toMatch(
      /^HTTP\/1.1 200 [\s\S]*\r\nconnection: close\r\n[\s\S]*\{"success":true\}/i,
    )
  })

  test('does not wait for unused or idle keep-alive connections of a browser', async () => {
    const unused = await openConnection(edge.origin)
    const kept = await openConnection(edge.origin)
    kept.write('GET /healthz HTTP/1.1\r\nHost: localhost\r\n\r\n')
    while (!kept.received().includes('"ok"')) await once(kept.socket, 'progress')
    await edge.app.close()
    await Promise.all([unused.closed, kept.closed])
    expect(unused.received()).toBe('')
  })
})
