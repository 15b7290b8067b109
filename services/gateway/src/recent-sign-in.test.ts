import { deleteAccount } from '@andscene/contracts/routes/account'
import { part } from '@andscene/testing/google-identity'
import { beforeEach, describe, expect, test } from 'vitest'
import { gatewayFixture, type Gateway } from './testing/gateway-fixture.ts'

let gateway: Gateway
// The verifier accepts every token as ada's; these tests vary auth_time.
const verify = async () => ({ uid: 'ada' })
beforeEach(async () => {
  gateway = await gatewayFixture({}, { verify })
})

const ask = (path: string, method: string, idToken: string) =>
  fetch(gateway.origin + path, { method, headers: { authorization: `Bearer ${idToken}` } })
const token = (auth_time?: number) =>
  `${part({ alg: 'ES256' })}.${part({ sub: 'ada', ...(auth_time !== undefined && { auth_time }) })}.x`
const now = () => Math.floor(Date.now() / 1_000)
const remove = (idToken: string) => ask(deleteAccount.path, deleteAccount.method, idToken)

describe('product §6: irreversible requests require a recent sign-in', () => {
  test('of at most five minutes ago', async () => {
    expect((await remove(token(now() - 290))).status).toBe(200)
    for (const old of [token(now() - 310), token(), token(0)]) {
      const response = await remove(old)
      expect(response.status).toBe(403)
      expect(await response.json()).toMatchObject({ success: false, code: 'RECENT_SIGN_IN_REQUIRED' })
    }
  })

  test('refused requests count towards the limit', async () => {
    gateway = await gatewayFixture({ LIMIT_PERSON: '2' }, { verify })
    const statuses = []
    for (let tries = 0; tries < 3; tries += 1) statuses.push((await remove(token(0))).status)
    expect(statuses).toEqual([403, 403, 429])
  })

  test('other requests need no recent sign-in', async () => {
    expect((await ask('/api/scripts', 'GET', token(now() - 3_000))).status).toBe(200)
  })
})
