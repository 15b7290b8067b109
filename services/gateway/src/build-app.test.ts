import { CLIP_HEADERS } from '@andscene/contracts/voices/clip'
import { createApp } from '@andscene/service-kit/create-app'
import { internalTokens } from '@andscene/service-kit/tokens/internal-tokens'
import { createInternalKeys } from '@andscene/testing/internal-keys'
import { freePort } from '@andscene/service-kit/free-port'
import { EventEmitter, once } from 'node:events'
import { request as httpRequest } from 'node:http'
import { afterAll, describe, expect, test } from 'vitest'
import { openGateway } from './testing/gateway-fixture.ts'

const keys = createInternalKeys(['gateway'])
let busyResponses = 0
const slowRequests = new EventEmitter()

/** A service that echoes the request, with the authentication of the real services. */
async function echoService() {
  const app = await createApp({ name: 'scripts', logLevel: 'silent', fastify: { bodyLimit: 64 * 1024 ** 2 } })
  await app.register(internalTokens, { self: 'scripts', publicKeys: keys.publicKeys })
  app.addContentTypeParser('*', { parseAs: 'buffer' }, (_request, body, done) => done(null, body))
  app.get('/api/scripts', { onRequest: app.requirePerson }, async (request) => ({
    uid: request.uid,
    headers: request.headers,
    url: request.url,
  }))
  app.post('/api/scripts/upload', { onRequest: app.requirePerson }, async (request) => ({
    bytes: (request.body as Buffer).length,
    key: request.headers['idempotency-key'],
  }))
  app.addHook('onRequest', async (request, reply) => {
    if (request.url === '/api/scripts/abc') busyResponses += 1
    if (request.url !== '/api/scripts/slow') return
    // Never responds; records when the client disconnects.
    reply.hijack()
    reply.raw.once('close', () => slowRequests.emit('left'))
    slowRequests.emit('asked')
  })
  app.get('/api/scripts/:id', { onRequest: app.requirePerson }, async (_request, reply) =>
    reply
      .code(503)
      .header('retry-after', '7')
      .send({ success: false, error: 'busy', code: 'UNAVAILABLE', requestId: 'x' }),
  )
  await app.listen({ port: 0, host: '127.0.0.1' })
  return app
}

const scripts = await echoService()
const { origin, close } = await openGateway({
  SCRIPTS_URL: scripts.listeningOrigin,
  TTS_URL: `http://127.0.0.1:${await freePort()}`,
  INTERNAL_PRIVATE_KEY: keys.privateKeys.gateway,
})
afterAll(() => Promise.all([close(), scripts.close()]))

const AS_ADA = { authorization: 'Bearer ada-token' }
const get = (path: string, headers: Record<string, string> = AS_ADA) => fetch(`${origin}${path}`, { headers })
const UPLOAD = {
  method: 'POST',
  headers: { ...AS_ADA, 'content-type': 'application/x-test', 'idempotency-key': 'k1' },
}

describe('architecture §5: the gateway', () => {
  test('verifies the token and calls the service as that user', async () => {
    const response = (await (await get('/api/scripts?limit=5')).json()) as { uid: string; url: string }
    expect(response).toMatchObject({ uid: 'ada', url: '/api/scripts?limit=5' })
  })

  test('drops headers that a client could forge', async () => {
    const faked = { 'x-request-id': 'mine-mine-mine', 'x-internal-uid': 'root', cookie: 'a=b' }
    const response = await get('/api/scripts', { ...AS_ADA, ...faked })
    const { headers } = (await response.json()) as { headers: Record<string, string> }
    expect(headers).not.toHaveProperty('x-internal-uid')
    expect(headers).not.toHaveProperty('cookie')
    expect(headers['x-request-id']).not.toBe('mine-mine-mine')
    expect(headers['authorization']).not.toContain('ada-token')
    expect(response.headers.get('x-request-id')).toBe(headers['x-request-id'])
  })

  test('responds 503 with Retry-After and the error format for an unavailable service', async () => {
    const response = await get('/api/voices')
    expect(response.status).toBe(503)
    expect(response.headers.get('retry-after')).toBe('2')
    // The player treats this code as an outage, not as a faulty line (product §4).
    const requestId = response.headers.get('x-request-id')
    const error = 'This part of And Scene is unavailable right now. Please try again in a moment.'
    expect(await response.json()).toEqual({ success: false, error, code: 'AWAY', requestId })
  })

  test('passes a 503 of a service unchanged and does not retry', async () => {
    const response = await get('/api/scripts/abc')
    expect(response.status).toBe(503)
    expect(response.headers.get('retry-after')).toBe('7')
    expect(busyResponses).toBe(1)
  })

  test('when the client disconnects, aborts the request to the service', async () => {
    const leaving = new AbortController()
    const [asked, left] = [once(slowRequests, 'asked'), once(slowRequests, 'left')]
    const response = fetch(`${origin}/api/scripts/slow`, { headers: AS_ADA, signal: leaving.signal })
    await asked
    leaving.abort()
    await expect(response).rejects.toMatchObject({ name: 'AbortError' })
    await left
  })

  test('streams an upload with its Idempotency-Key', async () => {
    const body = Buffer.alloc(3_000_000)
    const response = await fetch(`${origin}/api/scripts/upload`, { ...UPLOAD, body })
    expect(await response.json()).toEqual({ bytes: 3_000_000, key: 'k1' })
  })

  test('product §5 refuses a body over the limit by its declared length', async () => {
    const body = Buffer.alloc(10 * 1024 ** 2 + 128 * 1024)
    const response = await fetch(`${origin}/api/scripts/upload`, { ...UPLOAD, body })
    expect(response.status).toBe(413)
    const error = 'File size must be less than 10MB'
    expect(await response.json()).toMatchObject({ code: 'TOO_LARGE', error })
  })

  test('aborts a body of undeclared length at the limit', async () => {
    const status = await new Promise<number>((resolve, reject) => {
      const upload = httpRequest(`${origin}/api/scripts/upload`, UPLOAD, (response) =>
        resolve(response.resume().statusCode ?? 0),
      ).on('error', reject)
      const chunk = Buffer.alloc(1024 ** 2)
      for (let sent = 0; sent < 12; sent += 1) upload.write(chunk)
      upload.end()
    })
    expect(status).toBe(413)
  })

  test('health lists unavailable services and stays 200', async () => {
    const response = await get('/api/health', {})
    expect(response.status).toBe(200)
    const services = { scripts: { status: 'ok' }, tts: { status: 'unavailable' } }
    expect(await response.json()).toMatchObject({ success: true, status: 'degraded', services })
  })

  test('allows pages of other origins all methods, and exposes the headers of a clip', async () => {
    const origins = { origin: 'http://localhost:4200', 'access-control-request-method': 'PATCH' }
    const preflight = await fetch(`${origin}/api/scripts/s1`, { method: 'OPTIONS', headers: origins })
    expect(preflight.status).toBe(204)
    const methods = preflight.headers.get('access-control-allow-methods')?.split(', ').sort()
    expect(methods).toEqual(['DELETE', 'GET', 'PATCH', 'POST', 'PUT'])
    const exposed = (await get('/api/health', origins)).headers.get('access-control-expose-headers')
    expect(exposed?.split(', ')).toEqual(
      expect.arrayContaining([...Object.values(CLIP_HEADERS), 'retry-after', 'x-request-id']),
    )
  })
})
