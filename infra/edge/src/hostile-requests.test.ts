import { expectFailure, hostileHarness, refusesHostileRequests } from '@andscene/testing/hostile-suite'
import { recordingServer } from '@andscene/testing/recording-server'
import path from 'node:path'
import { beforeAll, beforeEach, expect, test } from 'vitest'
import { edgeFixture, CLOSED_PORT_URL, openEdge, type Edge } from './testing/edge-fixture.ts'

let edge: Edge
let gateway: Awaited<ReturnType<typeof recordingServer>>
let identity: Awaited<ReturnType<typeof recordingServer>>

beforeAll(async () => {
  ;[gateway, identity] = await Promise.all([recordingServer(), recordingServer()])
  edge = await openEdge({ gatewayUrl: gateway.url, identityUrl: identity.url })
  return () => Promise.all([edge, gateway, identity].map((server) => server.close()))
})
beforeEach(() => {
  gateway.seen.splice(0)
  identity.seen.splice(0)
})

const PATH = '/api/scripts'
const IDENTITY_CALLS = [
  '/identitytoolkit.googleapis.com/v1/accounts:lookup',
  '/securetoken.googleapis.com/v1/token',
]
const harness = hostileHarness(() => edge.origin)
const { send, request } = harness
const seen = () => [...gateway.seen, ...identity.seen]

refusesHostileRequests(harness, {
  path: PATH,
  token: 'a-token',
  refused: { line: 'POST /nothing', status: 404 },
  seen,
  streams: true,
})

test('product §10: an absolute target or a disguised host never makes the edge request another server', async () => {
  const other = await recordingServer()
  for (const call of IDENTITY_CALLS)
    for (const target of [`${other.url}${call}`, `//${new URL(other.url).host}${call}`, `${call}/../../x`]) {
      const rest = 'Content-Type: application/json\r\nContent-Length: 2\r\n\r\n{}'
      const response = await send(request(`POST ${target}`, rest))
      expect(response.status).toBe(400)
      expectFailure(response)
    }
  expect(other.seen).toEqual([])
  expect(seen()).toEqual([])
  await other.close()
})

test.each([
  ['Expect: 100-continue', 'POST', 'Expect: 100-continue\r\nContent-Length: 2\r\n\r\n{}'],
  ['Upgrade: websocket', 'GET', 'Connection: Upgrade\r\nUpgrade: websocket\r\n\r\n'],
  [
    'Upgrade: h2c',
    'GET',
    'Connection: Upgrade, HTTP2-Settings\r\nUpgrade: h2c\r\nHTTP2-Settings: AA\r\n\r\n',
  ],
  ['Upgrade with a body', 'POST', 'Connection: Upgrade\r\nUpgrade: h2c\r\nContent-Length: 2\r\n\r\n{}'],
  ['hop-by-hop headers', 'GET', 'TE: trailers, gzip\r\nKeep-Alive: 1\r\nProxy-Connection: x\r\n\r\n'],
  [
    'chunks with a trailer',
    'POST',
    'Transfer-Encoding: chunked\r\nTrailer: a\r\n\r\n2\r\n{}\r\n0\r\nHost: evil\r\n\r\n',
  ],
])('drops %s at the public port and serves the request', async (_name, method, rest) => {
  expect((await send(request(`${method} ${PATH}`, rest))).status).toBe(200)
  expect(gateway.seen).toMatchObject([{ method, url: PATH, body: method === 'POST' ? '{}' : '' }])
  for (const name of ['expect', 'upgrade', 'http2-settings', 'te', 'proxy-connection', 'trailer', 'cookie'])
    expect(gateway.seen[0]?.headers).not.toHaveProperty(name)
})

test('architecture §5: missing files and a web part that is not built yet respond with the common error format', async () => {
  for (const line of ['GET /assets/gone.js', 'GET /remotes/none/aa/a.js', 'POST /nothing', 'DELETE /']) {
    const response = await send(request(line))
    expect([line, response.status]).toEqual([line, 404])
    expectFailure(response)
  }
  const unbuilt = await edgeFixture({ root: path.join(edge.folder, 'none') })
  const response = await hostileHarness(() => unbuilt.origin).send(request('GET /'))
  expect([response.status, response.headers['retry-after']]).toEqual([503, '5'])
  expectFailure(response)
})

test('architecture §5: responds to an unavailable gateway with an error and its own request id', async () => {
  const lonely = await edgeFixture({ gatewayUrl: CLOSED_PORT_URL })
  const response = await hostileHarness(() => lonely.origin).send(request(`GET ${PATH}`))
  expect([response.status, response.headers['retry-after']]).toEqual([502, '2'])
  expectFailure(response)
})

test('product §10: logs a refused request as one line without any client input', async () => {
  const before = edge.log().length
  await send(request('GET /api/../secret-path-of-the-sender', 'Authorization: Bearer secret-token\r\n\r\n'))
  await send(`GET ${PATH} HTTP/1.1\r\nHost: secret.example\r\n\r\n`)
  await send(request('GET /secret.gone.js'))
  const log = edge.log().slice(before)
  const lines = log.split('\n').filter(Boolean)
  expect(lines.map((line) => JSON.parse(line) as object)).toMatchObject([
    { route: 'none', reason: 'VALIDATION', status: 400, address: '127.0.0.1' },
    { route: '/api/scripts', reason: 'MISDIRECTED', status: 421, address: '127.0.0.1' },
    { reason: 'NOT_FOUND', status: 404, address: '127.0.0.1' },
  ])
  expect(lines).toHaveLength(3)
  expect(log).not.toMatch(/secret|stack/)
})
