import type { User } from 'firebase/auth'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { SessionStore } from './session-store.ts'
import type { IdentityPort } from './identity-link.ts'
import {
  audioKey,
  castingKey,
  EMAIL_SUBSCRIBED_KEY,
  lastLineKey,
  SIGNED_OUT_KEY,
  THEME_KEY,
  TOKEN_KEY,
} from '../storage-keys.ts'
import { tokenOf } from '../testing/token.ts'
import { endedSession } from './ended-session.ts'
import { reachPage, rememberPage, rememberReturn, wantedPage } from '../navigation/wanted-page.ts'

const HOUR = 60 * 60_000

/** An identity service in memory: users sign in and out, tokens are numbered. */
function service() {
  let listener: ((user: User | null) => void) | undefined
  let issued = 0
  const forced: boolean[] = []
  const person = (uid: string, lifeMs: number | 'unknown' = HOUR, clockAheadMs = 0): User =>
    ({
      uid,
      email: `${uid}@example.com`,
      displayName: null,
      emailVerified: false,
      getIdTokenResult: async (force = false) => {
        forced.push(force)
        issued += 1
        const now = Date.now() - clockAheadMs
        const expirationTime = lifeMs === 'unknown' ? '' : new Date(now + lifeMs).toUTCString()
        return { token: tokenOf(uid, issued), issuedAtTime: new Date(now).toUTCString(), expirationTime }
      },
    }) as unknown as User
  let current: User | null = null
  const port: IdentityPort = {
    watch: async (given) => {
      listener = given
      given(current)
    },
    adopt: vi.fn<(user: User) => Promise<void>>(async (user) => {
      current = user
      listener?.(user)
    }),
    signOut: vi.fn<() => Promise<void>>(async () => {
      current = null
      listener?.(null)
    }),
  }
  return {
    port,
    forced,
    person,
    /** The stored user of the identity service changes, as another tab changes it. */
    become(user: User | null) {
      current = user
      listener?.(user)
    },
    elsewhere(uid: string) {
      localStorage.setItem(TOKEN_KEY, tokenOf(uid, 'elsewhere'))
      this.become(person(uid))
    },
    remembers: () => current?.uid,
    restored(user: User | null) {
      current = user
    },
  }
}

const settle = () => vi.advanceTimersByTimeAsync(0)
/** Another tab signs out, and this page is notified. */
const signOutElsewhere = async (newValue = '1') => {
  dispatchEvent(new StorageEvent('storage', { key: SIGNED_OUT_KEY, newValue }))
  await settle()
}
beforeEach(() => {
  vi.useFakeTimers({ now: new Date('2026-01-05T10:00:00Z') })
  localStorage.clear()
  sessionStorage.clear()
  history.pushState(null, '', '/')
})
afterEach(() => vi.useRealTimers())

async function openAsVisitor() {
  const identity = service()
  const store = new SessionStore(async () => identity.port)
  await store.prepare()
  return { identity, store }
}

async function signedIn(lifeMs: number | 'unknown' = HOUR, clockAheadMs = 0) {
  const identity = service()
  localStorage.setItem(TOKEN_KEY, tokenOf('ada', 'of an earlier visit'))
  identity.restored(identity.person('ada', lifeMs, clockAheadMs))
  const store = new SessionStore(async () => identity.port)
  store.setLoginNavigation(() => undefined)
  await store.start()
  await settle()
  return { identity, store }
}

test('a visitor is anonymous immediately, and the identity SDK is not loaded', async () => {
  // Stores of other tests receive the window's events too, so loading must be able to fail here.
  const load = vi.fn<() => Promise<IdentityPort>>(() => Promise.reject(new Error('not needed')))
  const store = new SessionStore(load)
  await store.start()
  expect(store.getState().status).toBe('anonymous')
  expect(await store.token()).toBeNull()
  expect(load).not.toHaveBeenCalled()
})

test.each([
  ['one minute before it expires (product §9)', HOUR, HOUR - 60_000],
  ['after one hour when its expiry cannot be read (product §4)', 'unknown', HOUR],
] as const)('the token is refreshed %s', async (_when, lifeMs, afterMs) => {
  const { identity } = await signedIn(lifeMs)
  await vi.advanceTimersByTimeAsync(afterMs - 1_000)
  expect(identity.forced).toEqual([false])
  await vi.advanceTimersByTimeAsync(1_000)
  expect(identity.forced).toEqual([false, true])
  expect(localStorage.getItem(TOKEN_KEY)).toBe(tokenOf('ada', 2))
})

test.each([
  ['ahead: refreshed immediately, then', HOUR, [false, true, true]],
  ['behind:', -HOUR, [false, true]],
])('with the clock of the device an hour %s once an hour', async (_how, clockAheadMs, forced) => {
  const { identity } = await signedIn(HOUR, clockAheadMs)
  await vi.advanceTimersByTimeAsync(HOUR + 1_000)
  expect(identity.forced).toEqual(forced)
})

test('product §6 reads a token synced 5 minutes ago from the identity SDK again before the next request', async () => {
  const { store } = await signedIn()
  await vi.advanceTimersByTimeAsync(5 * 60_000 - 1)
  expect(await store.token()).toBe(tokenOf('ada', 1))
  await vi.advanceTimersByTimeAsync(1)
  expect(await store.token()).toBe(tokenOf('ada', 2))
})

test('product §6 sign-out opens /secret-login first, then removes all data of the user', async () => {
  const { store, identity } = await signedIn()
  localStorage.setItem(lastLineKey('s1'), '3')
  localStorage.setItem(castingKey('s1'), '{}')
  localStorage.setItem(THEME_KEY, 'dark')
  localStorage.setItem(EMAIL_SUBSCRIBED_KEY, '{}')
  const order: string[] = []
  store.setLoginNavigation(() => void order.push(`login while ${store.getState().status}`))
  store.onEnd(() => void order.push('memory'))
  const ending = store.end()
  expect(await store.token()).toBeNull()
  await ending
  expect(order).toEqual(['login while leaving', 'memory'])
  expect(Object.keys(localStorage).sort()).toEqual([EMAIL_SUBSCRIBED_KEY, THEME_KEY].sort())
  expect(identity.port.signOut).toHaveBeenCalledOnce()
  expect(store.getState().status).toBe('anonymous')
  await vi.advanceTimersByTimeAsync(2 * HOUR)
  expect(localStorage.getItem(TOKEN_KEY)).toBeNull()
})

const draft = (uid: string) => `andscene_notes_script-1_${uid}_draft_line:l1~note`
const notes = () => Object.keys(localStorage).filter((key) => key.startsWith('andscene_notes_'))
/** Other tabs share local storage only. */
const wantedInOtherTab = () => {
  sessionStorage.clear()
  return wantedPage()
}
describe('product §2: the page to return to', () => {
  test('is removed by a sign-out without one', async () => {
    const { store } = await signedIn()
    rememberPage('/scripts/before')
    await store.end()
    expect(wantedPage()).toBeUndefined()
  })

  test('after an expired session, is stored for its tab only and replaces an earlier one', async () => {
    const { store } = await signedIn()
    rememberPage('/scripts/before')
    await store.end('/scripts/s1?line=3', 'expired')
    expect(wantedPage()).toBe('/scripts/s1?line=3')
    expect(wantedInOtherTab()).toBeUndefined()
  })

  test('after an expired session, is kept for a week, and only for the same user', async () => {
    for (const [uid, page] of [
      ['ada', '/scripts/s1'],
      ['bob', undefined],
    ] as const) {
      const { store, identity } = await signedIn()
      await store.end('/scripts/s1', 'expired', 'SESSION_REVOKED')
      await vi.advanceTimersByTimeAsync(24 * HOUR)
      expect(wantedPage()).toBe('/scripts/s1')
      const shown: unknown[] = []
      store.subscribe(() => store.getState().user && shown.push(wantedPage()))
      await store.admit(identity.person(uid))
      expect([shown[0], wantedPage()]).toEqual([page, page])
      await store.end()
    }
    rememberReturn('/scripts/s1', 'ada')
    await vi.advanceTimersByTimeAsync(7 * 24 * HOUR)
    expect(wantedPage()).toBeUndefined()
  })

  test('after a switch of accounts, is available in the tab that the verification e-mail opens, even with another tab open', async () => {
    const { store } = await signedIn()
    await signedIn()
    const ending = store.end('/invitation#k')
    dispatchEvent(new StorageEvent('storage', { key: SIGNED_OUT_KEY, newValue: '1' }))
    await ending
    await settle()
    expect(wantedInOtherTab()).toBe('/invitation#k')
  })

  test('after a switch of accounts at a step, follows that step', async () => {
    const { store } = await signedIn()
    rememberPage('/invitation#k')
    await store.end('/verify-email?oobCode=c')
    expect(wantedPage()).toBe('/verify-email?oobCode=c')
    reachPage()
    expect(wantedPage()).toBe('/invitation#k')
  })

  test('is the current page when the identity service ends the session', async () => {
    const { identity, store } = await signedIn()
    history.pushState(null, '', '/scripts/s1?line=3#note')
    localStorage.setItem(draft('ada'), '{}')
    const wanted: unknown[] = []
    store.subscribe(() => wanted.push(wantedPage()))
    identity.become(null)
    await settle()
    expect(store.getState().status).toBe('anonymous')
    expect(wanted).toEqual(['/scripts/s1?line=3#note', '/scripts/s1?line=3#note'])
    expect(wantedInOtherTab()).toBeUndefined()
    expect(notes()).toEqual([draft('ada')])
  })

  test.each([
    ['expires', 'expired', '/scripts/s1', [draft('ada')]],
    ['is signed out of', '1', undefined, []],
  ])(
    'and notes, when the session %s in another tab (%s): page %s, notes %j',
    async (_how, newValue, page, kept) => {
      const { store } = await signedIn()
      history.pushState(null, '', '/scripts/s1')
      localStorage.setItem(draft('ada'), '{}')
      localStorage.setItem(SIGNED_OUT_KEY, newValue)
      await signOutElsewhere(newValue)
      expect(store.getState().status).toBe('anonymous')
      expect([wantedPage(), notes()]).toEqual([page, kept])
    },
  )
})

describe('product §6: the reason for the end of a session', () => {
  test.each([
    ['SESSION_REVOKED', 'Your session ended because your password was changed.', true],
    ['ACCOUNT_DISABLED', 'Your session ended because your account was disabled.', false],
    ['ACCOUNT_DELETED', 'Your session ended because your account was deleted.', false],
    ['UNAUTHENTICATED', 'Your session has ended.', true],
    [undefined, 'Your session has ended.', true],
  ])('%s: %s', async (code, sentence, mayReturn) => {
    const { store, identity } = await signedIn()
    expect(endedSession()).toBeUndefined()
    await store.end('/scripts/s1', 'expired', code)
    expect(endedSession()).toEqual({ sentence, mayReturn })
    await store.admit(identity.person('ada'))
    expect(endedSession()).toBeUndefined()
  })

  test('is not shown after a sign-out, and is unknown when the identity service ends the session', async () => {
    const { store } = await signedIn()
    await store.end('/settings')
    expect(endedSession()).toBeUndefined()
    const { identity } = await signedIn()
    identity.become(null)
    await settle()
    expect(endedSession()?.sentence).toBe('Your session has ended.')
  })
})

const unsentLine = (owner: string) => JSON.stringify({ lastPlayedLineIndex: 3, untold: true, owner })
const keptLines = () => Object.keys(localStorage).filter((key) => key.startsWith(lastLineKey('')))

describe('product §4: the last line that the server lacks', () => {
  test('is kept when the session expires, until another user signs in', async () => {
    for (const [uid, kept] of [
      ['ada', [lastLineKey('s1')]],
      ['bob', []],
    ] as const) {
      const { store, identity } = await signedIn()
      localStorage.setItem(lastLineKey('s1'), unsentLine('ada'))
      localStorage.setItem(lastLineKey('s2'), JSON.stringify({ lastPlayedLineIndex: 3 }))
      localStorage.setItem(lastLineKey('s3'), '3')
      await store.end('/scripts/s1', 'expired')
      expect(keptLines()).toEqual([lastLineKey('s1')])
      await store.admit(identity.person(uid))
      expect(keptLines()).toEqual(kept)
    }
  })

  test('is removed by a sign-out', async () => {
    const { store } = await signedIn()
    localStorage.setItem(lastLineKey('s1'), unsentLine('ada'))
    await store.end()
    expect(keptLines()).toEqual([])
  })
})

describe('product §12: unsent notes', () => {
  test('are kept when the session expires, and are available after the next login', async () => {
    const { store, identity } = await signedIn()
    localStorage.setItem(draft('ada'), '{}')
    localStorage.setItem(castingKey('s1'), '{}')
    const removals: unknown[] = []
    store.onEnd((removal) => void removals.push(removal))
    await store.end(undefined, 'expired')
    expect(removals).toEqual([{ keepsWords: true }])
    expect(Object.keys(localStorage)).toEqual([draft('ada')])
    await store.admit(identity.person('ada'))
    expect(notes()).toEqual([draft('ada')])
  })

  test('are removed by a sign-out, except those of guests', async () => {
    const { store } = await signedIn()
    localStorage.setItem(draft('ada'), '{}')
    localStorage.setItem(draft('guest'), '{}')
    localStorage.setItem(lastLineKey('guest-s1'), '3')
    const removals: unknown[] = []
    store.onEnd((removal) => void removals.push(removal))
    await store.end()
    expect(removals).toEqual([{ keepsWords: false }])
    expect(Object.keys(localStorage).toSorted()).toEqual([lastLineKey('guest-s1'), draft('guest')])
  })

  test('are removed when another user signs in', async () => {
    const { store, identity } = await signedIn()
    localStorage.setItem(draft('ada'), '{}')
    localStorage.setItem(draft('guest'), '{}')
    await store.end(undefined, 'expired')
    await store.admit(identity.person('bob'))
    expect(notes()).toEqual([draft('guest')])
  })
})

test('product §4, §6 without a user, removes the stored token and all personal data', async () => {
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
  'a user who signs in while data of %s is being removed keeps the session',
  async (before) => {
    const identity = service()
    if (before) localStorage.setItem(TOKEN_KEY, tokenOf(before, 'old'))
    identity.restored(before ? identity.person(before) : null)
    const store = new SessionStore(async () => identity.port)
    const { promise, resolve } = Promise.withResolvers<void>()
    store.onEnd(() => promise)
    await store.prepare()
    await settle()
    if (before) identity.become(null)
    identity.elsewhere('bob')
    await settle()
    resolve()
    await settle()
    expect(store.getState().user?.uid).toBe('bob')
    expect(localStorage.getItem(TOKEN_KEY)).toMatch(tokenOf('bob', ''))
  },
)

describe('product §6: only a successful attempt signs in', () => {
  test('a user whom the identity service remembers without a stored token is signed out', async () => {
    const identity = service()
    identity.restored(identity.person('left-behind'))
    const store = new SessionStore(async () => identity.port)
    const seen = vi.fn<(status: string) => void>()
    store.subscribe(() => seen(store.getState().status))
    await store.prepare()
    await settle()
    expect(store.getState().status).toBe('anonymous')
    expect(seen).not.toHaveBeenCalledWith('authenticated')
    expect(localStorage.getItem(TOKEN_KEY)).toBeNull()
    expect(identity.remembers()).toBeUndefined()
  })

  test('a stored token admits its own user only', async () => {
    const identity = service()
    localStorage.setItem(TOKEN_KEY, tokenOf('ada'))
    identity.restored(identity.person('left-behind'))
    const store = new SessionStore(async () => identity.port)
    await store.start()
    await settle()
    expect(store.getState().status).toBe('anonymous')
    expect(localStorage.getItem(TOKEN_KEY)).toBeNull()
    expect(identity.remembers()).toBeUndefined()
  })

  test('an identity without a token that appears in another tab is ignored, and stays signed in there', async () => {
    const { identity, store } = await openAsVisitor()
    identity.become(identity.person('half-way'))
    await settle()
    expect(store.getState().status).toBe('anonymous')
    expect(identity.remembers()).toBe('half-way')
  })

  test('an admitted user is stored, token first, and then shown', async () => {
    const { identity, store } = await openAsVisitor()
    const order: (string | null)[] = []
    const { adopt } = identity.port
    identity.port.adopt = (user) => {
      order.push(localStorage.getItem(TOKEN_KEY))
      return adopt(user)
    }
    await store.admit(identity.person('ada'))
    expect(order).toEqual([tokenOf('ada', 1)])
    expect(store.getState().user?.uid).toBe('ada')
    expect(identity.remembers()).toBe('ada')
  })

  test('an identity that cannot be stored does not begin a session', async () => {
    const { identity, store } = await openAsVisitor()
    identity.port.adopt = () => Promise.reject(new Error('storage is blocked'))
    await expect(store.admit(identity.person('ada'))).rejects.toThrow('storage is blocked')
    expect(store.getState().status).toBe('anonymous')
    expect(localStorage.getItem(TOKEN_KEY)).toBeNull()
    identity.become(identity.person('ada'))
    await settle()
    expect(store.getState().status).toBe('anonymous')
  })

  test("a page that was not notified yet of another tab's user keeps using its own user's token", async () => {
    const { store } = await signedIn()
    const other = tokenOf('bob', 'elsewhere')
    localStorage.setItem(TOKEN_KEY, other)
    expect(await store.token()).toMatch(tokenOf('ada', ''))
    expect(localStorage.getItem(TOKEN_KEY)).toBe(other)
  })
})

async function failedSignOut() {
  const { store, identity } = await signedIn()
  const { signOut } = identity.port
  identity.port.signOut = () => Promise.reject(new Error('blocked'))
  await expect(store.end()).rejects.toThrow('blocked')
  expect(store.getState().status).toBe('anonymous')
  expect(localStorage.getItem(TOKEN_KEY)).toBeNull()
  expect(identity.remembers()).toBe('ada')
  return { identity, recover: () => (identity.port.signOut = signOut) }
}

describe('product §6: a sign-out that cannot reach the identity service', () => {
  test('rejects the user at every start until it completes', async () => {
    const { identity } = await failedSignOut()
    // As left by a sign-out that was interrupted before it removed the token.
    localStorage.setItem(TOKEN_KEY, tokenOf('ada', 'left behind'))
    localStorage.setItem(castingKey('s1'), '{}')
    const next = new SessionStore(() => Promise.reject(new Error('the SDK cannot be loaded')))
    expect(next.getState().status).toBe('anonymous')
    await next.start()
    expect(await next.token()).toBeNull()
    expect(Object.keys(localStorage)).toEqual([SIGNED_OUT_KEY])
    const third = new SessionStore(async () => identity.port)
    await third.start()
    identity.become(identity.person('ada'))
    await settle()
    expect(third.getState().status).toBe('anonymous')
  })

  test('is finished by the next login', async () => {
    const { identity, recover } = await failedSignOut()
    const next = new SessionStore(async () => identity.port)
    await next.prepare()
    recover()
    await next.admit(identity.person('bob'))
    expect(next.getState().user?.uid).toBe('bob')
    expect(localStorage.getItem(SIGNED_OUT_KEY)).toBeNull()
  })
})

test.each(['no user', 'bob'])(
  'when another tab changes the session to %s, screens close before the data is removed',
  async (next) => {
    const { store, identity } = await signedIn()
    const before = store.current
    const seen: string[] = []
    store.subscribe(() => seen.push(store.getState().status))
    store.onEnd(() => void seen.push('data goes'))
    localStorage.setItem(castingKey('s1'), '{}')
    if (next === 'no user') identity.become(null)
    else identity.elsewhere(next)
    await settle()
    expect(seen).toEqual(['leaving', 'data goes', next === 'no user' ? 'anonymous' : 'authenticated'])
    expect(store.current).toBeGreaterThan(before)
    expect(localStorage.getItem(castingKey('s1'))).toBeNull()
  },
)

const inAnHour = () => Math.floor((Date.now() + HOUR) / 1_000)
const stored = (claims: Record<string, unknown> = {}) =>
  tokenOf('ada', 'of an earlier visit', { email: 'ada@example.com', exp: inAnHour(), ...claims })
/** A newly opened page. */
function assumed(identity = service()) {
  localStorage.setItem(TOKEN_KEY, stored())
  identity.restored(identity.person('ada'))
  const load = vi.fn<() => Promise<IdentityPort>>(async () => identity.port)
  const store = new SessionStore(load)
  store.setLoginNavigation(() => undefined)
  return { identity, load, store }
}

describe('product §6 a stored token that is still valid', () => {
  test('shows its user and authorizes requests before the identity service has responded', async () => {
    const { load, store } = assumed()
    expect(store.getState()).toEqual({
      status: 'authenticated',
      user: { uid: 'ada', email: 'ada@example.com', displayName: null, emailVerified: false },
    })
    expect(await store.token()).toBe(stored())
    expect(load).not.toHaveBeenCalled()
    await store.start()
    expect(store.isAssumed).toBe(false)
    expect(await store.token()).toBe(tokenOf('ada', 1))
    expect((await store.person())?.uid).toBe('ada')
  })

  test.each([
    ['has expired', () => stored({ exp: inAnHour() - 3_600 })],
    ['is about to expire', () => stored({ exp: inAnHour() - 3_550 })],
    ['has no expiry', () => tokenOf('ada')],
  ])('that %s shows no user before the identity service has responded', async (_, token) => {
    localStorage.setItem(TOKEN_KEY, token())
    expect(new SessionStore(async () => service().port).getState().status).toBe('loading')
    localStorage.setItem(TOKEN_KEY, stored())
    localStorage.setItem(SIGNED_OUT_KEY, '1')
    expect(new SessionStore(async () => service().port).getState().status).toBe('anonymous')
  })

  test('is removed with all personal data when the identity service has no user', async () => {
    const { identity, store } = assumed()
    identity.restored(null)
    localStorage.setItem(castingKey('s1'), '{}')
    const session = store.current
    expect(await store.confirm()).toBe(false)
    expect(store.getState().status).toBe('anonymous')
    expect(store.current).toBeGreaterThan(session)
    expect([localStorage.getItem(TOKEN_KEY), localStorage.getItem(castingKey('s1'))]).toEqual([null, null])
  })

  test('of a user whom another tab has replaced is not used', async () => {
    const { identity, store } = assumed()
    localStorage.setItem(castingKey('s1'), '{}')
    localStorage.setItem(TOKEN_KEY, tokenOf('bob', 'elsewhere', { exp: inAnHour() }))
    identity.restored(identity.person('bob'))
    expect(await store.token()).not.toBe(stored())
    await settle()
    expect(store.getState().user?.uid).toBe('bob')
    expect(localStorage.getItem(castingKey('s1'))).toBeNull()
  })

  test('is dropped on a sign-out in another tab, before the identity service has responded', async () => {
    const { identity, store } = assumed()
    identity.restored(null)
    localStorage.removeItem(TOKEN_KEY)
    localStorage.setItem(SIGNED_OUT_KEY, '1')
    await signOutElsewhere()
    expect(store.getState().status).toBe('anonymous')
    expect(await store.token()).toBeNull()
  })

  test('of the next user is kept when this page is notified late of the previous sign-out', async () => {
    const { identity, store } = assumed()
    const bobs = tokenOf('bob', 'elsewhere', { exp: inAnHour() })
    localStorage.setItem(TOKEN_KEY, bobs)
    identity.restored(identity.person('bob'))
    // The other tab has already finished the sign-out, and bob has signed in there.
    dispatchEvent(new StorageEvent('storage', { key: SIGNED_OUT_KEY, newValue: '1' }))
    expect(localStorage.getItem(TOKEN_KEY)).toBe(bobs)
    await settle()
    expect(identity.port.signOut).not.toHaveBeenCalled()
    expect(store.getState().user?.uid).toBe('bob')
  })

  test.each([
    ['before it was issued is not renewed', { email_verified: true }, false],
    ['after it was issued is renewed once', {}, true],
  ])('of a user who was verified %s', async (_, claims, renewed) => {
    const { identity, store } = assumed()
    localStorage.setItem(TOKEN_KEY, stored(claims))
    const ada = { ...identity.person('ada'), emailVerified: true }
    identity.restored(ada)
    await store.start()
    expect(identity.forced).toEqual([renewed])
    // A browser that cannot store the new token must not renew it forever.
    localStorage.setItem(TOKEN_KEY, stored(claims))
    identity.become(ada)
    await settle()
    expect(identity.forced).toEqual([renewed, false])
  })

  test('is confirmed with the latest response of the identity service', async () => {
    const { identity, store } = assumed()
    localStorage.setItem(TOKEN_KEY, tokenOf('bob', 'elsewhere', { exp: inAnHour() }))
    identity.restored(null)
    // While the data of the previous user is removed.
    const stop = store.onEnd(async () => {
      stop()
      await new Promise((resolve) => setTimeout(resolve, 10))
      const bob = identity.person('bob')
      const { getIdTokenResult } = bob
      bob.getIdTokenResult = () => new Promise((resolve) => setTimeout(() => resolve(getIdTokenResult()), 10))
      identity.become(bob)
    })
    const confirmed = vi.fn<(isKnown: boolean) => void>()
    const confirming = store.confirm().then(confirmed)
    await vi.advanceTimersByTimeAsync(10)
    expect(confirmed).not.toHaveBeenCalled()
    await vi.advanceTimersByTimeAsync(10)
    await confirming
    expect(confirmed).toHaveBeenCalledExactlyOnceWith(true)
    expect(store.getState().user?.uid).toBe('bob')
  })

  test('stays valid while the identity service is unavailable', async () => {
    localStorage.setItem(TOKEN_KEY, stored())
    const store = new SessionStore(() => Promise.reject(new Error('offline')))
    const token = stored()
    await store.start()
    expect(store.getState().status).toBe('authenticated')
    expect(await store.token()).toBe(token)
    await vi.advanceTimersByTimeAsync(HOUR)
    expect(await store.token()).toBe(token)
  })
})
