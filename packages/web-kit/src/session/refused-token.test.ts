import { listScripts } from '@andscene/contracts/routes/scripts'
import { setupServer } from 'msw/node'
import { afterAll, afterEach, beforeAll, describe, expect, test, vi } from 'vitest'
import { TOKEN_KEY } from '../storage-keys.ts'
import { failed, stub } from '../testing/stub.ts'
import { tokenOf } from '../testing/token.ts'

const { signOut, identityService } = vi.hoisted(() => ({
  signOut: vi.fn<() => Promise<void>>(async () => undefined),
  identityService: { isAway: false },
}))
vi.mock('./identity-sdk.ts', () => {
  const expirationTime = new Date(Date.now() + 3.6e6).toUTCString()
  const user = { uid: 'u1', getIdTokenResult: async () => ({ token: 'fresh', expirationTime }) }
  const onIdTokenChanged = (_: unknown, listener: (user: unknown) => void) => {
    if (identityService.isAway) throw new Error('offline')
    queueMicrotask(() => listener(user))
    return () => undefined
  }
  return { auth: {}, sdk: { signOut, onIdTokenChanged } }
})

const NO_SCRIPTS = { success: true as const, data: { scripts: [] } }
const server = setupServer()
beforeAll(() => server.listen({ onUnhandledFrame: 'error' }))
afterEach(() => {
  server.resetHandlers()
  identityService.isAway = false
  localStorage.clear()
  vi.clearAllMocks()
})
afterAll(() => server.close())

/** The first call of a page whose stored token is good by its own word. */
async function callAtStart(isGood: (token: string | null) => boolean) {
  const exp = Math.floor(Date.now() / 1_000) + 3_600
  localStorage.setItem(TOKEN_KEY, tokenOf('u1', 'stored', { exp }))
  // A page that has just been opened.
  vi.resetModules()
  const { call } = await import('../api/api-client.ts')
  const { sessionStore } = await import('./identity.ts')
  const { setConfig } = await import('../config.ts')
  const toLogin = vi.fn<() => void>()
  sessionStore.setLoginNavigation(toLogin)
  setConfig({
    apiBaseUrl: `${location.origin}/api`,
    firebase: { apiKey: 'k', authDomain: 'd', projectId: 'p' },
  })
  let requests = 0
  server.use(
    stub(listScripts, ({ request }) => {
      requests += 1
      return isGood(request.headers.get('authorization'))
        ? NO_SCRIPTS
        : failed('UNAUTHENTICATED', 'Please sign in')
    }),
  )
  const result = await call(listScripts, {}).catch((error: unknown) => error)
  return { result, requests, toLogin, sessionStore }
}

describe('product §6 a stored token that is refused before the identity service was asked', () => {
  test('is renewed, and the call goes again', async () => {
    const { result, requests, toLogin, sessionStore } = await callAtStart((token) => token === 'Bearer fresh')
    expect([result, requests]).toEqual([NO_SCRIPTS, 2])
    expect(sessionStore.getState().status).toBe('authenticated')
    expect(toLogin).not.toHaveBeenCalled()
  })

  test('ends the session when the new one is refused as well', async () => {
    const { result, requests, toLogin } = await callAtStart(() => false)
    expect([(result as { status?: number }).status, requests]).toEqual([401, 2])
    await expect.poll(() => signOut).toHaveBeenCalledOnce()
    expect(toLogin).toHaveBeenCalledOnce()
  })

  test('ends nothing while the identity service cannot be asked', async () => {
    identityService.isAway = true
    const { result, requests, toLogin, sessionStore } = await callAtStart(() => false)
    expect([(result as { code?: string }).code, requests]).toEqual(['NETWORK', 1])
    expect(sessionStore.getState().status).toBe('authenticated')
    expect(localStorage.getItem(TOKEN_KEY)).not.toBeNull()
    expect([toLogin, signOut].some(({ mock }) => mock.calls.length > 0)).toBe(false)
  })
})
