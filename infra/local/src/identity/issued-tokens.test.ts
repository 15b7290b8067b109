import { temporaryFolder } from '@andscene/testing/temporary-folder'
import { createHmac, createPrivateKey, randomUUID, sign } from 'node:crypto'
import path from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { identityKeys } from '../identity-keys.ts'
import { identityProcess, PROJECT } from '../testing/identity-process.ts'

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
/** A token with the victim's claims, another header, changed claims and the given `signature`. */
const forged = (alg: string, signature: (input: string) => string, claims: object = {}) => {
  const input = `${part({ alg, typ: 'JWT' })}.${part({ ...read(victim.idToken, 1), ...claims })}`
  return `${input}.${signature(input)}`
}
const decoded = (base64: string) => Buffer.from(base64, 'base64').toString()
/** Signs with the identity part's own key, or another one. */
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

describe('product §10: the identity part accepts only ID tokens that it issued', () => {
  test.each([
    ['alg: none', () => forged('none', () => '')],
    ['alg: nOnE', () => forged('nOnE', () => '')],
    ['its own token without the signature', () => `${victim.idToken.split('.').slice(0, 2).join('.')}.`],
    ['another payload with its own signature', () => forged('ES256', signature, { email: 'x@example.com' })],
    ["a token signed with another platform's key", () => forged('ES256', other())],
    ['a token signed with the public key as a shared secret', () => forged('HS256', shared)],
    ['another audience signed with its own key', () => forged('ES256', own(), { aud: 'demo-else' })],
    ['a past expiry signed with its own key', () => forged('ES256', own(), { exp: 1_000_000 })],
    ['a refresh token', () => victim.refreshToken],
    ['a malformed token', () => 'x'],
  ])('rejects %s', async (_, token) => {
    const idToken = token()
    for (const [call, more] of [
      ['accounts:lookup', {}],
      ['accounts:update', { displayName: 'Mallory', password: 'Scene-Two-2' }],
      ['accounts:sendOobCode', { requestType: 'VERIFY_EMAIL' }],
    ] as const)
      expect(await identity.call(call, { idToken, ...more })).toMatchObject(failed('INVALID_ID_TOKEN'))
  })

  test('accepts its own, which are signed', async () => {
    expect(read(victim.idToken, 0)).toMatchObject({ alg: 'ES256' })
    const response = await identity.call('accounts:lookup', { idToken: victim.idToken })
    expect(response).toMatchObject({ status: 200, body: { users: [{ localId: victim.localId }] } })
  })

  test('rejects its own as a token of another provider', async () => {
    const response = await identity.call('accounts:signInWithIdp', {
      postBody: new URLSearchParams({ id_token: victim.idToken, providerId: 'google.com' }).toString(),
      requestUri: 'http://localhost',
      returnSecureToken: true,
    })
    expect(response.status).toBe(400)
  })
})

/** A refresh token as the unmodified emulator creates it. */
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
    ['forged for a known user', () => unsigned({})],
    ['forged with an ID token as the signature', () => unsigned({ signed: victim.idToken })],
    ['unreadable', () => '%%%'],
  ])('%s are rejected', async (_, token) => {
    expect(await identity.refresh(token())).toMatchObject(failed('INVALID_REFRESH_TOKEN'))
  })

  test('issued by us give a new ID token', async () => {
    const { status, body } = await identity.refresh(victim.refreshToken)
    expect([status, body]).toMatchObject([200, { user_id: victim.localId }])
    expect((await identity.call('accounts:lookup', { idToken: body['id_token'] })).status).toBe(200)
  })

  test('keep their own sign-in time after a later sign-in elsewhere', async () => {
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

  test('become invalid with a new password and with the deletion of the account', async () => {
    const { refreshToken, localId } = await signUp()
    // An administrator sets the time, so that the test need not wait a second.
    const validSince = String(Math.ceil(Date.now() / 1_000) + 5)
    await identity.admin('accounts:update', { localId, validSince })
    expect(await identity.refresh(refreshToken)).toMatchObject(failed('TOKEN_EXPIRED'))
    await identity.admin('accounts:delete', { localId })
    expect(await identity.refresh(refreshToken)).toMatchObject(failed('USER_NOT_FOUND'))
  })
})
