import { mkdtemp, rm } from 'node:fs/promises'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { edgeFixture } from '@andscene/edge/testing/edge-fixture'
import { freePort } from '@andscene/service-kit/free-port'
import { DEMO_ACCOUNT, PROJECT, PUBLIC_ORIGIN, identityProcess, post } from '../testing/identity-process.ts'

const TOOLKIT = '/identitytoolkit.googleapis.com/v1'
const ADMIN = { authorization: 'Bearer owner' }

let edge: Awaited<ReturnType<typeof edgeFixture>>
let identity: Awaited<ReturnType<typeof identityProcess>>
let accounts: string
let origin: string

beforeAll(async () => {
  accounts = await mkdtemp(path.join(tmpdir(), 'and-scene-identity-'))
  identity = await identityProcess(accounts)
  edge = await edgeFixture({ identityUrl: identity.url, identitySecret: identity.keys.secret })
  origin = edge.origin
})
afterAll(async () => {
  await edge.close()
  await identity.kill()
  await rm(accounts, { recursive: true, force: true })
})

describe('product §6: the safe subset', () => {
  const person = { email: 'actor@example.com', password: 'Scene-Two-2', returnSecureToken: true }

  test('signs up, signs in, refreshes, looks up, sends codes, changes the own password', async () => {
    const signedUp = await post(`${origin}${TOOLKIT}/accounts:signUp?key=k`, person)
    expect(signedUp.status).toBe(200)
    const { body } = await post(`${origin}${TOOLKIT}/accounts:signInWithPassword?key=k`, person)
    const { idToken, refreshToken } = body as { idToken: string; refreshToken: string }
    const refreshed = await fetch(`${origin}/securetoken.googleapis.com/v1/token?key=k`, {
      method: 'POST',
      headers: { 'content-type': 'application/x-www-form-urlencoded' },
      body: new URLSearchParams({ grant_type: 'refresh_token', refresh_token: refreshToken }),
    })
    expect(await refreshed.json()).toMatchObject({ user_id: signedUp.body['localId'] })
    expect((await post(`${origin}${TOOLKIT}/accounts:lookup?key=k`, { idToken })).body).toMatchObject({
      users: [{ email: person.email }],
    })
    const sent = await post(`${origin}${TOOLKIT}/accounts:sendOobCode?key=k`, {
      requestType: 'VERIFY_EMAIL',
      idToken,
    })
    expect(sent.status).toBe(200)
    expect(identity.said()).toContain(
      `E-mail to ${person.email}: verify this address: ${PUBLIC_ORIGIN}/emulator/action?mode=verifyEmail`,
    )
    const changed = { ...person, password: 'Scene-Three-3' }
    const { password } = changed
    const change = { idToken, password, returnSecureToken: true }
    const { body: fresh } = await post(`${origin}${TOOLKIT}/accounts:update?key=k`, change)
    expect(fresh).toMatchObject({ idToken: expect.any(String), refreshToken: expect.any(String) })
    expect((await post(`${origin}${TOOLKIT}/accounts:signInWithPassword?key=k`, person)).status).toBe(400)
    expect((await post(`${origin}${TOOLKIT}/accounts:signInWithPassword?key=k`, changed)).status).toBe(200)
  })

  test('signs in with the account picked in the local chooser, instead of Google', async () => {
    const claims = {
      sub: 'reader@example.com',
      email: 'reader@example.com',
      email_verified: true,
      name: 'Reader',
    }
    const postBody = new URLSearchParams({
      id_token: JSON.stringify(claims),
      providerId: 'google.com',
    }).toString()
    const response = await post(`${origin}${TOOLKIT}/accounts:signInWithIdp?key=k`, {
      postBody,
      requestUri: origin,
      returnIdpCredential: true,
      returnSecureToken: true,
    })
    expect(response).toMatchObject({
      status: 200,
      body: { email: 'reader@example.com', providerId: 'google.com' },
    })
  })

  test('keeps the chooser, which proves nothing, from accounts that have a password', async () => {
    const choose = (claims: object, providerId = 'google.com') =>
      post(`${origin}${TOOLKIT}/accounts:signInWithIdp?key=k`, {
        postBody: new URLSearchParams({
          id_token: JSON.stringify({ email_verified: true, name: 'Mallory', ...claims }),
          providerId,
        }).toString(),
        requestUri: origin,
        returnIdpCredential: true,
        returnSecureToken: true,
      })
    const verified = { sub: 'x', email: DEMO_ACCOUNT.email }
    const unverified = { email: 'victim@example.com', password: 'Scene-Two-2' }
    await post(`${origin}${TOOLKIT}/accounts:signUp?key=k`, unverified)
    // The emulator takes a name in capitals for the same account.
    for (const claims of [
      verified,
      { sub: 'y', email: unverified.email },
      { sub: 'z', email: 'VICTIM@example.com' },
    ])
      expect(await choose(claims)).toMatchObject({
        status: 400,
        body: { error: { message: 'EMAIL_EXISTS' } },
      })
    for (const provider of ['password', 'phone', 'apple.com', 'PASSWORD'])
      for (const sub of [DEMO_ACCOUNT.email, 'x'])
        expect((await choose({ sub, email: DEMO_ACCOUNT.email }, provider)).body).not.toHaveProperty(
          'idToken',
        )
    for (const account of [DEMO_ACCOUNT, unverified])
      expect((await post(`${origin}${TOOLKIT}/accounts:signInWithPassword?key=k`, account)).status).toBe(200)
  })

  test.each([
    ['GET', `/identitytoolkit.googleapis.com/v1/projects/${PROJECT}/accounts:batchGet`],
    ['POST', `/identitytoolkit.googleapis.com/v1/projects/${PROJECT}/accounts`],
    ['POST', `/identitytoolkit.googleapis.com/v1/projects/${PROJECT}/accounts:lookup`],
    ['POST', `/identitytoolkit.googleapis.com/v1/projects/${PROJECT}/accounts:update`],
    ['DELETE', `/emulator/v1/projects/${PROJECT}/accounts`],
    ['GET', `/emulator/v1/projects/${PROJECT}/oobCodes`],
    ['GET', '/emulator/openapi.json'],
    ['POST', '/www.googleapis.com/identitytoolkit/v3/relyingparty/downloadAccount'],
    ['POST', `${TOOLKIT}/accounts:signInWithCustomToken`],
    ['POST', `${TOOLKIT}/accounts:lookup`],
    ['POST', `${TOOLKIT}/accounts:delete`],
    ['POST', '/securetoken.googleapis.com/v1/token'],
  ] as const)('refuses an administrator: %s %s', async (method, address) => {
    for (const headers of [ADMIN, { authorization: 'bearer OWNER' }, { authorization: 'Bearer ya29.x' }]) {
      const response = await edge.app.inject({
        method,
        url: address,
        headers,
        ...(method === 'POST' ? { payload: {} } : {}),
      })
      expect(response.statusCode).toBe(403)
    }
  })

  test.each([
    ['accounts:lookup', { localId: ['x'], email: [DEMO_ACCOUNT.email] }],
    ['accounts:update', { localId: 'x', password: 'Scene-Two-2' }],
    ['accounts:signUp', { ...person, email: 'other@example.com', localId: 'mine' }],
    [
      'accounts:sendOobCode',
      { requestType: 'PASSWORD_RESET', email: DEMO_ACCOUNT.email, returnOobLink: true },
    ],
    [
      'accounts:sendOobCode',
      { requestType: 'PASSWORD_RESET', email: DEMO_ACCOUNT.email, return_oob_link: true },
    ],
  ])('lets nothing of an administrator through in %s %o', async (call, payload) => {
    const { body } = await post(`${origin}${TOOLKIT}/${call}?key=k`, payload)
    expect(JSON.stringify(body)).not.toMatch(/oobLink|oobCode=|passwordHash|"localId":"mine"|"users"/)
  })

  test('product §5 holds passwords to the policy of the provider', async () => {
    const weak = await post(`${origin}${TOOLKIT}/accounts:signUp?key=k`, {
      email: 'weak@example.com',
      password: 'sixsix',
    })
    expect(weak.status).toBe(400)
    expect(JSON.stringify(weak.body)).toContain('PASSWORD_DOES_NOT_MEET_REQUIREMENTS')
    const policy = (await (
      await fetch(`${origin}/identitytoolkit.googleapis.com/v2/passwordPolicy?key=k`)
    ).json()) as object
    expect(policy).toMatchObject({ customStrengthOptions: { minPasswordLength: 8, maxPasswordLength: 15 } })
  })

  test.each([
    ['verifyEmail', '/verify-email?oobCode=c%26d'],
    ['resetPassword', '/reset-password?mode=resetPassword&oobCode=c%26d'],
  ])('leads the link of an e-mail (%s) to its screen', async (mode, target) => {
    const response = await fetch(
      `${origin}/emulator/action?mode=${mode}&oobCode=c%26d&continueUrl=https://evil.example`,
      { redirect: 'manual' },
    )
    expect([response.status, response.headers.get('location')]).toEqual([302, target])
  })
})

test('closes the connection while identity is unavailable: a response would make the SDK sign the user out', async () => {
  const away = await edgeFixture({ identityUrl: `http://127.0.0.1:${await freePort()}` })
  try {
    await expect(post(`${away.origin}${TOOLKIT}/accounts:lookup?key=k`, { idToken: 't' })).rejects.toThrow(
      'fetch failed',
    )
  } finally {
    await away.close()
  }
})
