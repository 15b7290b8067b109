import { tmpdir } from 'node:os'
import { subscribe as subscribeRoute } from '@andscene/contracts/routes/emails'
import { attempts, withUndeclared } from '@andscene/testing/undeclared-fields'
import type { App } from '@andscene/service-kit/create-app'
import { StoreUnavailable } from '@andscene/service-kit/stores/store-unavailable'
import { createInternalKeys } from '@andscene/testing/internal-keys'
import { temporaryFolder } from '@andscene/testing/temporary-folder'
import { afterAll, describe, expect, test, vi } from 'vitest'
import { buildApp } from './build-app.ts'
import { subscriptionsConfig } from './config.ts'
import { openStore } from './subscriber-store.ts'
import { collect } from './testing/collect.ts'

const keys = createInternalKeys(['gateway', 'scripts', 'tts'])
const config = subscriptionsConfig({
  LOG_LEVEL: 'silent',
  DATA_DIR: tmpdir(),
  INTERNAL_PUBLIC_KEYS: keys.publicKeys,
})
const folder = await temporaryFolder()
const store = await openStore({ DATA_DIR: folder.path })
const app = await buildApp(config, { store })
afterAll(async () => {
  await app.close()
  await folder.remove()
})

const BY_GATEWAY = `Bearer ${keys.token('gateway', 'subscriptions')}`
const subscribe = (payload: object, authorization = BY_GATEWAY, to: App = app) =>
  to.inject({ method: 'POST', url: '/api/emails/subscribe', payload, headers: { authorization } })

const forget = (caller: 'scripts' | 'tts' | 'gateway') =>
  app.inject({
    method: 'POST',
    url: '/internal/subscribers/forget',
    payload: { email: 'gone@example.com' },
    headers: { authorization: `Bearer ${keys.token(caller, 'subscriptions')}` },
  })
const SAMPLE = { email: 'b@example.com', source: 'landing-page' }
const isListed = async (address: string) => (await collect(store)).some(({ email }) => email === address)

describe('product §7 POST /api/emails/subscribe', () => {
  test('rejects an address with a letter that folds into ASCII', async () => {
    const response = await subscribe({ email: '\u212aate@example.com', source: 'x' })
    expect([response.statusCode, response.json()]).toMatchObject([400, { error: 'Invalid email format' }])
  })

  test('responds with 503 and asks to retry while the database is unavailable', async () => {
    const failing = vi
      .fn<typeof store.add>()
      .mockRejectedValue(new StoreUnavailable(new Error('SQLITE_BUSY')))
    const away = await buildApp(config, { store: { ...store, add: failing, close: async () => {} } })
    const sample = { email: 'ada@example.com', source: 'landing-page' }
    const response = await subscribe(sample, BY_GATEWAY, away)
    expect(response.statusCode).toBe(503)
    expect(response.headers['retry-after']).toBe('2')
    expect(response.body).not.toContain('SQLITE')
    await away.close()
  })

  test('stores the address and responds with success, message and data', async () => {
    const response = await subscribe({ email: ' Ada@Example.com ', source: 'landing-page' })
    expect(response.statusCode).toBe(200)
    expect(response.json()).toEqual({
      success: true,
      message: "Thanks! You're on the list!",
      data: { email: 'ada@example.com' },
    })
    expect(await collect(store)).toMatchObject([{ email: 'ada@example.com', source: 'landing-page' }])
  })

  test('product §10: drops undeclared fields, whatever their names, and stores none of them', async () => {
    const sample = { path: subscribeRoute.path, body: { email: 'extra@example.com', source: 'x' } }
    const statuses: number[] = []
    for (const attempt of attempts([], ['subscribedAt', 'subscribed_at'])) {
      const { body = '' } = withUndeclared(subscribeRoute, sample, attempt)
      statuses.push((await subscribe(JSON.parse(body) as object)).statusCode)
    }
    expect(new Set(statuses)).toEqual(new Set([200]))
    const kept = (await collect(store)).filter(({ email }) => email === 'extra@example.com')
    expect(kept).toEqual([{ ...sample.body, subscribedAt: expect.any(Date) }])
  })

  test('responds in the same way for a known address', async () => {
    const [first, second] = [await subscribe(SAMPLE), await subscribe(SAMPLE)]
    expect(second.json()).toEqual(first.json())
  })

  test.each([
    'no-at-sign.example',
    'a@b',
    'a b@example.com',
    'a@@example.com',
    `${'a'.repeat(250)}@example.com`,
  ])('rejects %s with a sentence', async (email) => {
    const response = await subscribe({ email, source: 'landing-page' })
    expect(response.statusCode).toBe(400)
    expect(response.json()).toMatchObject({ success: false, code: 'VALIDATION' })
  })

  test('removes an address for the service that deletes accounts, and for no other', async () => {
    await subscribe({ email: 'gone@example.com', source: 'x' })
    for (const caller of ['tts', 'gateway'] as const) expect((await forget(caller)).statusCode).toBe(403)
    expect(await isListed('gone@example.com')).toBe(true)
    expect((await forget('scripts')).statusCode).toBe(200)
    expect(await isListed('gone@example.com')).toBe(false)
  })

  test('accepts requests from the gateway only', async () => {
    expect((await subscribe({ email: 'c@example.com', source: 'x' }, '')).statusCode).toBe(401)
  })
})
