import { deleteAccount } from '@andscene/contracts/routes/account'
import { createInternalKeys } from '@andscene/testing/internal-keys'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import type { IdentityAccounts } from './identity-accounts.ts'
import { connectFirebase } from './firebase-identity.ts'
import { gatewayFixture } from './testing/gateway-fixture.ts'
import { part, PROJECT, startGoogleIdentity, type GoogleIdentity } from './testing/google-identity.ts'

const keys = createInternalKeys(['gateway', 'scripts', 'tts'])
const service = (aud = 'gateway') => ({ authorization: `Bearer ${keys.token('scripts', aud)}` })

let removed: string[]
let away: boolean
const accounts: IdentityAccounts = {
  verifiedEmail: async (uid) => {
    if (away) throw new Error('away')
    return uid === 'ada' ? 'ada@andscene.example' : undefined
  },
  createdAt: async () => undefined,
  remove: async (uid) => void removed.push(uid),
}
let gateway: Awaited<ReturnType<typeof gatewayFixture>>
beforeEach(async () => {
  removed = []
  away = false
  const env = { INTERNAL_PUBLIC_KEYS: keys.publicKeys }
  // A token of this form is ada's: what it says of her sign-in is what counts here.
  gateway = await gatewayFixture(env, { accounts, verify: async () => ({ uid: 'ada' }) })
})
afterEach(() => gateway.close())

const ask = (path: string, method = 'GET', headers: Record<string, string> = service()) =>
  fetch(gateway.origin + path, { method, headers })

const token = (auth_time?: number) =>
  `${part({ alg: 'ES256' })}.${part({ sub: 'ada', ...(auth_time !== undefined && { auth_time }) })}.x`
const now = () => Math.floor(Date.now() / 1_000)
const remove = (idToken: string) =>
  ask(deleteAccount.path, deleteAccount.method, { authorization: `Bearer ${idToken}` })

describe('product §7: the identity’s part in the deletion of an account', () => {
  test('is done for another service', async () => {
    const found = await ask('/internal/identities/ada')
    expect(await found.json()).toEqual({ success: true, data: { verifiedEmail: 'ada@andscene.example' } })
    expect(await (await ask('/internal/identities/eve')).json()).toEqual({ success: true, data: {} })
    expect((await ask('/internal/identities/ada', 'DELETE')).status).toBe(200)
    expect(removed).toEqual(['ada'])
  })

  test.each([
    ['nobody', () => ({}), 401],
    [
      'a person',
      () => ({ authorization: `Bearer ${keys.token('gateway', 'gateway', { sub: 'ada' })}` }),
      403,
    ],
    ['another service', () => ({ authorization: `Bearer ${keys.token('tts', 'gateway')}` }), 403],
    ['the gateway itself', () => ({ authorization: `Bearer ${keys.token('gateway', 'gateway')}` }), 403],
    ['a token for another service', () => service('tts'), 401],
    ['an administrator', () => ({ authorization: 'Bearer owner' }), 401],
  ])('is refused to %s', async (_who, headers, status) => {
    for (const method of ['GET', 'DELETE']) {
      const response = await ask('/internal/identities/ada', method, headers() as Record<string, string>)
      expect(response.status).toBe(status)
      expect(await response.text()).not.toContain('andscene.example')
    }
    expect(removed).toEqual([])
  })

  test('is not held up by visitors of the same address, who are counted', async () => {
    await gateway.close()
    const env = { INTERNAL_PUBLIC_KEYS: keys.publicKeys, LIMIT_VISITOR: '2' }
    gateway = await gatewayFixture(env, { accounts })
    const statuses = []
    for (let tries = 0; tries < 3; tries += 1)
      statuses.push((await ask('/internal/identities/ada', 'DELETE', {})).status)
    expect(statuses).toEqual([401, 401, 429])
    expect((await ask('/internal/identities/ada')).status).toBe(200)
    expect((await ask('/internal/identities/ada', 'DELETE')).status).toBe(200)
  })

  test.each([
    ['as they are', 'a'.repeat(128)],
    ['encoded', 'ü '.repeat(64)],
  ])('reaches people whose ids are as long as ids may be, %s', async (_form, uid) => {
    const response = await ask(`/internal/identities/${encodeURIComponent(uid)}`, 'DELETE')
    expect(response.status).toBe(200)
    expect(removed).toEqual([uid])
  })
})

describe('product §6: what cannot be undone needs a recent sign-in', () => {
  test('of five minutes at most', async () => {
    expect((await remove(token(now() - 290))).status).toBe(200)
    for (const old of [token(now() - 310), token(), token(0)]) {
      const response = await remove(old)
      expect(response.status).toBe(403)
      expect(await response.json()).toMatchObject({ success: false, code: 'RECENT_SIGN_IN_REQUIRED' })
    }
  })

  test('whoever has none is counted like everybody', async () => {
    await gateway.close()
    const env = { INTERNAL_PUBLIC_KEYS: keys.publicKeys, LIMIT_PERSON: '2' }
    gateway = await gatewayFixture(env, { accounts, verify: async () => ({ uid: 'ada' }) })
    const statuses = []
    for (let tries = 0; tries < 3; tries += 1) statuses.push((await remove(token(0))).status)
    expect(statuses).toEqual([403, 403, 429])
  })

  test('nothing else does', async () => {
    const headers = { authorization: `Bearer ${token(now() - 3_000)}` }
    expect((await ask('/api/scripts', 'GET', headers)).status).toBe(200)
  })
})

describe('product §6: accounts of the real identity service', () => {
  let google: GoogleIdentity
  let identity: ReturnType<typeof connectFirebase>
  beforeEach(async () => {
    google = await startGoogleIdentity()
    identity = connectFirebase(PROJECT, google.options, { limitMs: 3_000 })
  })
  afterEach(async () => {
    await identity.close()
    await google.close()
  })

  test('are deleted by an administrator, once or again', async () => {
    google.accounts.set('ada', { email: 'ada@andscene.example', emailVerified: true })
    expect(await identity.accounts.verifiedEmail('ada')).toBe('ada@andscene.example')
    await identity.accounts.remove('ada')
    expect(google.accounts.has('ada')).toBe(false)
    await identity.accounts.remove('ada')
    expect(await identity.accounts.verifiedEmail('ada')).toBeUndefined()
  })

  test('tell of an address only when it is verified', async () => {
    google.accounts.set('eve', { email: 'ada@andscene.example', emailVerified: false })
    expect(await identity.accounts.verifiedEmail('eve')).toBeUndefined()
  })

  test('that cannot be reached are an outage, never taken for gone', async () => {
    google.accounts.set('ada', {})
    google.state.lookups = 'broken'
    await expect(identity.accounts.verifiedEmail('ada')).rejects.toMatchObject({ code: 'AWAY' })
    await expect(identity.accounts.remove('ada')).rejects.toMatchObject({ code: 'AWAY' })
    expect(google.accounts.has('ada')).toBe(true)
  })
})
