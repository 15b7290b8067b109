import { listScripts } from '@andscene/contracts/routes/scripts'
import { expect, test, vi } from 'vitest'
import { TOKEN_KEY } from '../storage-keys.ts'
import { backend } from '../testing/backend.ts'
import { failed, stub } from '../testing/stub.ts'
import { tokenOf } from '../testing/token.ts'

vi.mock('./identity-sdk.ts', () => {
  const times = {
    issuedAtTime: new Date().toUTCString(),
    expirationTime: new Date(Date.now() + 3.6e6).toUTCString(),
  }
  const user = { uid: 'u1', getIdTokenResult: async () => ({ token: 'fresh', ...times }) }
  const onIdTokenChanged = (_: unknown, listener: (user: unknown) => void) =>
    queueMicrotask(() => listener(user))
  return { auth: {}, sdk: { onIdTokenChanged } }
})

const NO_SCRIPTS = { success: true as const, data: { scripts: [] } }
const server = backend()

test('product §6 when the backend rejects the stored token on a new page, renews it and repeats the call', async () => {
  const exp = Math.floor(Date.now() / 1_000) + 3_600
  localStorage.setItem(TOKEN_KEY, tokenOf('u1', 'stored', { exp }))
  // A newly opened page.
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
  const asked: (string | null)[] = []
  server.use(
    stub(listScripts, ({ request }) => {
      asked.push(request.headers.get('authorization'))
      return asked.length > 1 ? NO_SCRIPTS : failed('UNAUTHENTICATED', 'Please sign in')
    }),
  )
  expect(await call(listScripts, {})).toEqual(NO_SCRIPTS)
  expect(asked.at(-1)).toBe('Bearer fresh')
  expect(asked).toHaveLength(2)
  expect(sessionStore.getState().status).toBe('authenticated')
  expect(toLogin).not.toHaveBeenCalled()
})
