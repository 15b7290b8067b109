import { openEdge, type Edge } from '@andscene/edge/testing/edge-fixture'
import { freePort } from '@andscene/service-kit/free-port'
import { rawRequest, requestBytes } from '@andscene/testing/raw-http'
import { temporaryFolder } from '@andscene/testing/temporary-folder'
import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { DEMO_ACCOUNT, PROJECT, PUBLIC_ORIGIN, identityProcess, post } from '../testing/identity-process.ts'

const TOOLKIT = '/identitytoolkit.googleapis.com/v1'
const OWNER = { authorization: 'Bearer owner' }

let edge: Edge
let identity: Awaited<ReturnType<typeof identityProcess>>
let folder: Awaited<ReturnType<typeof temporaryFolder>>
beforeAll(async () => {
  folder = await temporaryFolder('andscene-identity')
  identity = await identityProcess(folder.path)
  edge = await openEdge({ identityUrl: identity.url, identitySecret: identity.keys.secret })
})
afterAll(async () => {
  await edge.close()
  await identity.kill()
  await folder.remove()
})

/** A request like a browser's. */
const call = (name: string, body: object | string) =>
  post(`${edge.origin}${TOOLKIT}/accounts:${name}?key=k`, body)
const person = (more: object = {}) => ({
  email: `${randomUUID()}@example.com`,
  password: 'Scene-Two-2',
  returnSecureToken: true,
  ...more,
})
async function signedUp() {
  const account = person()
  const { body } = await call('signUp', account)
  return { account, email: account.email, localId: body['localId'], idToken: String(body['idToken']) }
}
const failed = (message: unknown) => ({ status: 400, body: { error: { message } } })

const choose = (claims: object, providerId = 'google.com') =>
  call('signInWithIdp', {
    postBody: new URLSearchParams({
      id_token: JSON.stringify({ email_verified: true, name: 'Reader', ...claims }),
      providerId,
    }).toString(),
    requestUri: edge.origin,
    returnIdpCredential: true,
    returnSecureToken: true,
  })

describe('product §6: the permitted identity calls', () => {
  test("sign up, sign in, refresh, look up, send codes and change the user's own password", async () => {
    const { account, email, localId } = await signedUp()
    const { body } = await call('signInWithPassword', account)
    const { idToken, refreshToken } = body as { idToken: string; refreshToken: string }
    const refreshed = await fetch(`${edge.origin}/securetoken.googleapis.com/v1/token?key=k`, {
      method: 'POST',
      headers: { 'content-type': 'application/x-www-form-urlencoded' },
      body: new URLSearchParams({ grant_type: 'refresh_token', refresh_token: refreshToken }),
    })
    expect(await refreshed.json()).toMatchObject({ user_id: localId })
    expect((await call('lookup', { idToken })).body).toMatchObject({ users: [{ email }] })
    expect((await call('sendOobCode', { requestType: 'VERIFY_EMAIL', idToken })).status).toBe(200)
    expect(identity.said()).toContain(
      `E-mail to ${email}: verify this address: ${PUBLIC_ORIGIN}/emulator/action?mode=verifyEmail`,
    )
    const changed = { ...account, password: 'Scene-Three-3' }
    const change = { idToken, password: changed.password, returnSecureToken: true }
    const tokens = { idToken: expect.any(String) as string, refreshToken: expect.any(String) as string }
    expect((await call('update', change)).body).toMatchObject(tokens)
    expect((await call('signInWithPassword', account)).status).toBe(400)
    expect((await call('signInWithPassword', changed)).status).toBe(200)
  })

  test('sign in with the account picked in the local chooser, instead of Google', async () => {
    const email = 'reader@example.com'
    expect(await choose({ sub: email, email })).toMatchObject({
      status: 200,
      body: { email, providerId: 'google.com' },
    })
  })

  test('keep the chooser, which proves nothing, from accounts that have a password', async () => {
    const unverified = person({ email: 'victim@example.com' })
    await call('signUp', unverified)
    // The emulator ignores the case of addresses.
    for (const email of [DEMO_ACCOUNT.email, unverified.email, 'VICTIM@example.com'])
      expect(await choose({ sub: randomUUID(), email })).toMatchObject(failed('EMAIL_EXISTS'))
    for (const provider of ['password', 'phone', 'apple.com', 'PASSWORD'])
      for (const sub of [DEMO_ACCOUNT.email, 'x'])
        expect((await choose({ sub, email: DEMO_ACCOUNT.email }, provider)).body).not.toHaveProperty(
          'idToken',
        )
    for (const account of [DEMO_ACCOUNT, unverified])
      expect((await call('signInWithPassword', account)).status).toBe(200)
  })

  test.each([
    ['GET', `${TOOLKIT}/projects/${PROJECT}/accounts:batchGet`],
    ['POST', `${TOOLKIT}/projects/${PROJECT}/accounts`],
    ['POST', `${TOOLKIT}/projects/${PROJECT}/accounts:lookup`],
    ['POST', `${TOOLKIT}/projects/${PROJECT}/accounts:update`],
    ['DELETE', `/emulator/v1/projects/${PROJECT}/accounts`],
    ['GET', `/emulator/v1/projects/${PROJECT}/oobCodes`],
    ['GET', '/emulator/openapi.json'],
    ['POST', '/www.googleapis.com/identitytoolkit/v3/relyingparty/downloadAccount'],
    ['POST', `${TOOLKIT}/accounts:signInWithCustomToken`],
    ['POST', `${TOOLKIT}/accounts:lookup`],
    ['POST', `${TOOLKIT}/accounts:delete`],
    ['POST', '/securetoken.googleapis.com/v1/token'],
  ] as const)('exclude administrator calls: %s %s', async (method, url) => {
    for (const authorization of ['Bearer owner', 'bearer OWNER', 'Bearer ya29.x']) {
      const response = await edge.app.inject({
        method,
        url,
        headers: { authorization },
        ...(method === 'POST' ? { payload: {} } : {}),
      })
      expect(response.statusCode).toBe(403)
    }
  })

  test.each([
    ['lookup', { localId: ['x'], email: [DEMO_ACCOUNT.email] }],
    ['update', { localId: 'x', password: 'Scene-Two-2' }],
    ['signUp', person({ localId: 'mine' })],
    ['sendOobCode', { requestType: 'PASSWORD_RESET', email: DEMO_ACCOUNT.email, returnOobLink: true }],
    ['sendOobCode', { requestType: 'PASSWORD_RESET', email: DEMO_ACCOUNT.email, return_oob_link: true }],
  ])('expose nothing that only an administrator may see in %s %o', async (name, payload) => {
    const { body } = await call(name, payload)
    expect(JSON.stringify(body)).not.toMatch(/oobLink|oobCode=|passwordHash|"localId":"mine"|"users"/)
  })

  test("product §5 enforce the provider's password policy", async () => {
    const weak = expect.stringContaining('PASSWORD_DOES_NOT_MEET_REQUIREMENTS') as string
    expect(await call('signUp', person({ password: 'sixsix' }))).toMatchObject(failed(weak))
    const policy = await fetch(`${edge.origin}/identitytoolkit.googleapis.com/v2/passwordPolicy?key=k`)
    expect(await policy.json()).toMatchObject({
      customStrengthOptions: { minPasswordLength: 8, maxPasswordLength: 15 },
    })
  })

  test.each([
    ['verifyEmail', '/verify-email?oobCode=c%26d'],
    ['resetPassword', '/reset-password?mode=resetPassword&oobCode=c%26d'],
  ])('redirect the link of an e-mail (%s) to its screen', async (mode, target) => {
    const response = await fetch(
      `${edge.origin}/emulator/action?mode=${mode}&oobCode=c%26d&continueUrl=https://evil.example`,
      { redirect: 'manual' },
    )
    expect([response.status, response.headers.get('location')]).toEqual([302, target])
  })

  test('while identity is unavailable, close the connection: a response would make the SDK sign the user out', async () => {
    const away = await openEdge({ identityUrl: `http://127.0.0.1:${await freePort()}` })
    const asked = post(`${away.origin}${TOOLKIT}/accounts:lookup?key=k`, { idToken: 't' })
    await expect(asked).rejects.toThrow('fetch failed')
    await away.close()
  })
})

const deep = `${'['.repeat(30_000)}${']'.repeat(30_000)}`
const part = (value: object) => Buffer.from(JSON.stringify(value)).toString('base64url')
const now = () => Math.floor(Date.now() / 1_000)
const forged = (claims: object) => `${part({ alg: 'none' })}.${part({ sub: 'x', ...claims })}.`

describe('product §6: an identity call of a client', () => {
  test.each([
    ['a number as the password, which would bypass the policy', { password: 12_345_678 }],
    ['a list as the password', { password: ['a'] }],
    ['a weak password next to a valid one', { password: 'sixsix', newPassword: 'Scene-Two-2' }],
    ['a display name of 50,000 characters', { displayName: 'x'.repeat(50_000) }],
  ])('is rejected with %s', async (_name, fields) => {
    const { status, body } = await call('signUp', person(fields))
    expect([status, body]).toEqual([400, { error: expect.objectContaining({ code: 400 }) as object }])
  })

  test.each([
    ['signInWithPassword', `{"email":${deep},"password":"x"}`],
    ['sendOobCode', `{"requestType":${deep}}`],
    ['update', `{"idToken":{"a":${deep}}}`],
  ])('is rejected as a client error, however deeply nested (%s)', async (name, body) => {
    expect((await call(name, body)).status).toBe(400)
  })

  test.each([
    ['of a sign-in an hour ago', forged({ auth_time: now() - 3_600 }), 'CREDENTIAL_TOO_OLD_LOGIN_AGAIN'],
    ['without a sign-in time', forged({}), 'CREDENTIAL_TOO_OLD_LOGIN_AGAIN'],
    ['whose sign-in time is no number', forged({ auth_time: 'now' }), 'CREDENTIAL_TOO_OLD_LOGIN_AGAIN'],
    ['that is malformed', 'x', 'CREDENTIAL_TOO_OLD_LOGIN_AGAIN'],
    ['that is missing', undefined, 'CREDENTIAL_TOO_OLD_LOGIN_AGAIN'],
    ['forged with a current sign-in time', forged({ auth_time: now() }), 'INVALID_ID_TOKEN'],
  ])('cannot change the password with a token %s', async (_name, idToken, message) => {
    expect(await call('update', { idToken, password: 'Scene-Two-3' })).toMatchObject(failed(message))
  })

  test('cannot change anything of an account but its password', async () => {
    const { email, idToken } = await signedUp()
    await call('update', {
      idToken,
      email: 'other@example.com',
      newEmail: 'new@example.com',
      displayName: 'Mallory',
      deleteProvider: ['password'],
      emailVerified: true,
      disableUser: true,
      customAttributes: '{"admin":true}',
    })
    const { body } = await call('lookup', { idToken })
    expect(body['users']).toMatchObject([{ email, emailVerified: false }])
    expect(JSON.stringify(body)).not.toMatch(/Mallory|admin|"disabled"/)
  })

  test('product §10: cannot send a code that would let another address take over an account', async () => {
    const { email, idToken } = await signedUp()
    const newEmail = `${randomUUID()}@example.com`
    for (const requestType of ['VERIFY_AND_CHANGE_EMAIL', 'RECOVER_EMAIL', 'EMAIL_SIGNIN'])
      expect(await call('sendOobCode', { requestType, idToken, email, newEmail })).toMatchObject(
        failed('OPERATION_NOT_ALLOWED : This kind of e-mail is not sent here'),
      )
    expect(identity.said()).not.toContain(newEmail)
  })

  test('decision 0068: verifies an address only with a token of the same account', async () => {
    const [victim, other] = [await signedUp(), await signedUp()]
    await call('sendOobCode', { requestType: 'VERIFY_EMAIL', idToken: victim.idToken })
    const said = new RegExp(`E-mail to ${victim.email}: \\S.*oobCode=([\\w-]+)`)
    await expect.poll(() => identity.said()).toMatch(said)
    const [, oobCode] = said.exec(identity.said()) ?? []
    const users = async () => (await call('lookup', { idToken: victim.idToken })).body['users']
    for (const idToken of [undefined, null, '', 'x', forged({ auth_time: now() }), other.idToken]) {
      expect((await call('update', { oobCode, idToken })).status).toBe(400)
      expect(await users()).toMatchObject([{ emailVerified: false }])
    }
    expect((await call('update', { oobCode, idToken: victim.idToken })).status).toBe(200)
    expect(await users()).toMatchObject([{ emailVerified: true }])
  })

  test.each(['\u212aate@example.com', 'bob\uff20example.com'])(
    'cannot sign up with an address that looks like another one: %s',
    async (email) => {
      expect(await call('signUp', person({ email }))).toMatchObject(failed('INVALID_EMAIL'))
    },
  )

  test('cannot delete an account: only DELETE /api/account does, with all data of the user', async () => {
    const { idToken } = await signedUp()
    expect((await call('delete', { idToken })).status).toBe(403)
    expect((await call('lookup', { idToken })).status).toBe(200)
  })

  test('product §10: cannot sign up over an existing account to change its address with a token', async () => {
    const { account, email, localId, idToken } = await signedUp()
    const second = await call('signUp', person({ idToken }))
    expect(second.body['localId']).not.toBe(localId)
    expect((await call('signInWithPassword', account)).body).toMatchObject({ email, localId })
    expect(await call('signUp', { idToken })).toMatchObject(failed('ADMIN_ONLY_OPERATION'))
  })

  test('cannot create an account without an e-mail address', async () => {
    for (const body of [{}, { returnSecureToken: true }, { password: 'Scene-Two-2' }, { email: null }])
      expect(await call('signUp', body)).toMatchObject(failed('ADMIN_ONLY_OPERATION'))
  })

  test('signs up with exactly the fields of the form', async () => {
    expect((await call('signUp', person({ clientType: 'CLIENT_TYPE_WEB' }))).status).toBe(200)
  })
})

/** A request to the emulator's own port. */
const ask = (method: string, target: string, headers: Record<string, string>, body?: object) => {
  const host = `127.0.0.1:${identity.port}`
  const type = body && { 'content-type': 'application/json' }
  const bytes = body && JSON.stringify(body)
  return rawRequest(
    identity.url,
    requestBytes(method, target, { host, connection: 'close', ...type, ...headers }, bytes),
  )
}
const secret = () => ({ 'x-identity-secret': identity.keys.secret })
const CODES = `/emulator/v1/projects/${PROJECT}/oobCodes`
const LOOKUP = `${TOOLKIT}/projects/${PROJECT}/accounts:lookup`

describe("product §10: the emulator's own port", () => {
  test.each([
    ['an administrator', OWNER],
    ['an administrator with a wrong secret', { ...OWNER, 'x-identity-secret': 'f'.repeat(64) }],
    ['a page, even with the secret', { origin: 'http://localhost:4200' }],
    ['a page, recognized by a browser header', { 'sec-fetch-site': 'cross-site' }],
  ])('rejects %s', async (who, more) => {
    const headers = { ...more, ...(who.startsWith('a page') && secret()) }
    for (const response of [
      await ask('GET', CODES, headers),
      await ask('POST', LOOKUP, headers, { email: [DEMO_ACCOUNT.email] }),
      await ask('OPTIONS', LOOKUP, { ...headers, 'access-control-request-method': 'POST' }),
      await ask('GET', '/identity/mailbox', headers),
      await ask('GET', '/', headers),
    ]) {
      expect(response.status).toBe(403)
      expect(JSON.stringify(response)).not.toMatch(/access-control|"users"|oobCodes/i)
    }
  })

  test('responds to requests with the secret, and to health checks without it', async () => {
    expect((await ask('GET', CODES, { ...OWNER, ...secret() })).status).toBe(200)
    expect((await ask('GET', '/readyz', {})).status).toBe(200)
  })

  test.each([
    ['Host', { host: 'evil.example' }],
    ['X-Forwarded-Host', { 'x-forwarded-host': 'evil.example', 'x-forwarded-proto': 'https' }],
    ['an invalid Host', { host: 'a b' }],
  ])('product §6: sends links with the public origin, whatever %s contains', async (_, headers) => {
    const code = {
      requestType: 'PASSWORD_RESET',
      email: DEMO_ACCOUNT.email,
      continueUrl: 'https://evil.example/',
    }
    const address = `${TOOLKIT}/accounts:sendOobCode?key=k`
    expect((await ask('POST', address, { ...secret(), ...headers }, code)).status).toBe(200)
    const link = /set a new password: (\S+)"/.exec(identity.said().split('\n').at(-2) ?? '')?.[1]
    expect(link).toMatch(
      /^http:\/\/stage\.example:4200\/emulator\/action\?mode=resetPassword&oobCode=[\w-]+$/,
    )
  })
})
