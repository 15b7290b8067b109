import { freePort } from '@andscene/service-kit/free-port'
import { createInternalKeys, ISSUERS } from '@andscene/service-kit/tokens/internal-keys'
import { temporaryFolder } from '@andscene/testing/temporary-folder'
import { spawn, type ChildProcess } from 'node:child_process'
import { createHmac, createPrivateKey, randomUUID, sign } from 'node:crypto'
import { once } from 'node:events'
import path from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { identityKeys } from '../identity-keys.ts'
import { ownParts } from '../parts.ts'
import { identityProcess, PROJECT, PUBLIC_ORIGIN } from '../testing/identity-process.ts'

type Tokens = { localId: string; idToken: string; refreshToken: string }

let folder: Awaited<ReturnType<typeof temporaryFolder>>
let identity: Awaited<ReturnType<typeof identityProcess>>
let victim: Tokens
beforeAll(async () => {
  folder = await temporaryFolder('andscene-tokens')
  identity = await identityProcess(path.join(folder.path, 'ours'))
  victim = await signUp()
})
afterAll(async () => {
  await identity.kill()
  await folder.remove()
})

const person = (email = `${randomUUID()}@example.com`) => ({
  email,
  password: 'Act-Three-3',
  returnSecureToken: true,
})
const signUp = async (account = person()) => (await identity.call('accounts:signUp', account)).body as Tokens
const failed = (message: string) => ({ status: 400, body: { error: { message } } })

const part = (value: object) => Buffer.from(JSON.stringify(value)).toString('base64url')
const read = (token: unknown, index: number) =>
  JSON.parse(Buffer.from(String(token).split('.')[index] ?? '', 'base64url').toString()) as Record<
    string,
    unknown
  >
/** A token that says what the victim's says, with another header, other claims and `signature` over them. */
const forged = (alg: string, signature: (input: string) => string, claims: object = {}) => {
  const input = `${part({ alg, typ: 'JWT' })}.${part({ ...read(victim.idToken, 1), ...claims })}`
  return `${input}.${signature(input)}`
}
const decoded = (base64: string) => Buffer.from(base64, 'base64').toString()
/** Signs with one of the identity part's own keys, or another's. */
const es256 = (privateKey: string) => (input: string) =>
  sign('sha256', Buffer.from(input), {
    key: createPrivateKey(decoded(privateKey)),
    dsaEncoding: 'ieee-p1363',
  }).toString('base64url')

const own = () => es256(identity.keys.privateKey)
const other = () => es256(identityKeys(path.join(folder.path, 'other')).privateKey)
const signature = () => victim.idToken.split('.')[2] ?? ''
const shared = (input: string) =>
  createHmac('sha256', decoded(identity.keys.publicKey)).update(input).digest('base64url')

describe('product §10: the identity part takes ID tokens that it issued, and no others', () => {
  test.each([
    ['alg: none', () => forged('none', () => '')],
    ['alg: nOnE', () => forged('nOnE', () => '')],
    ['its own signature taken away', () => `${victim.idToken.split('.').slice(0, 2).join('.')}.`],
    ['another payload under its signature', () => forged('ES256', signature, { email: 'x@example.com' })],
    ["another platform's key", () => forged('ES256', other())],
    ['the public key as a shared secret', () => forged('HS256', shared)],
    ['another audience under its key', () => forged('ES256', own(), { aud: 'demo-else' })],
    ['a past expiry under its key', () => forged('ES256', own(), { exp: 1_000_000 })],
    ['a refresh token', () => victim.refreshToken],
    ['no token', () => 'x'],
  ])('not with %s', async (_, token) => {
    const idToken = token()
    for (const [call, more] of [
      ['accounts:lookup', {}],
      ['accounts:update', { displayName: 'Mallory', password: 'Scene-Two-2' }],
      ['accounts:sendOobCode', { requestType: 'VERIFY_EMAIL' }],
    ] as const)
      expect(await identity.call(call, { idToken, ...more })).toMatchObject(failed('INVALID_ID_TOKEN'))
  })

  test('its own go through, and are signed', async () => {
    expect(read(victim.idToken, 0)).toMatchObject({ alg: 'ES256' })
    const response = await identity.call('accounts:lookup', { idToken: victim.idToken })
    expect(response).toMatchObject({ status: 200, body: { users: [{ localId: victim.localId }] } })
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

/** As the unchanged emulator makes it. */
const unsigned = (more: object) =>
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
    ['made up for a known user', () => unsigned({})],
    ['made up with an ID token as its signature', () => unsigned({ signed: victim.idToken })],
    ['unreadable', () => '%%%'],
  ])('%s are refused', async (_, token) => {
    expect(await identity.refresh(token())).toMatchObject(failed('INVALID_REFRESH_TOKEN'))
  })

  test('of ours give a new ID token', async () => {
    const { status, body } = await identity.refresh(victim.refreshToken)
    expect([status, body]).toMatchObject([200, { user_id: victim.localId }])
    expect((await identity.call('accounts:lookup', { idToken: body['id_token'] })).status).toBe(200)
  })

  test('keep the time of their own sign-in after a later sign-in elsewhere', async () => {
    const account = person()
    const first = await signUp(account)
    const signedInAt = read(first.idToken, 1)['auth_time']
    let later = signedInAt
    while (later === signedInAt) {
      const { body } = await identity.call('accounts:signInWithPassword', account)
      later = read(body['idToken'], 1)['auth_time']
    }
    for (let token = first.refreshToken, n = 0; n < 2; n += 1) {
      const { body } = await identity.refresh(token)
      expect(read(body['id_token'], 1)).toMatchObject({ auth_time: signedInAt })
      expect(read(body['id_token'], 1)).not.toHaveProperty('signed_in_at')
      token = String(body['refresh_token'])
    }
  })

  test('end with a new password and with the account', async () => {
    const { refreshToken, localId } = await signUp()
    // The time of it, as an administrator sets it: a second of tests is not waited for.
    const validSince = String(Math.ceil(Date.now() / 1_000) + 5)
    await identity.admin('accounts:update', { localId, validSince })
    expect(await identity.refresh(refreshToken)).toMatchObject(failed('TOKEN_EXPIRED'))
    await identity.admin('accounts:delete', { localId })
    expect(await identity.refresh(refreshToken)).toMatchObject(failed('USER_NOT_FOUND'))
  })
})

describe('product §10: the gateway beside the embedded identity', () => {
  /** Passed the guard: the service behind the gateway is unavailable in this test. */
  const LET_IN = 503
  let port: number
  let gateway: ChildProcess

  // As the launcher starts it, and without Redis: it counts alone.
  beforeAll(async () => {
    const nowhere = await freePort()
    port = await freePort()
    const { file, args, env } = ownParts({
      env: { ...process.env, FIREBASE_PROJECT_ID: PROJECT, LOG_LEVEL: 'silent' },
      host: '127.0.0.1',
      dataDir: folder.path,
      ports: {
        edge: nowhere,
        identity: identity.port,
        gateway: port,
        scripts: nowhere,
        tts: nowhere,
        subscriptions: nowhere,
        workers: [],
        metrics: { edge: nowhere, identity: nowhere },
      },
      redisUrl: '',
      publicOrigin: PUBLIC_ORIGIN,
      keys: createInternalKeys(ISSUERS),
      identity: identity.keys,
    }).find(({ name }) => name === 'gateway')!
    gateway = spawn(file, args, { env, stdio: ['ignore', 'inherit', 'inherit', 'ipc'] })
    await once(gateway, 'message')
  })
  afterAll(async () => {
    gateway.kill('SIGTERM')
    await once(gateway, 'exit')
  })
  const list = async (token: unknown) => {
    const headers = { authorization: `Bearer ${String(token)}` }
    const response = await fetch(`http://127.0.0.1:${port}/api/scripts`, { headers })
    return { status: response.status, body: (await response.json()) as object }
  }

  test('accepts tokens of the identity part, also refreshed, and no forged token with the same claims', async () => {
    const { body } = await identity.refresh(victim.refreshToken)
    for (const token of [victim.idToken, body['id_token']]) expect((await list(token)).status).toBe(LET_IN)
    for (const token of [forged('none', () => ''), victim.refreshToken])
      expect(await list(token)).toMatchObject({
        status: 401,
        body: { success: false, code: 'UNAUTHENTICATED' },
      })
  })

  test.each([
    ['deleted', 'accounts:delete', {}],
    ['disabled', 'accounts:update', { disableUser: true }],
    ['revoked', 'accounts:update', { validSince: '9999999999' }],
  ])('keeps out who was %s', async (_how, call, more) => {
    const { localId, idToken } = await signUp()
    await identity.admin(call, { localId, ...more })
    expect((await list(idToken)).status).toBe(401)
  })
})
