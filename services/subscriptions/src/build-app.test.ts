import type { App } from '@andscene/service-kit/create-app'
import { createInternalKeys } from '@andscene/testing/internal-keys'
import { temporaryFolder } from '@andscene/testing/temporary-folder'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { buildApp } from './build-app.ts'
import { subscriptionsConfig } from './config.ts'
import { sqliteSubscriberStore } from './sqlite-subscriber-store.ts'
import type { SubscriberStore } from './subscriber-store.ts'

const keys = createInternalKeys(['gateway', 'tts'])
let folder: Awaited<ReturnType<typeof temporaryFolder>>
let app: App
let store: SubscriberStore

beforeAll(async () => {
  folder = await temporaryFolder()
  store = sqliteSubscriberStore(join(folder.path, 'x.sqlite'))
  app = await buildApp(subscriptionsConfig({ LOG_LEVEL: 'silent', INTERNAL_PUBLIC_KEYS: keys.publicKeys }), {
    store,
  })
})
afterAll(async () => {
  await app.close()
  await folder.remove()
})

const subscribe = (payload: object, authorization = `Bearer ${keys.token('gateway', 'subscriptions')}`) =>
  app.inject({ method: 'POST', url: '/api/emails/subscribe', payload, headers: { authorization } })

describe('product §7 POST /api/emails/subscribe', () => {
  test('keeps the address and answers success, message and data', async () => {
    const answer = await subscribe({ email: ' Ada@Example.com ', source: 'landing-page' })
    expect(answer.statusCode).toBe(200)
    expect(answer.json()).toEqual({
      success: true,
      message: "Thanks! You're on the list!",
      data: { email: 'ada@example.com' },
    })
    expect(await store.list()).toMatchObject([{ email: 'ada@example.com', source: 'landing-page' }])
  })

  test('answers the same for an address that is known', async () => {
    const first = await subscribe({ email: 'b@example.com', source: 'landing-page' })
    const second = await subscribe({ email: 'b@example.com', source: 'landing-page' })
    expect(second.json()).toEqual(first.json())
  })

  test.each([
    'no-at-sign.example',
    'a@b',
    'a b@example.com',
    'a@@example.com',
    `${'a'.repeat(250)}@example.com`,
  ])('refuses %s with a sentence', async (email) => {
    const answer = await subscribe({ email, source: 'landing-page' })
    expect(answer.statusCode).toBe(400)
    expect(answer.json()).toMatchObject({ success: false, code: 'VALIDATION' })
  })

  test('is closed to all but the gateway', async () => {
    expect((await subscribe({ email: 'c@example.com', source: 'x' }, '')).statusCode).toBe(401)
  })
})
