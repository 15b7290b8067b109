import { MAILBOX_PATH } from '@andscene/contracts/platform'
import { rawRequest } from '@andscene/testing/raw-http'
import { recordingServer } from '@andscene/testing/recording-server'
import { networkInterfaces } from 'node:os'
import { beforeAll, describe, expect, test } from 'vitest'
import { configOf, edgeFixture, openEdge, type Edge } from './testing/edge-fixture.ts'

let identity: Awaited<ReturnType<typeof recordingServer>>
let edge: Edge

beforeAll(async () => {
  identity = await recordingServer()
  edge = await openEdge({
    identityUrl: identity.url,
    identitySecret: 's3',
    publicOrigins: ['https://stage.example'],
    trustedProxies: ['127.0.0.1'],
  })
  return () => Promise.all([edge.close(), identity.close()])
})

const get = (path: string, headers = '', host = 'localhost:4200', origin = edge.origin) =>
  rawRequest(origin, `GET ${path} HTTP/1.1\r\nHost: ${host}\r\n${headers}Connection: close\r\n\r\n`)

const REFUSED: [string, string, string?][] = [
  ['by a public name', '', 'stage.example'],
  ['through a proxy', 'X-Forwarded-For: 203.0.113.7\r\n'],
  ['through a proxy on this machine', 'X-Forwarded-For: 127.0.0.1\r\n'],
  ['through a proxy that names the host', 'X-Forwarded-Host: localhost\r\n'],
  ['through a proxy by the standard header', 'Forwarded: for=127.0.0.1\r\n'],
  ['through a gateway', 'Via: 1.1 somewhere\r\n'],
  ['through Cloudflare', 'CF-Connecting-IP: 203.0.113.7\r\n'],
  ['through a CDN', 'True-Client-IP: 203.0.113.7\r\n'],
  ['through a load balancer', 'X-Client-IP: 203.0.113.7\r\n'],
  ['through Apache', 'X-Forwarded-Server: stage.example\r\n'],
  ['through an ingress', 'X-Original-Forwarded-For: 203.0.113.7\r\n'],
  ['by a page of another port', 'Sec-Fetch-Site: same-site\r\n'],
  ['by a page of another site', 'Sec-Fetch-Site: cross-site\r\n'],
]

describe('decision 0024: the development mailbox', () => {
  test('can be read on this machine, with the secret of the identity port, and is not cached', async () => {
    for (const headers of ['', 'Sec-Fetch-Site: same-origin\r\n']) {
      const response = await get(MAILBOX_PATH, headers)
      expect(response.status).toBe(200)
      expect(response.headers).toMatchObject({
        'cache-control': 'no-store',
        'x-robots-tag': 'noindex, nofollow',
        'cross-origin-resource-policy': 'same-origin',
      })
      expect(response.headers).not.toHaveProperty('access-control-allow-origin')
    }
    expect(identity.seen.at(-1)).toMatchObject({ url: MAILBOX_PATH, headers: { 'x-identity-secret': 's3' } })
    const config: unknown = JSON.parse((await get('/config.json')).body)
    expect(config).toMatchObject({ mailbox: `http://localhost:4200${MAILBOX_PATH}` })
  })

  test.each(REFUSED)('responds 404 %s, and is missing from the configuration', async (_, headers, host) => {
    const asked = identity.seen.length
    const response = await get(MAILBOX_PATH, headers, host)
    expect(response.status).toBe(404)
    expect(JSON.parse(response.body)).toMatchObject({ success: false, code: 'NOT_FOUND' })
    expect(identity.seen).toHaveLength(asked)
    expect(JSON.parse((await get('/config.json', headers, host)).body)).not.toHaveProperty('mailbox')
  })

  test('refuses a foreign host like every route (DNS rebinding)', async () => {
    expect((await get(MAILBOX_PATH, '', 'evil.example')).status).toBe(421)
  })

  test('responds 404 to another machine, whatever name it uses', async () => {
    const address = Object.values(networkInterfaces())
      .flat()
      .find((each) => each?.family === 'IPv4' && !each.internal)?.address
    // A machine without a network has no such address.
    if (!address) return
    const open = await edgeFixture({ identityUrl: identity.url, host: '0.0.0.0' })
    const { port } = new URL(open.origin)
    const response = await get(MAILBOX_PATH, '', 'localhost', `http://${address}:${port}`)
    expect(response.status).toBe(404)
  })

  test('responds 503 when the identity service is unavailable', async () => {
    const away = await edgeFixture()
    const response = await get(MAILBOX_PATH, '', 'localhost', away.origin)
    expect([response.status, response.headers['retry-after']]).toEqual([503, '2'])
    expect(JSON.parse(response.body)).toMatchObject({ code: 'UNAVAILABLE' })
  })

  const ENV = { IDENTITY_URL: 'http://127.0.0.1:2', PUBLIC_ORIGIN: 'http://localhost:4200' }
  test.each([
    ['the embedded identity on this machine', {}, true],
    ['the real identity', { IDENTITY_URL: '' }, false],
    ['a network address', { HOST: '0.0.0.0' }, false],
    ['production', { NODE_ENV: 'production' }, false],
    ['a public origin', { PUBLIC_ORIGIN: 'https://stage.example' }, false],
    ['MAILBOX=no', { MAILBOX: 'no' }, false],
    ['a local proxy', { TRUSTED_PROXIES: '127.0.0.1' }, false],
  ])('with %s: %s', (_, env, open) => {
    expect(configOf({ ...ENV, ...env }).mailbox).toBe(open)
  })
})
