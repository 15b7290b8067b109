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
  test('a person token of the gateway opens public routes and says who it is', async () => {
    const [gateway, scripts] = [await appOf('gateway'), await appOf('scripts')]
    const response = await call(scripts, '/mine', gateway.signInternal('scripts', { uid: 'uid-1' }))
    expect(response.json()).toEqual({ uid: 'uid-1' })
  })

  test('a token for another audience is refused', async () => {
    const [gateway, scripts] = [await appOf('gateway'), await appOf('scripts')]
    const response = await call(scripts, '/mine', gateway.signInternal('tts', { uid: 'uid-1' }))
    expect(response.statusCode).toBe(401)
    expect(response.json()).toMatchObject({ success: false, code: 'UNAUTHENTICATED' })
  })

  test('a service cannot mint a person', async () => {
    const [tts, scripts] = [await appOf('tts'), await appOf('scripts')]
    expect((await call(scripts, '/mine', tts.signInternal('scripts', { uid: 'uid-1' }))).statusCode).toBe(403)
  })

  test('internal routes open for services only', async () => {
    const [gateway, tts, scripts] = [await appOf('gateway'), await appOf('tts'), await appOf('scripts')]
    const url = '/internal/thing'
    expect((await call(scripts, url, tts.signInternal('scripts'))).statusCode).toBe(200)
    expect((await call(scripts, url, gateway.signInternal('scripts', { uid: 'u' }))).statusCode).toBe(403)
    expect((await call(scripts, url)).statusCode).toBe(401)
  })

  test('and for none but those that the route names', async () => {
    const [scripts, tts] = [await appOf('scripts'), await appOf('tts')]
    const response = await call(tts, '/internal/thing', scripts.signInternal('tts'))
    expect(response.json()).toMatchObject({ success: false, code: 'FORBIDDEN' })
  })

  test('calls of one person to one service share a token for half of its time, and no longer', async () => {
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

  test('a token that was verified before is refused once its time is over', async () => {
    vi.useFakeTimers({ toFake: ['Date'] })
    const [gateway, scripts] = [await appOf('gateway'), await appOf('scripts')]
    const token = gateway.signInternal('scripts', { uid: 'ada' })
    for (const status of [200, 200]) expect((await call(scripts, '/mine', token)).statusCode).toBe(status)
    vi.advanceTimersByTime(61_000)
    expect((await call(scripts, '/mine', token)).statusCode).toBe(401)
  })

  test('that a token was verified for one kind of route opens no other', async () => {
    const [gateway, scripts] = [await appOf('gateway'), await appOf('scripts')]
    const token = gateway.signInternal('scripts', { uid: 'ada' })
    expect((await call(scripts, '/mine', token)).statusCode).toBe(200)
    expect((await call(scripts, '/internal/thing', token)).statusCode).toBe(403)
    expect((await call(scripts, '/mine', `${token}x`)).statusCode).toBe(401)
  })

  test('a token signed with an unknown key is refused', async () => {
    const scripts = await appOf('scripts')
    const strangers = createInternalKeys(['gateway'])
    const forger = await createApp({ name: 'forger', logLevel: 'silent' })
    apps.push(forger)
    await forger.register(internalTokens, { self: 'gateway', privateKey: strangers.privateKeys.gateway })
    await forger.ready()
    expect((await call(scripts, '/mine', forger.signInternal('scripts', { uid: 'u' }))).statusCode).toBe(401)
  })
})
