import { rawRequest, type RawResponse } from '@andscene/testing/raw-http'
import { createHmac } from 'node:crypto'
import { beforeEach, describe, expect, onTestFinished, test } from 'vitest'
import { gatewayFixture, type Gateway } from './testing/gateway-fixture.ts'
import { verifyFirebase } from './firebase-identity.ts'
import { part, PROJECT, startGoogleIdentity, type GoogleIdentity } from '@andscene/testing/google-identity'

const HOUR = 3_600
const now = () => Math.floor(Date.now() / 1_000)

let google: GoogleIdentity
let gateway: Gateway

// A new gateway with real identity for each test, so that no cache is shared.
beforeEach(async () => {
  google = await startGoogleIdentity()
  google.accounts.set('ada', {})
  const identity = verifyFirebase(PROJECT, google.options, { limitMs: 3_000 })
  onTestFinished(async () => {
    await identity.close()
    await google.close()
  })
  const env = { NODE_ENV: 'production', FIREBASE_PROJECT_ID: PROJECT }
  gateway = await gatewayFixture(env, { verify: identity.verify })
})

/** Requests the list of scripts with exactly these header lines. */
const ask = (...lines: string[]): Promise<RawResponse> => {
  const head = ['GET /api/scripts HTTP/1.1', `Host: ${gateway.host}`, 'Connection: close', ...lines]
  return rawRequest(gateway.origin, `${head.join('\r\n')}\r\n\r\n`)
}
const askWith = (token: string) => ask(`Authorization: Bearer ${token}`)

/** Status and body of an error, with any message and request id. */
const refusal = ({ status, body }: RawResponse) => ({ status, body: JSON.parse(body) as unknown })
const refusedWith = (status: number, code: string) => ({
  status,
  body: { success: false, error: expect.any(String), code, requestId: expect.any(String) } as unknown,
})
const UNAUTHENTICATED = refusedWith(401, 'UNAUTHENTICATED')
const AWAY = refusedWith(503, 'AWAY')

/** The same token with a changed payload and the old signature. */
function withPayload(token: string, claims: object): string {
  const [header = '', payload = '', signature = ''] = token.split('.')
  const old = JSON.parse(Buffer.from(payload, 'base64url').toString('utf8')) as object
  return [header, part({ ...old, ...claims }), signature].join('.')
}

describe('product §10: a token of the real identity service', () => {
  test('authenticates its user and forwards the claims to services', async () => {
    const claims = { name: 'Ada', email: 'ada@andscene.example', email_verified: true }
    expect((await askWith(google.token({ ...claims, guest: { linkId: 'l' } }))).status).toBe(200)
    const passedOn = gateway.behind.seen[0]!.headers.authorization!.split('.')[1]!
    const person = JSON.parse(Buffer.from(passedOn, 'base64url').toString()) as object
    expect(person).toMatchObject({ sub: 'ada', name: 'Ada', email: claims.email, emailVerified: true })
    expect(person).not.toHaveProperty('guest')
  })

  const refused: Record<string, () => string> = {
    'that has expired': () => google.token({ iat: now() - 2 * HOUR, exp: now() - 1 }),
    'that is not valid yet': () => google.token({ nbf: now() + HOUR }),
    'for another project': () => google.token({ aud: 'another-project' }),
    'of another issuer': () => google.token({ iss: 'https://securetoken.google.com/another-project' }),
    'with another payload': () => withPayload(google.token(), { sub: 'eve' }),
    'with another signature': () => google.token().replace(/.{8}$/, 'AAAAAAAA'),
    'without a signature': () => google.token().replace(/[^.]+$/, ''),
    'signed with a foreign key': () => google.token({}, {}, google.strangersKey),
    'with an unknown key id': () => google.token({}, { kid: 'key-9' }),
    'without a key id': () => google.token({}, { kid: undefined }),
    'with "alg: none"': () => google.token({}, { alg: 'none' }).replace(/[^.]+$/, ''),
    'with HS256 by the public key': () => {
      const signed = google.token({}, { alg: 'HS256' }).split('.').slice(0, 2).join('.')
      return `${signed}.${createHmac('sha256', google.publicKey).update(signed).digest('base64url')}`
    },
    'without a subject': () => google.token({ sub: '' }),
    'whose subject is not a string': () => google.token({ sub: ['ada'] }),
    'with a subject of 129 characters': () => google.token({ sub: 'a'.repeat(129) }),
    'whose payload is a string': () => `${part({ alg: 'RS256', kid: 'key-1' })}.${part('ada')}.AAAA`,
    'whose parts are not JSON': () => 'e30x.e30x.e30x',
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

  test.each([
    [
      'issued before the sign-ins were revoked',
      'SESSION_REVOKED',
      () => google.accounts.set('ada', { validSince: now() }),
    ],
    ['of a disabled account', 'ACCOUNT_DISABLED', () => google.accounts.set('ada', { disabled: true })],
    ['of a deleted account', 'ACCOUNT_DELETED', () => google.accounts.delete('ada')],
  ])('%s is refused with %s', async (_what, code, change) => {
    change()
    const response = await askWith(google.token({ auth_time: now() - HOUR }))
    expect(refusal(response)).toEqual(refusedWith(401, code))
  })

  test('is accepted only as a single Bearer token in a single Authorization header', async () => {
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

  test('of 1 MB is refused by size, with 431', async () => {
    expect((await askWith('a'.repeat(1024 ** 2))).status).toBe(431)
    expect(google.asked).toEqual({ keys: 0, lookups: 0 })
  })

  test('in a second Authorization header is ignored', async () => {
    const [good, bad] = [`Authorization: Bearer ${google.token()}`, 'Authorization: Bearer a.b.c']
    const response = await ask(bad, good)
    expect([400, 401]).toContain(response.status)
    expect(JSON.parse(response.body)).toMatchObject({ success: false })
  })
})

describe('product §10: while the identity service', () => {
  describe.each(['keys', 'lookups'] as const)('provides no %s', (kind) => {
    test.each(['away', 'broken', 'silent'] as const)(
      'because it is %s, responds 503 instead of 401, and 200 once it recovers',
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

test('product §10: twenty parallel requests with one token call the identity service once', async () => {
  const token = google.token()
  const statuses = await Promise.all(Array.from({ length: 20 }, async () => (await askWith(token)).status))
  expect(new Set(statuses)).toEqual(new Set([200]))
  expect(google.asked.lookups).toBe(1)
})
