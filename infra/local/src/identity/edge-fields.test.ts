import { randomUUID } from 'node:crypto'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { edgeFixture } from '@andscene/edge/testing/edge-fixture'
import { identityProcess, post } from '../testing/identity-process.ts'

let edge: Awaited<ReturnType<typeof edgeFixture>>
let identity: Awaited<ReturnType<typeof identityProcess>>
let accounts: string
let call: (name: string, body: object | string) => ReturnType<typeof post>

beforeAll(async () => {
  accounts = await mkdtemp(path.join(tmpdir(), 'and-scene-identity-'))
  identity = await identityProcess(accounts)
  edge = await edgeFixture({ identityUrl: identity.url, identitySecret: identity.keys.secret })
  call = async (name, body) => {
    const response = await fetch(`${edge.origin}/identitytoolkit.googleapis.com/v1/accounts:${name}?key=k`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: typeof body === 'string' ? body : JSON.stringify(body),
    })
    return { status: response.status, body: (await response.json()) as Record<string, unknown> }
  }
})
afterAll(async () => {
  await edge.close()
  await identity.kill()
  await rm(accounts, { recursive: true, force: true })
})

const deep = `${'['.repeat(30_000)}${']'.repeat(30_000)}`

const part = (value: object) => Buffer.from(JSON.stringify(value)).toString('base64url')
const now = () => Math.floor(Date.now() / 1_000)
const forged = (auth_time?: unknown) =>
  `${part({ alg: 'none' })}.${part({ sub: 'x', ...(auth_time !== undefined && { auth_time }) })}.`

describe('product §6: what a client may say', () => {
  test.each([
    ['a password that is a number, past all rules for passwords', { password: 12_345_678 }],
    ['a password that is a list', { password: ['a'] }],
    ['a weak password beside a good one', { password: 'sixsix', newPassword: 'Scene-Two-2' }],
    ['a name as long as a script', { displayName: 'x'.repeat(50_000) }],
  ])('is refused when it is %s', async (_name, fields) => {
    const email = `${randomUUID()}@example.com`
    const person = { email, password: 'Scene-Two-2', returnSecureToken: true, ...fields }
    const { status, body } = await call('signUp', person)
    expect([status, body]).toEqual([400, { error: expect.objectContaining({ code: 400 }) as object }])
    expect(body).not.toHaveProperty('idToken')
  })

  test.each([
    ['signInWithPassword', `{"email":${deep},"password":"x"}`],
    ['sendOobCode', `{"requestType":${deep}}`],
    ['update', `{"idToken":{"a":${deep}}}`],
  ])('is no failure of ours, however deep (%s)', async (name, body) => {
    expect((await call(name, body)).status).toBe(400)
  })

  test.each([
    ['of a sign-in of an hour ago', () => forged(now() - 3_600), 'CREDENTIAL_TOO_OLD_LOGIN_AGAIN'],
    ['that says nothing of a sign-in', () => forged(), 'CREDENTIAL_TOO_OLD_LOGIN_AGAIN'],
    ['whose sign-in is no number', () => forged('now'), 'CREDENTIAL_TOO_OLD_LOGIN_AGAIN'],
    ['that is none', () => 'x', 'CREDENTIAL_TOO_OLD_LOGIN_AGAIN'],
    ['that is missing', () => undefined, 'CREDENTIAL_TOO_OLD_LOGIN_AGAIN'],
    ['made up with a sign-in of now', () => forged(now()), 'INVALID_ID_TOKEN'],
  ])('changes no password with a token %s', async (_name, token, message) => {
    const { status, body } = await call('update', { idToken: token(), password: 'Scene-Two-3' })
    expect([status, body]).toEqual([400, { error: expect.objectContaining({ message }) as object }])
  })

  test('changes nothing of an account but its password', async () => {
    const email = `${randomUUID()}@example.com`
    const { body } = await call('signUp', { email, password: 'Scene-Two-2', returnSecureToken: true })
    const { idToken } = body
    const others = {
      email: `${randomUUID()}@example.com`,
      newEmail: `${randomUUID()}@example.com`,
      displayName: 'Mallory',
      deleteProvider: ['password'],
      emailVerified: true,
      disableUser: true,
      customAttributes: '{"admin":true}',
    }
    await call('update', { idToken, ...others })
    const { body: found } = await call('lookup', { idToken })
    expect(found['users']).toMatchObject([{ email, emailVerified: false }])
    expect(JSON.stringify(found)).not.toMatch(/Mallory|admin|"disabled"/)
  })

  test('product §10: mails no code by which another address would take over an account', async () => {
    const email = `${randomUUID()}@example.com`
    const { body } = await call('signUp', { email, password: 'Scene-Two-2', returnSecureToken: true })
    const { idToken } = body
    const newEmail = `${randomUUID()}@example.com`
    for (const requestType of ['VERIFY_AND_CHANGE_EMAIL', 'RECOVER_EMAIL', 'EMAIL_SIGNIN'])
      expect(await call('sendOobCode', { requestType, idToken, email, newEmail })).toMatchObject({
        status: 400,
        body: { error: { message: 'OPERATION_NOT_ALLOWED : This kind of e-mail is not sent here' } },
      })
    expect(identity.said()).not.toContain(newEmail)
  })

  test('decision 0068: verifies an address with the token of its own account alone', async () => {
    const signUp = async () => {
      const email = `${randomUUID()}@example.com`
      const { body } = await call('signUp', { email, password: 'Scene-Two-2', returnSecureToken: true })
      return { email, idToken: body['idToken'] }
    }
    const [victim, other] = [await signUp(), await signUp()]
    await call('sendOobCode', { requestType: 'VERIFY_EMAIL', idToken: victim.idToken })
    const said = new RegExp(`E-mail to ${victim.email}: \\S.*oobCode=([\\w-]+)`)
    await expect.poll(() => identity.said()).toMatch(said)
    const [, oobCode] = said.exec(identity.said()) ?? []
    const isVerified = async () => {
      const { body } = await call('lookup', { idToken: victim.idToken })
      return (body['users'] as { emailVerified: boolean }[])[0]?.emailVerified
    }
    for (const idToken of [undefined, null, '', 'x', forged(now()), other.idToken]) {
      const { status, body } = await call('update', { oobCode, idToken })
      expect([status, body]).toMatchObject([400, { error: { code: 400 } }])
      expect(await isVerified()).toBe(false)
    }
    expect((await call('update', { oobCode, idToken: victim.idToken })).status).toBe(200)
    expect(await isVerified()).toBe(true)
  })

  test.each(['\u212aate@example.com', 'bob\uff20example.com'])(
    'rejects a sign-up with an address that reads as another one: %s',
    async (email) => {
      const person = { email, password: 'Scene-Two-2', returnSecureToken: true }
      expect((await call('signUp', person)).body).toMatchObject({ error: { message: 'INVALID_EMAIL' } })
    },
  )

  test('deletes accounts only by DELETE /api/account, which deletes all data of the user', async () => {
    const email = `${randomUUID()}@example.com`
    const { body } = await call('signUp', { email, password: 'Scene-Two-2', returnSecureToken: true })
    expect((await call('delete', { idToken: body['idToken'] })).status).toBe(403)
    expect((await call('lookup', { idToken: body['idToken'] })).status).toBe(200)
  })

  test('product §10: rejects a sign-up over an existing account: a token gives it no other address', async () => {
    const email = `${randomUUID()}@example.com`
    const person = { email, password: 'Scene-Two-2', returnSecureToken: true }
    const { body } = await call('signUp', person)
    const other = { email: `${randomUUID()}@example.com`, password: 'Scene-Three-3' }
    const second = await call('signUp', { ...other, idToken: body['idToken'], returnSecureToken: true })
    expect(second.body['localId']).not.toBe(body['localId'])
    expect((await call('signInWithPassword', person)).body).toMatchObject({ email, localId: body['localId'] })
    expect((await call('signUp', { idToken: body['idToken'] })).body).toMatchObject({
      error: { message: 'ADMIN_ONLY_OPERATION' },
    })
  })

  test('makes no account without an e-mail address', async () => {
    for (const body of [{}, { returnSecureToken: true }, { password: 'Scene-Two-2' }, { email: null }]) {
      const response = await call('signUp', body)
      expect(response).toMatchObject({ status: 400, body: { error: { message: 'ADMIN_ONLY_OPERATION' } } })
    }
  })

  test('signs up with nothing but what the form sends', async () => {
    const person = {
      email: 'form@example.com',
      password: 'Scene-Two-2',
      returnSecureToken: true,
      clientType: 'CLIENT_TYPE_WEB',
    }
    expect((await call('signUp', person)).status).toBe(200)
  })
})
