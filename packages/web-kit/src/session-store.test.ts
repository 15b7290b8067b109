import type { User } from 'firebase/auth'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { SessionStore, type IdentityPort } from './session-store.ts'
import {
  audioKey,
  castingKey,
  EMAIL_SUBSCRIBED_KEY,
  lastLineKey,
  THEME_KEY,
  TOKEN_KEY,
} from './storage-keys.ts'

const HOUR = 60 * 60_000

/** An identity service in memory: people sign in and out, tokens count up. */
function service() {
  let listener: ((user: User | null) => void) | undefined
  let issued = 0
  const forced: boolean[] = []
  const person = (uid: string, lifeMs: number | 'unknown' = HOUR): User =>
    ({
      uid,
      email: `${uid}@example.com`,
      displayName: null,
      emailVerified: false,
      getIdTokenResult: async (force = false) => {
        forced.push(force)
        issued += 1
        const expirationTime = lifeMs === 'unknown' ? '' : new Date(Date.now() + lifeMs).toUTCString()
        return { token: `${uid}-${issued}`, expirationTime }
      },
    }) as unknown as User
  let current: User | null = null
  const port: IdentityPort = {
    watch: async (given) => {
      listener = given
      given(current)
      return () => undefined
    },
    signOut: vi.fn<() => Promise<void>>(async () => {
      current = null
      listener?.(null)
    }),
  }
  return {
    port,
    forced,
    person,
    become(user: User | null) {
      current = user
      listener?.(user)
    },
    restored(user: User | null) {
      current = user
    },
  }
}

const settle = () => vi.advanceTimersByTimeAsync(0)
beforeEach(() => {
  vi.useFakeTimers({ now: new Date('2026-01-05T10:00:00Z') })
  localStorage.clear()
})
afterEach(() => vi.useRealTimers())

async function signedIn(lifeMs: number | 'unknown' = HOUR) {
  const identity = service()
  localStorage.setItem(TOKEN_KEY, 'of an earlier visit')
  identity.restored(identity.person('ada', lifeMs))
  const store = new SessionStore(async () => identity.port)
  store.setLoginNavigation(() => undefined)
  await store.start()
  await settle()
  return { identity, store }
}

test('a visitor is anonymous at once, and the identity SDK is not loaded', async () => {
  const load = vi.fn<() => Promise<IdentityPort>>()
  const store = new SessionStore(load)
  await store.start()
  expect(store.getState().status).toBe('anonymous')
  expect(await store.token()).toBeNull()
  expect(load).not.toHaveBeenCalled()
})

test('SPEC §4 loading, then authenticated; sign-in stores the token', async () => {
  const identity = service()
  localStorage.setItem(TOKEN_KEY, 'old')
  identity.restored(identity.person('ada'))
  const store = new SessionStore(async () => identity.port)
  expect(store.getState().status).toBe('loading')
  await store.start()
  await settle()
  expect(store.getState()).toMatchObject({
    status: 'authenticated',
    user: { uid: 'ada', emailVerified: false },
  })
  expect(localStorage.getItem(TOKEN_KEY)).toBe('ada-1')
})

test('SPEC §4 no user removes the stored token', async () => {
  const identity = service()
  localStorage.setItem(TOKEN_KEY, 'old')
  const store = new SessionStore(async () => identity.port)
  await store.start()
  await settle()
  expect(store.getState().status).toBe('anonymous')
  expect(localStorage.getItem(TOKEN_KEY)).toBeNull()
})

test('SPEC §9 the token is refreshed one minute before it expires', async () => {
  const { identity } = await signedIn(HOUR)
  await vi.advanceTimersByTimeAsync(HOUR - 61_000)
  expect(identity.forced).toEqual([false])
  await vi.advanceTimersByTimeAsync(1_000)
  expect(identity.forced).toEqual([false, true])
  expect(localStorage.getItem(TOKEN_KEY)).toBe('ada-2')
})

test('SPEC §4 the refresh falls back to one hour when the expiry cannot be read', async () => {
  const { identity } = await signedIn('unknown')
  await vi.advanceTimersByTimeAsync(HOUR - 1)
  expect(identity.forced).toEqual([false])
  await vi.advanceTimersByTimeAsync(1)
  expect(identity.forced).toEqual([false, true])
})

test('RULINGS a token synced more than 5 minutes ago is asked for again before the next request', async () => {
  const { store } = await signedIn()
  await vi.advanceTimersByTimeAsync(5 * 60_000 - 1)
  expect(await store.token()).toBe('ada-1')
  await vi.advanceTimersByTimeAsync(1)
  expect(await store.token()).toBe('ada-2')
})

test('when the identity service is out of reach the stored token is used', async () => {
  localStorage.setItem(TOKEN_KEY, 'stored')
  const store = new SessionStore(() => Promise.reject(new Error('offline')))
  expect(await store.token()).toBe('stored')
})

test('RULINGS sign-out leaves for /secret-login first, then clears everything of the person', async () => {
  const { store, identity } = await signedIn()
  localStorage.setItem(lastLineKey('s1'), '3')
  localStorage.setItem(castingKey('s1'), '{}')
  localStorage.setItem(THEME_KEY, 'dark')
  localStorage.setItem(EMAIL_SUBSCRIBED_KEY, '{}')
  const order: string[] = []
  store.setLoginNavigation(() => void order.push(`login while ${store.getState().status}`))
  store.onEnd(() => void order.push('memory'))
  await store.end()
  expect(order).toEqual(['login while leaving', 'memory'])
  expect(Object.keys(localStorage).sort()).toEqual([EMAIL_SUBSCRIBED_KEY, THEME_KEY].sort())
  expect(identity.port.signOut).toHaveBeenCalledOnce()
  expect(store.getState().status).toBe('anonymous')
  await vi.advanceTimersByTimeAsync(2 * HOUR)
  expect(localStorage.getItem(TOKEN_KEY)).toBeNull()
})

test('two ends at once (several 401 answers) are one', async () => {
  const { store } = await signedIn()
  const login = vi.fn<() => void>()
  store.setLoginNavigation(login)
  await Promise.all([store.end(), store.end(), store.end()])
  expect(login).toHaveBeenCalledOnce()
})

test('no request gets a token while the session ends', async () => {
  const { store } = await signedIn()
  const ending = store.end()
  expect(await store.token()).toBeNull()
  await ending
})

test('another person signed in by another tab finds nothing of the one before', async () => {
  const { store, identity } = await signedIn()
  const cleaner = vi.fn<() => void>()
  store.onEnd(cleaner)
  localStorage.setItem(castingKey('s1'), '{}')
  identity.become(identity.person('bob'))
  await settle()
  expect(cleaner).toHaveBeenCalledOnce()
  expect(localStorage.getItem(castingKey('s1'))).toBeNull()
  expect(store.getState().user?.uid).toBe('bob')
})

test('RULINGS a sign-out that this page only hears of leaves nothing either, whoever it was', async () => {
  const identity = service()
  localStorage.setItem(TOKEN_KEY, 'of an earlier visit')
  localStorage.setItem(lastLineKey('s1'), '3')
  localStorage.setItem(castingKey('s1'), '{}')
  localStorage.setItem(audioKey('s1', 'l1', 'v1'), '{}')
  localStorage.setItem(THEME_KEY, 'dark')
  const store = new SessionStore(async () => identity.port)
  const cleaner = vi.fn<() => void>()
  store.onEnd(cleaner)
  await store.start()
  await settle()
  expect(store.getState().status).toBe('anonymous')
  expect(cleaner).toHaveBeenCalledOnce()
  expect(Object.keys(localStorage)).toEqual([THEME_KEY])
})

test.each(['ada', undefined])(
  'who signs in while %s is cleaned up after keeps the session',
  async (before) => {
    const identity = service()
    if (before) localStorage.setItem(TOKEN_KEY, 'old')
    identity.restored(before ? identity.person(before) : null)
    const store = new SessionStore(async () => identity.port)
    const { promise, resolve } = Promise.withResolvers<void>()
    store.onEnd(() => promise)
    await store.connect()
    await settle()
    if (before) identity.become(null)
    identity.become(identity.person('bob'))
    await settle()
    resolve()
    await settle()
    expect(store.getState().user?.uid).toBe('bob')
    expect(localStorage.getItem(TOKEN_KEY)).toMatch(/^bob-/)
  },
)

test('while held, whom the identity service signs in stays out of the session; its end lets go', async () => {
  const identity = service()
  const store = new SessionStore(async () => identity.port)
  await store.connect()
  store.held = true
  identity.become(identity.person('ada'))
  await settle()
  expect(store.getState().status).toBe('anonymous')
  expect(localStorage.getItem(TOKEN_KEY)).toBeNull()
  await store.end({ stay: true })
  identity.become(identity.person('ada'))
  await settle()
  expect(store.getState().user?.uid).toBe('ada')
})
