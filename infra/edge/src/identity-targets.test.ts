import { rawRequest, requestBytes } from '@andscene/testing/raw-http'
import { recordingServer } from '@andscene/testing/recording-server'
import { beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { edgeFixture, openEdge, type Edge } from './testing/edge-fixture.ts'

const SIGN_IN = '/identitytoolkit.googleapis.com/v1/accounts:signInWithPassword'
const TOKEN = '/securetoken.googleapis.com/v1/token'
const BODY = JSON.stringify({ email: 'a@example.com', password: 'Scene-Two-2' })

let elsewhere: Awaited<ReturnType<typeof recordingServer>>
let identity: Awaited<ReturnType<typeof recordingServer>>
let redirecting: Awaited<ReturnType<typeof recordingServer>>
let edge: Edge

beforeAll(async () => {
  elsewhere = await recordingServer()
  identity = await recordingServer()
  redirecting = await recordingServer({ status: 302, headers: { location: `${elsewhere.url}/metrics` } })
  edge = await openEdge({ identityUrl: identity.url, identitySecret: 's3' })
  return () => Promise.all([edge, elsewhere, identity, redirecting].map((server) => server.close()))
})
beforeEach(() => {
  for (const { seen } of [elsewhere, identity, redirecting]) seen.length = 0
})

const post = (target: string, body: string, headers: Record<string, string> = {}, { origin } = edge) =>
  rawRequest(
    origin,
    requestBytes(
      'POST',
      target,
      { host: new URL(origin).host, connection: 'close', 'content-type': 'application/json', ...headers },
      body,
    ),
  )

describe('product §10: identity calls on the public port', () => {
  test.each([SIGN_IN, TOKEN])('do not follow redirects, which count as no response: %s', async (path) => {
    const redirected = await edgeFixture({ identityUrl: redirecting.url })
    expect(await post(path, BODY, {}, redirected)).toMatchObject({ status: 0, body: '' })
    expect(redirecting.seen).toHaveLength(1)
    expect(elsewhere.seen).toEqual([])
  })

  test('forward only the declared fields of the client', async () => {
    const forged = {
      'x-forwarded-host': 'evil.example',
      'x-identity-secret': 'guess',
      'x-goog-user-project': 'p',
      cookie: 'a=b',
      'content-type': 'application/json; charset=utf-8; x=y',
    }
    const body = JSON.stringify({ ...JSON.parse(BODY), localId: 'mine', tenantId: 't' })
    await post(`${SIGN_IN}?key=k&alt=media&localId=mine`, body, forged)
    const [asked] = identity.seen
    expect(asked).toMatchObject({
      url: `${SIGN_IN}?key=embedded`,
      body: BODY,
      headers: { 'x-identity-secret': 's3', 'content-type': 'application/json' },
    })
    expect(asked?.headers['host']).toBe(new URL(identity.url).host)
    expect(JSON.stringify(asked)).not.toMatch(/evil|guess|x-goog|cookie|localId/)
  })

  test('refresh a token with its two fields', async () => {
    const form = 'grant_type=refresh_token&refresh_token=a%26b&tenantId=t&key=k'
    await post(TOKEN, form, { 'content-type': 'application/x-www-form-urlencoded' })
    expect(identity.seen[0]?.body).toBe('grant_type=refresh_token&refresh_token=a%26b')
  })

  test.each([
    ['is not JSON', '{"email":', 'application/json', 400, 'VALIDATION'],
    ['is of another type', '<x/>', 'text/xml', 415, 'UNSUPPORTED_MEDIA'],
    ['is too long', JSON.stringify({ email: 'x'.repeat(65 * 1_024) }), 'application/json', 413, 'TOO_LARGE'],
  ])('architecture §5: refuse a body that %s', async (_, body, type, status, code) => {
    const response = await post(SIGN_IN, body, { 'content-type': type })
    expect(response.status).toBe(status)
    expect(JSON.parse(response.body)).toMatchObject({ success: false, code })
    expect(identity.seen).toEqual([])
  })
})
