import { createApp, type App } from '@andscene/service-kit/create-app'
import { internalTokens } from '@andscene/service-kit/tokens/internal-tokens'
import { createInternalKeys } from '@andscene/testing/internal-keys'
import { rawRequest, type RawResponse } from '@andscene/testing/raw-http'
import { freePort } from '@andscene/service-kit/free-port'
import { createHmac } from 'node:crypto'
import type { AddressInfo } from 'node:net'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { buildApp } from './build-app.ts'
import { gatewayConfig } from './config.ts'
import { verifyFirebase } from './firebase-identity.ts'
import { part, PROJECT, startGoogleIdentity, type GoogleIdentity } from '@andscene/testing/google-identity'

const keys = createInternalKeys(['gateway'])
const HOUR = 3_600
const now = () => Math.floor(Date.now() / 1_000)

let scripts: App
let google: GoogleIdentity
let identity: ReturnType<typeof verifyFirebase>
let gateway: App
let origin: string

beforeAll(async () => {
  scripts = await createApp({ name: 'scripts', logLevel: 'silent' })
  await scripts.register(internalTokens, { self: 'scripts', publicKeys: keys.publicKeys })
  scripts.get('/api/scripts', { onRequest: scripts.requirePerson }, async ({ person }) => person)
  await scripts.listen({ port: 0 })
})
afterAll(() => scripts.close())

// A new gateway with real identity for every test, so that nothing is cached from another one.
beforeEach(async () => {
  google = await startGoogleIdentity()
  google.accounts.set('ada', {})
  identity = verifyFirebase(PROJECT, google.options, { limitMs: 3_000 })
  const unused = `http://127.0.0.1:${await freePort()}`
  const config = gatewayConfig({
    LOG_LEVEL: 'silent',
    NODE_ENV: 'production',
    SCRIPTS_URL: `http://127.0.0.1:${(scripts.server.address() as AddressInfo).port}`,
    TTS_URL: unused,
    SUBSCRIPTIONS_URL: unused,
    FIREBASE_PROJECT_ID: PROJECT,
    INTERNAL_PRIVATE_KEY: keys.privateKeys.gateway,
  })
  gateway = await buildApp(config, { verify: identity.verify })
  origin = await gateway.listen({ port: 0, host: '127.0.0.1' })
})
afterEach(async () => {
  await gateway.close()
  await identity.close()
  await google.close()
})

/** The list of scripts, asked for with these very header lines. */
const ask = (...lines: string[]): Promise<RawResponse> =>
  rawRequest(
    origin,
    [
      'GET /api/scripts HTTP/1.1',
      `Host: ${new URL(origin).host}`,
      'Connection: close',
      ...lines,
      '',
      '',
    ].join('\r\n'),
  )
const askWith = (token: string) => ask(`Authorization: Bearer ${token}`)

/** Status and body of a refusal, where the sentence and the request id may be any. */
const refusal = ({ status, body }: RawResponse) => ({ status, body: JSON.parse(body) as unknown })
const refusedWith = (status: number, code: string) => ({
  status,
  body: { success: false, error: expect.any(String), code, requestId: expect.any(String) } as unknown,
})
const UNAUTHENTICATED = refusedWith(401, 'UNAUTHENTICATED')
const AWAY = refusedWith(503, 'AWAY')

/** The same token with another payload under the old signature. */
function withPayload(token: string, claims: object): string {
  const [header = '', payload = '', signature = ''] = token.split('.')
  const old = JSON.parse(Buffer.from(payload, 'base64url').toString('utf8')) as object
  return [header, part({ ...old, ...claims }), signature].join('.')
}

describe('product §10: a token of the real identity service', () => {
  test('lets its person in', async () => {
    const response = await askWith(google.token())
    expect(response.status).toBe(200)
    expect(JSON.parse(response.body)).toEqual({ uid: 'ada' })
  })

  test('tells services who they are', async () => {
    const claims = {
      name: 'Ada',
      email: 'ada@andscene.example',
      email_verified: true,
      guest: { linkId: 'l' },
    }
    const response = await askWith(google.token(claims))
    expect(JSON.parse(response.body)).toEqual({
      uid: 'ada',
      name: 'Ada',
      email: 'ada@andscene.example',
      emailVerified: true,
    })
  })

  const refused: Record<string, () => string> = {
    'that has expired': () => google.token({ iat: now() - 2 * HOUR, exp: now() - 1 }),
    'that is not valid yet': () => google.token({ nbf: now() + HOUR }),
    'for another project': () => google.token({ aud: 'another-project' }),
    'for this project among others': () => google.token({ aud: [PROJECT, 'another-project'] }),
    'of another issuer': () => google.token({ iss: 'https://securetoken.google.com/another-project' }),
    'with another payload': () => withPayload(google.token(), { sub: 'eve' }),
    'with another signature': () => google.token().replace(/.{8}$/, 'AAAAAAAA'),
    'without a signature': () => google.token().replace(/[^.]+$/, ''),
    'signed by a stranger': () => google.token({}, {}, google.strangersKey),
    'of an unknown key': () => google.token({}, { kid: 'key-9' }),
    'of a key without a name, by a stranger': () => google.token({}, { kid: '' }, google.strangersKey),
    'that names no key': () => google.token({}, { kid: undefined }),
    'with "alg: none"': () => google.token({}, { alg: 'none' }).replace(/[^.]+$/, ''),
    'with "alg: none" and a signature': () => google.token({}, { alg: 'none' }),
    'with HS256 by the public key': () => {
      const signed = google.token({}, { alg: 'HS256' }).split('.').slice(0, 2).join('.')
      return `${signed}.${createHmac('sha256', google.publicKey).update(signed).digest('base64url')}`
    },
    'without a subject': () => google.token({ sub: '' }),
    'whose subject is no text': () => google.token({ sub: ['ada'] }),
    'with a subject of 129 characters': () => google.token({ sub: 'a'.repeat(129) }),
    'whose payload is a text': () => `${part({ alg: 'RS256', kid: 'key-1' })}.${part('ada')}.AAAA`,
    'whose payload is null': () => `${part({ alg: 'RS256', kid: 'key-1' })}.${part(null)}.AAAA`,
    'whose header is null': () => `${part(null)}.${part({ sub: 'ada' })}.AAAA`,
    'whose parts are no JSON': () => 'e30x.e30x.e30x',
    'that is dots': () => '...',
  }
  test.each(Object.entries(refused))('%s is refused with 401', async (_name, token) => {
    google.accounts.set('a'.repeat(129), {}).set('eve', {})
    expect(refusal(await askWith(token()))).toEqual(UNAUTHENTICATED)
    expect(google.asked.lookups, 'no question about the account').toBe(0)
  })

  test.each([
    ['was issued in the future', { iat: now() + HOUR, exp: now() + 2 * HOUR }],
    ['is of a sign-in in the future', { auth_time: now() + HOUR }],
    ['never expires', { exp: undefined }],
  ])('that %s is refused with 401, even with a valid signature', async (_name, claims) => {
    expect(refusal(await askWith(google.token(claims)))).toEqual(UNAUTHENTICATED)
  })

  test('issued before the sign-ins were revoked is refused', async () => {
    google.accounts.set('ada', { validSince: now() })
    expect(refusal(await askWith(google.token({ auth_time: now() - HOUR })))).toEqual(UNAUTHENTICATED)
  })

  test('of a disabled account is refused', async () => {
    google.accounts.set('ada', { disabled: true })
    expect(refusal(await askWith(google.token()))).toEqual(UNAUTHENTICATED)
  })

  test('of a deleted account is refused', async () => {
    google.accounts.delete('ada')
    expect(refusal(await askWith(google.token()))).toEqual(UNAUTHENTICATED)
  })

  test('counts only as the one Bearer token of one Authorization header', async () => {
    const token = google.token()
    const variants = [
      [`Authorization: ${token}`],
      [`Authorization: Basic ${token}`],
      ['Authorization: Bearer'],
      [`Authorization: Bearer ${token} ${token}`],
      [`Authorization: Bearer ${token}, Bearer ${token}`],
      [`Authorization: Bearer "${token}"`],
      [`Authorization: Token Bearer ${token}`],
      [`Proxy-Authorization: Bearer ${token}`],
      [`X-Authorization: Bearer ${token}`],
      [`Cookie: firebase_token=${token}; __session=${token}`],
    ]
    for (const lines of variants) expect(refusal(await ask(...lines))).toEqual(UNAUTHENTICATED)
  })

  test('of two Authorization headers the second never counts', async () => {
    const [good, bad] = [`Authorization: Bearer ${google.token()}`, 'Authorization: Bearer a.b.c']
    const response = await ask(bad, good)
    expect([400, 401]).toContain(response.status)
    expect(JSON.parse(response.body)).toMatchObject({ success: false })
  })

  test('of 1 MB is refused by its size, with 431', async () => {
    const response = await askWith('a'.repeat(1024 ** 2))
    expect(response.status).toBe(431)
    expect(google.asked).toEqual({ keys: 0, lookups: 0 })
  })
})

describe('product §10: while the identity service', () => {
  describe.each(['keys', 'lookups'] as const)('gives no %s', (kind) => {
    test.each(['away', 'broken', 'silent'] as const)(
      'because it is %s, responds 503 instead of 401, and 200 once it is back',
      async (mode) => {
        google.state[kind] = mode
        const token = google.token()
        expect(refusal(await askWith(token))).toEqual(AWAY)
        google.state[kind] = 'well'
        expect((await askWith(token)).status).toBe(200)
      },
    )
  })

  test('is unavailable, recently verified users stay signed in', async () => {
    const token = google.token()
    expect((await askWith(token)).status).toBe(200)
    google.state.lookups = google.state.keys = 'away'
    expect((await askWith(token)).status).toBe(200)
  })
})

test('product §10: twenty simultaneous requests of one token ask the identity service once', async () => {
  const token = google.token()
  const statuses = await Promise.all(Array.from({ length: 20 }, async () => (await askWith(token)).status))
  expect(new Set(statuses)).toEqual(new Set([200]))
  expect(google.asked.lookups).toBe(1)
})

test('product §10: a flood of one refused token asks the identity service once', async () => {
  google.accounts.set('ada', { disabled: true })
  const token = google.token()
  for (let n = 0; n < 10; n += 1) expect(refusal(await askWith(token))).toEqual(UNAUTHENTICATED)
  expect(google.asked.lookups).toBe(1)
})
