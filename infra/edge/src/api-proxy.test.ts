import { API_ROUTES } from '@andscene/contracts/api'
import { listening } from '@andscene/testing/listening'
import { createServer, type Server, type ServerResponse } from 'node:http'
import { beforeAll, describe, expect, test } from 'vitest'
import { openEdge, type Edge } from './testing/edge-fixture.ts'

let gateway: Server
let origin: string
let seen: { method?: string; url?: string; headers: Record<string, unknown>; body: string }

/** Longer than one chunk. */
const LONG = 'a line of a script; '.repeat(20_000)
function abortMidBody(response: ServerResponse, length: number) {
  response.writeHead(200, { 'content-length': length })
  response.write('{', () => response.destroy())
}

beforeAll(async () => {
  gateway = createServer((request, response) => {
    let body = ''
    request.on('data', (chunk) => (body += String(chunk)))
    request.on('end', () => {
      seen = { method: request.method ?? '', url: request.url ?? '', headers: request.headers, body }
      if (request.url === '/api/busy') response.statusCode = 503
      response.setHeader('content-type', request.url === '/api/clip' ? 'audio/mpeg' : 'application/json')
      if (request.url === '/api/torn') return abortMidBody(response, 100)
      if (request.url === '/api/torn-late') return abortMidBody(response, 1_000_000)
      const text = request.url === '/api/long' ? LONG : ''
      response.end(JSON.stringify({ success: true, ...(text && { text }) }))
    })
  })
  const { url, close } = await listening(gateway)
  const edge: Edge = await openEdge({ gatewayUrl: url })
  origin = edge.origin
  return async () => {
    await edge.close()
    await close()
  }
})

describe('/api', () => {
  test('compresses JSON if the client accepts it, but neither small JSON nor sound', async () => {
    const response = await fetch(`${origin}/api/long`)
    expect(response.headers.get('content-encoding')).toBe('gzip')
    expect(await response.json()).toEqual({ success: true, text: LONG })
    const plain = await fetch(`${origin}/api/long`, { headers: { 'accept-encoding': 'identity' } })
    expect(plain.headers.get('content-encoding')).toBeNull()
    expect(await plain.json()).toEqual({ success: true, text: LONG })
    for (const path of ['/api/clip', '/api/scripts/s1']) {
      const small = await fetch(origin + path)
      expect(small.headers.get('content-encoding')).toBeNull()
      expect(await small.json()).toEqual({ success: true })
    }
  })

  test('responds to HEAD with the headers of GET and no body', async () => {
    const response = await fetch(`${origin}/api/scripts/s1`, { method: 'HEAD' })
    expect([response.status, response.headers.get('content-type')]).toEqual([200, 'application/json'])
    expect(await response.text()).toBe('')
  })

  test('when the gateway aborts a response, responds 502 to a small one and aborts a large one', async () => {
    const small = await fetch(`${origin}/api/torn`)
    expect([small.status, await small.json()]).toEqual([502, expect.objectContaining({ success: false })])
    const large = await fetch(`${origin}/api/torn-late`, { headers: { 'accept-encoding': 'identity' } })
    await expect(large.text()).rejects.toBeInstanceOf(Error)
  })

  test('forwards requests unchanged, with the client address that the edge saw', async () => {
    const response = await fetch(`${origin}/api/scripts/upload?x=1`, {
      method: 'POST',
      headers: {
        authorization: 'Bearer t',
        'content-type': 'multipart/form-data; boundary=b',
        'x-forwarded-for': '6.6.6.6',
      },
      body: '--b--',
    })
    expect(response.status).toBe(200)
    expect(seen).toMatchObject({ method: 'POST', url: '/api/scripts/upload?x=1', body: '--b--' })
    expect(seen.headers).toMatchObject({
      authorization: 'Bearer t',
      'content-type': 'multipart/form-data; boundary=b',
      'x-forwarded-for': '127.0.0.1',
    })
  })

  test('forwards every header that a route of the contract declares', async () => {
    const names = new Set(API_ROUTES.flatMap(({ headers }) => Object.keys(headers?.properties ?? {})))
    const headers = Object.fromEntries([...names].map((name) => [name, 'x']))
    expect(Object.keys(headers)).toContain('idempotency-key')
    await fetch(`${origin}/api/scripts`, { headers })
    expect(seen.headers).toMatchObject(headers)
  })

  test('aborts the request to the gateway when the browser disconnects', async () => {
    const leaving = new AbortController()
    const left = new Promise<void>((resolve) => {
      gateway.prependOnceListener('request', (_request, response) => {
        response.end = () => response
        response.once('close', resolve)
        leaving.abort()
      })
    })
    await expect(fetch(`${origin}/api/scripts`, { signal: leaving.signal })).rejects.toMatchObject({
      name: 'AbortError',
    })
    await left
  })

  test('sends each request once, even if the gateway responds 503', async () => {
    let asked = 0
    const count = () => asked++
    gateway.on('request', count)
    expect((await fetch(`${origin}/api/busy`)).status).toBe(503)
    gateway.off('request', count)
    expect(asked).toBe(1)
  })
})
