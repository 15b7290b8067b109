import { createHmac, createPrivateKey, sign } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { identityKeys } from '../identity-keys.ts'
import { identityProcess, PROJECT } from '../testing/identity-process.ts'

const PERSON = { email: 'writer@example.com', password: 'Act-Three-3', returnSecureToken: true }
type Tokens = { localId: string; idToken: string; refreshToken: string }

let folder: string
let identity: Awaited<ReturnType<typeof identityProcess>>
let victim: Tokens

beforeAll(async () => {
  folder = await mkdtemp(path.join(tmpdir(), 'and-scene-tokens-'))
  identity = await identityProcess(path.join(folder, 'ours'))
  victim = (await identity.call('accounts:signUp', PERSON)).body as Tokens
})
afterAll(async () => {
  await identity.kill()
  await rm(folder, { recursive: true, force: true })
})

const part = (value: object) => Buffer.from(JSON.stringify(value)).toString('base64url')
const read = (token: string, index: number) =>
  JSON.parse(Buffer.from(token.split('.')[index] ?? '', 'base64url').toString()) as Record<string, unknown>
/** A token that says what the victim's says, with another header, other claims and `signature` over them. */
const forged = (header: object, signature: (input: string) => string, claims: object = {}) => {
  const input = `${part(header)}.${part({ ...read(victim.idToken, 1), ...claims })}`
  return `${input}.${signature(input)}`
}
const es256 = (pem: string) => (input: string) =>
  sign('sha256', Buffer.from(input), {
    key: createPrivateKey(pem),
    dsaEncoding: 'ieee-p1363',
  }).toString('base64url')
const decoded = (base64: string) => Buffer.from(base64, 'base64').toString()

describe('product §10: the identity part takes ID tokens that it issued, and no others', () => {
  const FORGERIES: [string, () => string | Promise<string>][] = [
    ['alg: none', () => forged({ alg: 'none', typ: 'JWT' }, () => '')],
    ['alg: nOnE', () => forged({ alg: 'nOnE', typ: 'JWT' }, () => '')],
    ['its own signature taken away', () => `${victim.idToken.split('.').slice(0, 2).join('.')}.`],
    [
      'another payload under its signature',
      () =>
        forged({ alg: 'ES256', typ: 'JWT' }, () => victim.idToken.split('.')[2] ?? '', {
          email: 'x@example.com',
        }),
    ],
    [
      "another platform's key",
      async () => {
        const other = identityKeys(path.join(folder, 'other'))
        return forged({ alg: 'ES256', typ: 'JWT' }, es256(decoded(other.privateKey)))
      },
    ],
    [
      'the public key as a shared secret',
      () =>
        forged({ alg: 'HS256', typ: 'JWT' }, (input) =>
          createHmac('sha256', decoded(identity.keys.publicKey)).update(input).digest('base64url'),
        ),
    ],
    [
      'another audience under its key',
      () =>
        forged({ alg: 'ES256', typ: 'JWT' }, es256(decoded(identity.keys.privateKey)), { aud: 'demo-else' }),
    ],
    [
      'a past expiry under its key',
      () =>
        forged({ alg: 'ES256', typ: 'JWT' }, es256(decoded(identity.keys.privateKey)), { exp: 1_000_000 }),
    ],
    ['a refresh token', () => victim.refreshToken],
    ['no token', () => 'x'],
  ]
  test.each(FORGERIES)('not with %s', async (_, token) => {
    const idToken = await token()
    for (const [call, more] of [
      ['accounts:lookup', {}],
      ['accounts:update', { displayName: 'Mallory', password: 'Scene-Two-2' }],
      ['accounts:sendOobCode', { requestType: 'VERIFY_EMAIL' }],
    ] as const)
      expect(await identity.call(call, { idToken, ...more })).toMatchObject({
        status: 400,
        body: { error: { message: 'INVALID_ID_TOKEN' } },
      })
  })

  test('its own go through, and are signed', async () => {
    expect(read(victim.idToken, 0)).toMatchObject({ alg: 'ES256' })
    const response = await identity.call('accounts:lookup', { idToken: victim.idToken })
    expect(response).toMatchObject({ status: 200, body: { users: [{ email: PERSON.email }] } })
  })

  test('a signed-up token is no identity of another provider', async () => {
    const response = await identity.call('accounts:signInWithIdp', {
      postBody: new URLSearchParams({ id_token: victim.idToken, providerId: 'google.com' }).toString(),
      requestUri: 'http://localhost',
      returnSecureToken: true,
    })
    expect(response.status).toBe(400)
  })
})

/** A refresh token as the unchanged emulator makes it. */
const unsignedRefresh = (more: object) =>
  Buffer.from(
    JSON.stringify({
      _AuthEmulatorRefreshToken: 'DO NOT MODIFY',
      localId: victim.localId,
      provider: 'password',
      extraClaims: {},
      projectId: PROJECT,
      ...more,
    }),
  ).toString('base64')

describe('product §10: refresh tokens', () => {
  test.each([
    ['made up for a known user', () => unsignedRefresh({})],
    ['made up with an ID token as its signature', () => unsignedRefresh({ signed: victim.idToken })],
    ['unreadable', () => '%%%'],
  ])('%s are refused', async (_, token) => {
    expect(await identity.refresh(token())).toMatchObject({
      status: 400,
      body: { error: { message: 'INVALID_REFRESH_TOKEN' } },
    })
  })

  test('of ours give a new ID token', async () => {
    const { status, body } = await identity.refresh(victim.refreshToken)
    expect(status).toBe(200)
    expect(body).toMatchObject({ user_id: victim.localId })
    expect((await identity.call('accounts:lookup', { idToken: body['id_token'] })).status).toBe(200)
  })

  test('keep the time of their own sign-in after a later sign-in elsewhere', async () => {
    const person = { ...PERSON, email: 'twice@example.com' }
    const first = (await identity.call('accounts:signUp', person)).body as Tokens
    const signedInAt = read(first.idToken, 1)['auth_time'] as number
    let later = signedInAt
    while (later === signedInAt) {
      const { body } = await identity.call('accounts:signInWithPassword', person)
      later = read((body as Tokens).idToken, 1)['auth_time'] as number
    }
    for (let token = first.refreshToken, n = 0; n < 2; n += 1) {
      const { body } = await identity.refresh(token)
      expect(read(String(body['id_token']), 1)).toMatchObject({ auth_time: signedInAt })
      expect(read(String(body['id_token']), 1)).not.toHaveProperty('signed_in_at')
      token = String(body['refresh_token'])
    }
  })

  test('end with a new password and with the account', async () => {
    const person = { ...PERSON, email: 'other@example.com' }
    const { refreshToken, localId } = (await identity.call('accounts:signUp', person)).body as Tokens
    // The time of it, as an administrator sets it: a second of tests is not waited for.
    await identity.admin('accounts:update', {
      localId,
      validSince: String(Math.ceil(Date.now() / 1_000) + 5),
    })
    expect((await identity.refresh(refreshToken)).body).toMatchObject({ error: { message: 'TOKEN_EXPIRED' } })
    await identity.admin('accounts:delete', { localId })
    expect((await identity.refresh(refreshToken)).body).toMatchObject({
      error: { message: 'USER_NOT_FOUND' },
    })
  })
})
