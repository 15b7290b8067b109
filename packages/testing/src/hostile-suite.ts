import { describe, expect, test } from 'vitest'
import escapingTargets from './escaping-targets.json' with { type: 'json' }
import hostileRequests from './hostile-requests.json' with { type: 'json' }
import { openRaw, rawRequest } from './raw-http.ts'
import type { Recorded } from './recording-server.ts'

/** One or two consecutive requests that confuse servers about where a request starts and ends. */
type HostileRequest = {
  name: string
  /** With placeholders for the host, the path of a route for GET and POST, a smuggled request, and repeated text. */
  bytes: string
  repeated?: { text: string; times: number } | undefined
  /** Accepted statuses of the response, by default 400. */
  statuses?: number[] | undefined
}

/** Two servers that parse a body differently would let the smuggled request reach the upstream server. */
const bytesOf = ({ bytes, repeated }: HostileRequest, host: string, path: string): string =>
  bytes
    .replace('{smuggled}', 'GET /api/smuggled HTTP/1.1\r\nHost: {host}\r\n\r\n')
    .replaceAll('{host}', host)
    .replaceAll('{path}', path)
    .replace('{repeated}', repeated ? repeated.text.repeat(repeated.times) : '')

/** Sends raw requests to the process at `origin`; with a token, `request` includes it. */
export function hostileHarness(origin: () => string, token?: string) {
  const host = () => new URL(origin()).host
  const credentials = token === undefined ? '' : `Authorization: Bearer ${token}\r\n`
  return {
    host,
    send: (text: string) => rawRequest(origin(), Buffer.from(text, 'latin1')),
    open: () => openRaw(origin()),
    request: (line: string, rest = '\r\n') => `${line} HTTP/1.1\r\nHost: ${host()}\r\n${credentials}${rest}`,
  }
}

/** architecture §5: expects the error format that every process uses for every refusal. */
export function expectFailure(response: { body: string; headers: Record<string, string> }): void {
  expect(response.headers['content-type']).toMatch(/^application\/json/)
  expect(JSON.parse(response.body)).toEqual({
    success: false,
    error: expect.stringMatching(/\S/) as string,
    code: expect.stringMatching(/^[A-Z_]+$/) as string,
    requestId: expect.stringMatching(/^[0-9a-f-]{36}$/) as string,
  })
}

type Target = {
  /** A route with GET and POST, and a token that is valid for it. */
  path: string
  token: string
  /** A request without a valid token whose body is refused unread, and the status. */
  refused: { line: string; status: number }
  /** Requests that the upstream servers received in this test. */
  seen: () => Recorded[]
  /**
   * Whether bodies are streamed: then an upstream server may receive the start of a refused body for `path`, never its
   * end.
   */
  streams: boolean
}

/** Shared tests of what edge and gateway refuse (product §10). */
export function refusesHostileRequests(harness: ReturnType<typeof hostileHarness>, target: Target): void {
  const { host, send, open, request } = harness
  const { path, token, refused, seen, streams } = target

  describe('product §10: refuses a target that leaves the public routes', () => {
    test.each(escapingTargets)('%s', async (escaping) => {
      const response = await send(request(`GET ${escaping}`))
      expect([response.status, response.closed]).toEqual([400, true])
      expectFailure(response)
      expect(seen()).toEqual([])
    })
  })

  describe.each([
    ['product §10: request smuggling', hostileRequests.smuggling],
    ['architecture §5: what is not a request of ours', hostileRequests.unexpected],
  ] as [string, HostileRequest[]][])('%s', (_title, shapes) => {
    test.each(shapes.map((shape) => [shape.name, shape] as const))('%s', async (_name, shape) => {
      const bytes = bytesOf(shape, host(), path)
      const hostLine = `Host: ${host()}\r\n`
      const response = await send(bytes.replaceAll(hostLine, `${hostLine}Authorization: Bearer ${token}\r\n`))
      expect(shape.statuses ?? [400]).toContain(response.status)
      expect(response.closed || [404, 405].includes(response.status)).toBe(true)
      expectFailure(response)
      expect(seen().filter(({ whole, url }) => whole || url !== path || !streams)).toEqual([])
    })
  })

  test('product §10: bytes after a refused body are not parsed as a request', async () => {
    const connection = await open()
    connection.write(`${refused.line} HTTP/1.1\r\nHost: ${host()}\r\nContent-Length: 100000\r\n\r\n{"a":`)
    const response = await connection.response()
    expect([response.status, response.headers['connection']]).toEqual([refused.status, 'close'])
    connection.write('x'.repeat(100_000 - 5) + request(`GET ${path}`))
    await connection.closed
    expect(connection.received().match(/HTTP\/1\.1/g)).toHaveLength(1)
    expect(seen()).toEqual([])
  })

  test('forwards well-formed requests, also pipelined ones', async () => {
    const connection = await open()
    connection.write(request(`GET ${path}?x=%`) + request(`POST ${path}`, 'Content-Length: 2\r\n\r\n{}'))
    expect((await connection.response()).status).toBe(200)
    expect((await connection.response()).status).toBe(200)
    connection.destroy()
    expect(seen().map(({ method, url, body }) => [method, url, body])).toEqual([
      ['GET', `${path}?x=%`, ''],
      ['POST', path, '{}'],
    ])
  })
}
