import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { edgeFixture } from '../testing/edge-fixture.ts'
import { rawRequest } from '../testing/raw-request.ts'

const SIGN_IN = '/identitytoolkit.googleapis.com/v1/accounts:signInWithPassword'
const TOKEN = '/securetoken.googleapis.com/v1/token'
const BODY = JSON.stringify({ email: 'a@example.com', password: 'Scene-Two-2' })

type Seen = { url: string | undefined; headers: NodeJS.Dict<string | string[]>; body: string }
/** A server that writes down what it is asked; 302 to `location` when there is one. */
async function recorder(location?: () => string) {
  const seen: Seen[] = []
  const server: Server = createServer((request, response) => {
    let body = ''
    request.on('data', (chunk) => (body += String(chunk)))
    request.on('end', () => {
      seen.push({ url: request.url, headers: request.headers, body })
      response.writeHead(location ? 302 : 200, location ? { location: location() } : {})
      response.end('{"page":"of another server"}')
    })
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const { port } = server.address() as AddressInfo
  const close = () => {
    server.closeAllConnections()
    server.close()
  }
  return { seen, url: `http://127.0.0.1:${port}`, close }
}

let elsewhere: Awaited<ReturnType<typeof recorder>>
let identity: Awaited<ReturnType<typeof recorder>>
let redirecting: Awaited<ReturnType<typeof recorder>>
let edge: Awaited<ReturnType<typeof edgeFixture>>
let port: number

beforeAll(async () => {
  elsewhere = await recorder()
  identity = await recorder()
  redirecting = await recorder(() => `${elsewhere.url}/metrics`)
  edge = await edgeFixture({ identityUrl: identity.url, identitySecret: 's3' })
  port = Number(new URL(edge.origin).port)
})
afterAll(async () => {
  await edge.close()
  for (const server of [elsewhere, identity, redirecting]) server.close()
})
beforeEach(() => {
  for (const { seen } of [elsewhere, identity, redirecting]) seen.length = 0
})

describe('RULINGS Safety: identity calls on the public port', () => {
  it.each([SIGN_IN, TOKEN])('never go to the server that an absolute target names: %s', async (path) => {
    const answer = await rawRequest(port, 'POST', `${elsewhere.url}${path}`, {}, BODY)
    expect(elsewhere.seen).toEqual([])
    expect(answer.text).not.toContain(elsewhere.url)
    for (const { url } of identity.seen) expect(url).toBe(`${path}?key=embedded`)
  })

  it.each([SIGN_IN, TOKEN])('follow no redirect, which is no answer: %s', async (path) => {
    const redirected = await edgeFixture({ identityUrl: redirecting.url })
    try {
      const answer = await rawRequest(Number(new URL(redirected.origin).port), 'POST', path, {}, BODY)
      expect(answer).toEqual({ status: 0, text: '' })
      expect(redirecting.seen).toHaveLength(1)
      expect(elsewhere.seen).toEqual([])
    } finally {
      await redirected.close()
    }
  })

  it('carry nothing of the client but the fields of the call', async () => {
    const forged = {
      'x-forwarded-host': 'evil.example',
      'x-identity-secret': 'guess',
      'x-goog-user-project': 'p',
      cookie: 'a=b',
      'content-type': 'application/json; charset=utf-8; x=y',
    }
    const body = JSON.stringify({ ...JSON.parse(BODY), localId: 'mine', tenantId: 't' })
    await rawRequest(port, 'POST', `${SIGN_IN}?key=k&alt=media&localId=mine`, forged, body)
    const [asked] = identity.seen
    expect(asked).toMatchObject({
      url: `${SIGN_IN}?key=embedded`,
      body: BODY,
      headers: { 'x-identity-secret': 's3', 'content-type': 'application/json' },
    })
    expect(asked?.headers['host']).toBe(new URL(identity.url).host)
    expect(JSON.stringify(asked)).not.toMatch(/evil|guess|x-goog|cookie|localId/)
  })

  it('refresh a token with its two fields', async () => {
    const form = 'grant_type=refresh_token&refresh_token=a%26b&tenantId=t&key=k'
    await rawRequest(port, 'POST', TOKEN, { 'content-type': 'application/x-www-form-urlencoded' }, form)
    expect(identity.seen[0]?.body).toBe('grant_type=refresh_token&refresh_token=a%26b')
  })

  it.each([
    ['is no JSON', '{"email":', 'application/json', 400, 'VALIDATION'],
    ['is of another type', '<x/>', 'text/xml', 415, 'UNSUPPORTED_MEDIA'],
    ['is too long', JSON.stringify({ email: 'x'.repeat(65 * 1_024) }), 'application/json', 413, 'TOO_LARGE'],
  ])('DESIGN §5: refuse a body that %s', async (_, body, type, status, code) => {
    const answer = await rawRequest(port, 'POST', SIGN_IN, { 'content-type': type }, body)
    expect(answer.status).toBe(status)
    expect(JSON.parse(answer.text.split('\r\n\r\n')[1] ?? '')).toMatchObject({ success: false, code })
    expect(identity.seen).toEqual([])
  })
})
