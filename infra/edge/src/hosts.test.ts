import { rawRequest } from '@andscene/testing/raw-http'
import { recordingServer } from '@andscene/testing/recording-server'
import { beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { configOf, FIREBASE, openEdge, type Edge } from './testing/edge-fixture.ts'

let gateway: Awaited<ReturnType<typeof recordingServer>>
/** Trusts only the proxy 127.0.0.2. */
let edge: Edge

beforeAll(async () => {
  gateway = await recordingServer()
  edge = await openEdge({
    gatewayUrl: gateway.url,
    publicOrigins: ['https://stage.example', 'http://other.example:8080'],
    trustedProxies: ['127.0.0.2'],
  })
  await edge.build('landing', 'aaaaaaaaaaaa', 'page.aaaaaaaaaa.js')
  return () => Promise.all([edge.close(), gateway.close()])
})
beforeEach(() => void gateway.seen.splice(0))

const get = (path: string, host: string, headers = '', localAddress = '127.0.0.1') =>
  rawRequest(edge.origin, `GET ${path} HTTP/1.1\r\nHost: ${host}\r\n${headers}\r\n`, { localAddress })
const PROXY = '127.0.0.2'

describe('product §6: the Host of a request', () => {
  test.each([
    'stage.example',
    'STAGE.example:443',
    'other.example:8080',
    'localhost',
    'localhost:4200',
    '127.0.0.1:9999',
    '[::1]:4200',
  ])('is accepted as %s', async (host) => {
    expect((await get('/', host)).status).toBe(200)
    expect((await get('/api/scripts', host)).status).toBe(200)
  })

  test.each([
    'evil.example',
    'stage.example.evil.example',
    'evil-stage.example',
    'stage.example:8443',
    'other.example',
    'localhost.evil.example',
    '127.0.0.1.evil.example',
    '127.0.0.2',
    '10.0.0.1:4200',
  ])('is refused as %s, by any route', async (host) => {
    for (const path of ['/', '/api/scripts', '/config.json', '/emulator/action?mode=verifyEmail']) {
      const response = await get(path, host)
      expect([path, response.status]).toEqual([path, 421])
      expect(JSON.parse(response.body)).toMatchObject({ success: false, code: 'MISDIRECTED' })
      expect(response.body).not.toContain(host)
    }
    expect(gateway.seen).toEqual([])
  })

  test('is not checked for probes, which use an IP address', async () => {
    expect((await get('/readyz', '10.0.0.1:4200')).status).toBe(200)
    expect((await get('/healthz', '10.0.0.1:4200')).status).toBe(200)
  })
})

describe('product §10: X-Forwarded-* headers', () => {
  const CLAIMS =
    'X-Forwarded-For: 203.0.113.9\r\nX-Forwarded-Proto: https\r\nX-Forwarded-Host: stage.example\r\n'

  test('of a trusted proxy are forwarded: its scheme, its host, and the last address of the chain', async () => {
    const chain = CLAIMS.replace('203.0.113.9', '6.6.6.6, 203.0.113.9')
    expect((await get('/api/scripts', 'edge.internal', chain, PROXY)).status).toBe(200)
    expect(gateway.seen[0]?.headers).toMatchObject({
      'x-forwarded-for': '203.0.113.9',
      'x-forwarded-proto': 'https',
      'x-forwarded-host': 'stage.example',
    })
  })

  test('yield https URLs for the browser behind a proxy that terminates TLS', async () => {
    const config = await get('/config.json', 'edge.internal', CLAIMS, PROXY)
    expect(JSON.parse(config.body)).toMatchObject({
      apiBaseUrl: 'https://stage.example/api',
      firebase: FIREBASE,
    })
    const registry = await get('/remotes.json', 'edge.internal', CLAIMS, PROXY)
    expect(registry.body).toContain('"https://stage.example/remotes/landing/aaaaaaaaaaaa/mf-manifest.json"')
    const tunnel = await get('/config.json', 'localhost:8443', 'X-Forwarded-Proto: https\r\n', PROXY)
    expect(JSON.parse(tunnel.body)).toMatchObject({ apiBaseUrl: 'https://localhost:8443/api' })
  })

  test('are ignored from other clients', async () => {
    const lies = `${CLAIMS}Forwarded: for=6.6.6.6\r\nX-Real-IP: 6.6.6.6\r\nX-Forwarded-Port: 1\r\n`
    expect((await get('/api/scripts', 'localhost:1', lies)).status).toBe(200)
    const { headers } = gateway.seen[0] ?? { headers: {} }
    expect(headers).toMatchObject({
      'x-forwarded-for': '127.0.0.1',
      'x-forwarded-proto': 'http',
      'x-forwarded-host': 'localhost:1',
    })
    expect(JSON.stringify(headers)).not.toContain('6.6.6.6')
    expect(JSON.parse((await get('/config.json', 'localhost:1', lies)).body)).toMatchObject({
      apiBaseUrl: 'http://localhost:1/api',
    })
    expect((await get('/', 'evil.example', lies)).status).toBe(421)
  })

  test('cannot be removed by naming them in Connection', async () => {
    await get('/api/scripts', 'localhost', 'Connection: x-forwarded-for, x-forwarded-host\r\n')
    expect(gateway.seen[0]?.headers).toMatchObject({
      'x-forwarded-for': '127.0.0.1',
      'x-forwarded-host': 'localhost',
    })
  })

  test('are checked against the same list of hosts', async () => {
    const claim = 'X-Forwarded-Host: evil.example\r\n'
    expect((await get('/', 'stage.example', claim, PROXY)).status).toBe(421)
  })
})

describe('host settings', () => {
  test('are lists; no proxy is trusted by default', () => {
    expect(configOf()).toMatchObject({ publicOrigins: [], trustedProxies: [] })
    const env = {
      PUBLIC_ORIGIN: 'https://stage.example/, http://localhost:4200',
      TRUSTED_PROXIES: '10.0.0.0/8, ::1',
    }
    expect(configOf(env)).toMatchObject({
      publicOrigins: ['https://stage.example', 'http://localhost:4200'],
      trustedProxies: ['10.0.0.0/8', '::1'],
    })
  })

  test.each([
    ...['everybody', '10.0.0.0/33', '10.0.0.0/x', 'proxy.example', '::1/129'].map((proxy) => ({
      TRUSTED_PROXIES: proxy,
    })),
    ...['stage.example', 'ftp://stage.example', '*'].map((origin) => ({ PUBLIC_ORIGIN: origin })),
  ])('reject %j', (env) => {
    expect(() => configOf(env)).toThrow(Object.keys(env)[0]!)
  })
})
