import { createInternalKeys } from '@andscene/testing/internal-keys'
import { afterEach, describe, expect, test, vi } from 'vitest'
import { createApp, type App } from '../create-app.ts'
import { internalTokens, type Issuer } from './internal-tokens.ts'

const keys = createInternalKeys(['gateway', 'scripts', 'tts'])
const apps: App[] = []
afterEach(async () => {
  vi.useRealTimers()
  await Promise.all(apps.splice(0).map((app) => app.close()))
})

async function appOf(self: Issuer) {
  const app = await createApp({ name: self, logLevel: 'silent' })
  apps.push(app)
  await app.register(internalTokens, {
    self,
    privateKey: self === 'subscriptions' ? undefined : keys.privateKeys[self],
    publicKeys: keys.publicKeys,
  })
  app.get('/mine', { onRequest: app.requirePerson }, async (request) => ({ uid: request.uid }))
  app.get('/internal/thing', { onRequest: app.requireService(['tts']) }, async () => ({ ok: true }))
  await app.ready()
  return app
}
const call = (app: App, url: string, token?: string) =>
  app.inject({ url, headers: token ? { authorization: `Bearer ${token}` } : {} })

describe('product §10: internal tokens', () => {
  test.each([
    ['a person token of the gateway opens public routes', 'gateway', 'scripts', '/mine', 'ada', 200],
    ['a token for another audience is refused', 'gateway', 'tts', '/mine', 'ada', 401],
    ['a service cannot mint a person', 'tts', 'scripts', '/mine', 'ada', 403],
    ['internal routes open for services', 'tts', 'scripts', '/internal/thing', undefined, 200],
    ['and not for people', 'gateway', 'scripts', '/internal/thing', 'ada', 403],
    ['nor for services not named in the route', 'scripts', 'scripts', '/internal/thing', undefined, 403],
  ] as const)('%s', async (_rule, issuer, audience, url, uid, status) => {
    const [signer, scripts] = [await appOf(issuer), await appOf('scripts')]
    const response = await call(scripts, url, signer.signInternal(audience, uid && { uid }))
    expect(response.statusCode).toBe(status)
    const opened = uid === undefined ? { ok: true } : { uid }
    const code = status === 401 ? 'UNAUTHENTICATED' : 'FORBIDDEN'
    expect(response.json()).toMatchObject(status === 200 ? opened : { success: false, code })
  })

  test('are required on every route', async () => {
    const scripts = await appOf('scripts')
    for (const url of ['/mine', '/internal/thing']) expect((await call(scripts, url)).statusCode).toBe(401)
  })

  test('are answered with 503 on an unknown internal path, because callers would take 404 for deleted data', async () => {
    const [scripts, gateway] = [await appOf('scripts'), await appOf('gateway')]
    expect((await call(scripts, '/internal/gone')).statusCode).toBe(503)
    for (const app of [scripts, gateway]) expect((await call(app, '/gone')).statusCode).toBe(404)
    expect((await call(gateway, '/internal/gone')).statusCode).toBe(404)
  })

  test('are shared by the calls of one user to one service for half of their lifetime', async () => {
    vi.useFakeTimers({ toFake: ['Date'] })
    const gateway = await appOf('gateway')
    const token = gateway.signInternal('scripts', { uid: 'ada' })
    expect(gateway.signInternal('scripts', { uid: 'bob' })).not.toBe(token)
    expect(gateway.signInternal('tts', { uid: 'ada' })).not.toBe(token)
    expect(gateway.signInternal('scripts')).not.toBe(token)
    vi.advanceTimersByTime(29_000)
    expect(gateway.signInternal('scripts', { uid: 'ada' })).toBe(token)
    vi.advanceTimersByTime(1_000)
    expect(gateway.signInternal('scripts', { uid: 'ada' })).not.toBe(token)
  })

  test('are rejected when they have expired, even if they were verified before', async () => {
    vi.useFakeTimers({ toFake: ['Date'] })
    const [gateway, scripts] = [await appOf('gateway'), await appOf('scripts')]
    const token = gateway.signInternal('scripts', { uid: 'ada' })
    for (const status of [200, 200]) expect((await call(scripts, '/mine', token)).statusCode).toBe(status)
    vi.advanceTimersByTime(61_000)
    expect((await call(scripts, '/mine', token)).statusCode).toBe(401)
  })

  test('that were verified for one kind of route are rejected on other kinds', async () => {
    const [gateway, scripts] = [await appOf('gateway'), await appOf('scripts')]
    const token = gateway.signInternal('scripts', { uid: 'ada' })
    expect((await call(scripts, '/mine', token)).statusCode).toBe(200)
    expect((await call(scripts, '/internal/thing', token)).statusCode).toBe(403)
    expect((await call(scripts, '/mine', `${token}x`)).statusCode).toBe(401)
  })

  test('that are signed with an unknown key are rejected', async () => {
    const scripts = await appOf('scripts')
    const strangers = createInternalKeys(['gateway'])
    const forger = await createApp({ name: 'forger', logLevel: 'silent' })
    apps.push(forger)
    await forger.register(internalTokens, { self: 'gateway', privateKey: strangers.privateKeys.gateway })
    await forger.ready()
    expect((await call(scripts, '/mine', forger.signInternal('scripts', { uid: 'u' }))).statusCode).toBe(401)
  })
})
