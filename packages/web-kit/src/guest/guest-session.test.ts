import { readProgress } from '@andscene/contracts/routes/progress'
import { readScript } from '@andscene/contracts/routes/scripts'
import { followScript } from '@andscene/contracts/routes/notes'
import { nameGuest, openLink } from '@andscene/contracts/routes/sharing'
import type { OpenedLink } from '@andscene/contracts/sharing/sharing'
import { delay, HttpResponse } from 'msw'
import { afterEach, beforeEach, describe, expect, onTestFinished, test, vi } from 'vitest'
import { call, openEvents, isGuest } from '../api/api-client.ts'
import { GuestSession, linkTokenIn } from './guest-session.ts'
import { forgetGuestName, guestName, setGuestName, forgetGuest, keepGuest, keptGuest } from './kept-guest.ts'
import { sessionStore } from '../session/identity.ts'
import { createQueryClient } from '../api/query-client.ts'
import { GUESTS_KEY } from '../storage-keys.ts'
import { backend, failureOf, SCRIPT } from '../testing/backend.ts'
import { failed, holdRoute, stub } from '../testing/stub.ts'

const TOKEN = 'a'.repeat(43)
const LINK: OpenedLink = {
  guestToken: 'guest-1',
  scriptId: 's1',
  role: 'listener',
  linkName: 'Producers',
  title: 'Lantern Street',
  expiresAt: '2099-01-01T00:00:00.000Z',
}

const asked: string[] = []
/** Request bodies of the exchanges of the link. */
const bodies: object[] = []
const exchanged = () => asked.filter((one) => one.startsWith('open')).length
const note = (name: string, request: Request) =>
  void asked.push(`${name} ${request.headers.get('authorization')}`)
/** Responses to the next exchanges of the link; the last one repeats. */
let exchanges: (() => Response | Promise<Response>)[] = []
/** Which tokens the backend accepts. */
let isGood = (_token: string | null) => true

const opened = (change: Partial<OpenedLink> = {}) =>
  HttpResponse.json({ success: true, data: { ...LINK, ...change } })
const refused = () => failed('NOT_FOUND', 'This link does not work.')

const server = backend()
beforeEach(() => {
  asked.length = 0
  bodies.length = 0
  exchanges = [() => opened()]
  isGood = () => true
  server.use(
    stub(openLink, ({ body, request }) => {
      bodies.push(body)
      note('open', request)
      return (exchanges.length > 1 ? exchanges.shift()! : exchanges[0]!)()
    }),
    stub(readScript, ({ request }) => {
      note('script', request)
      return isGood(request.headers.get('authorization'))
        ? { success: true, data: { script: SCRIPT } }
        : failed('UNAUTHENTICATED', 'Please open the link again')
    }),
    stub(readProgress, () => ({ success: true, lastPlayedLineIndex: -1 })),
    stub(nameGuest, ({ request }) => {
      note('name', request)
      return { success: true, data: { guest: {} } }
    }),
  )
})
afterEach(() => {
  for (const id of ['s1', 's2']) forgetGuestName(id)
  sessionStorage.clear()
  localStorage.clear()
  vi.restoreAllMocks()
})

/** Opens the page of the link until the end of the test. */
function openPage() {
  const guest = new GuestSession(TOKEN)
  const leave = guest.enter()
  onTestFinished(leave)
  return { guest, leave }
}
const become = (guest: GuestSession, status: string) =>
  expect.poll(() => guest.getState().status).toBe(status)
const read = () => call(readScript, { params: { id: 's1' } })
const blocked = () => {
  throw new DOMException('blocked', 'SecurityError')
}
const blockStorage = () => {
  for (const method of ['getItem', 'setItem'] as const)
    vi.spyOn(Storage.prototype, method).mockImplementation(blocked)
}
/** jsdom does not implement locks. */
function useLocks(request: (name: string, work: () => Promise<void>) => Promise<unknown>) {
  Object.defineProperty(navigator, 'locks', { configurable: true, value: { request } })
  onTestFinished(() => void Reflect.deleteProperty(navigator, 'locks'))
}

/** Signs in an account; returns a spy on the end of its session. */
const signIn = () => {
  vi.spyOn(sessionStore, 'token').mockResolvedValue('of-ada')
  return vi.spyOn(sessionStore, 'end').mockResolvedValue()
}

describe('decision 0047: the guest of a link', () => {
  test('opens with the token of the link, and authorizes its own requests with its guest token', async () => {
    const { guest } = openPage()
    await become(guest, 'open')
    expect(guest.getState()).toEqual({ status: 'open', link: LINK })
    await read()
    expect(asked).toEqual(['open null', 'script Bearer guest-1'])
  })

  test('decision 0065: after a 401, keeps the guest, renews the token and repeats the call', async () => {
    exchanges = [
      () => opened({ guestKey: 'key-1' }),
      () => opened({ guestToken: 'guest-2', guestName: 'Grace' }),
    ]
    await become(openPage().guest, 'open')
    isGood = (token) => token !== 'Bearer guest-1'
    bodies.length = 0
    // In another tab, or days later.
    const { guest } = openPage()
    const before = guest.current
    expect((await read()).data.script.title).toBe('Lantern Street')
    expect(bodies).toEqual([{ token: TOKEN, guestKey: 'key-1' }])
    expect([guest.current, guest.guestKey]).toEqual([before, 'key-1'])
    expect(guestName('s1')).toBe('Grace')
    expect(keptGuest(TOKEN)).toMatchObject({ link: { guestToken: 'guest-2' }, guestKey: 'key-1' })
  })

  test('decision 0065: when the renewed token is rejected, keeps the key and shows the form instead of retrying', async () => {
    exchanges = [() => opened({ guestKey: 'key-1' })]
    isGood = () => false
    const { guest } = openPage()
    await become(guest, 'open')
    expect(await failureOf(read())).toMatchObject({ status: 401 })
    await become(guest, 'refused')
    expect([keptGuest(TOKEN), exchanged()]).toEqual([{ guestKey: 'key-1' }, 1])
  })

  test('uses the responses to requests sent before its code has loaded', async () => {
    const script = Promise.resolve(HttpResponse.json({ success: true, data: { script: SCRIPT } }))
    const controller = new AbortController()
    globalThis.andsceneLink = { token: TOKEN, controller, opened: Promise.resolve(opened()), script }
    const { guest } = openPage()
    await become(guest, 'open')
    expect((await read()).data.script.title).toBe('Lantern Street')
    expect(asked).toEqual([])
    await read()
    expect(asked).toEqual(['script Bearer guest-1'])
  })

  test.each([
    ['is not repeated when the link was rejected', () => Promise.resolve(refused()), 'refused', 0],
    ['is sent again after a network error', () => Promise.reject(new TypeError('offline')), 'open', 1],
  ])('a request sent before the code has loaded %s', async (_what, early, status, times) => {
    const script = Promise.reject(new Error('not taken'))
    script.catch(() => undefined)
    const controller = new AbortController()
    globalThis.andsceneLink = { token: TOKEN, controller, opened: early() as Promise<Response>, script }
    await become(openPage().guest, status)
    expect(exchanged()).toBe(times)
    if (status === 'open') await read()
  })

  test('ignores early requests of another link', async () => {
    const script = Promise.resolve(HttpResponse.json({}))
    const controller = new AbortController()
    globalThis.andsceneLink = { token: 'b'.repeat(43), controller, script }
    await become(openPage().guest, 'open')
    expect(asked[0]).toBe('open null')
    expect(globalThis.andsceneLink).toBeUndefined()
  })

  test('does not reuse the guest of another link or an expired one', async () => {
    await become(openPage().guest, 'open')
    expect(new GuestSession('b'.repeat(43)).getState().status).toBe('opening')
    const past = { ...LINK, expiresAt: '2020-01-01T00:00:00.000Z' }
    keepGuest(TOKEN, { link: past })
    expect(new GuestSession(TOKEN).getState().status).toBe('opening')
    await vi.waitFor(() => expect(exchanged()).toBe(3))
  })

  test.each([
    [`#${TOKEN}`, TOKEN],
    ['#main', undefined],
    [`#${TOKEN}a`, undefined],
    [`#${'a'.repeat(42)}!`, undefined],
  ])('the token in %s is %s', (hash, token) => {
    expect(linkTokenIn(hash)).toBe(token)
  })
})

/** Notifies the other tabs of a change of the stored guest. */
const tellTabs = () => dispatchEvent(new StorageEvent('storage', { key: GUESTS_KEY }))
const openAs = async (...keys: string[]) => {
  exchanges = keys.map((guestKey, nth) => () => opened({ guestKey, guestToken: `guest-${nth + 1}` }))
  const { guest } = openPage()
  await become(guest, 'open')
  await read()
  return guest
}

describe('decision 0065: the tabs of a link', () => {
  /** One tab at a time, as in a browser. */
  beforeEach(() => {
    let turn: Promise<unknown> = Promise.resolve()
    useLocks((_name, work) => (turn = turn.then(work, work)))
  })

  test('become one guest when they open it simultaneously', async () => {
    exchanges = [() => opened({ guestKey: 'key-1' }), () => opened({ guestKey: 'key-2' })]
    const [one, two] = [openPage().guest, openPage().guest]
    await become(one, 'open')
    await become(two, 'open')
    expect([one.guestKey, two.guestKey, keptGuest(TOKEN).guestKey]).toEqual(['key-1', 'key-1', 'key-1'])
    expect(exchanged()).toBe(1)
  })

  test('use the token that another tab has renewed', async () => {
    const guest = await openAs('key-1')
    keepGuest(TOKEN, { link: { ...LINK, guestToken: 'guest-2' }, guestKey: 'key-1' })
    isGood = (token) => token === 'Bearer guest-2'
    vi.spyOn(Date, 'now').mockReturnValue(Date.now() + 120_000)
    const before = guest.current
    await read()
    expect([exchanged(), guest.current]).toEqual([1, before])
  })

  test('end their guest session when one tab removes the guest, and reopen the link as the next guest', async () => {
    const guest = await openAs('key-1')
    forgetGuest(TOKEN)
    tellTabs()
    expect(guest.getState()).toMatchObject({
      status: 'refused',
      error: { message: 'Your guest session has ended. Open the link again.' },
    })
    expect(keptGuest(TOKEN)).toEqual({})
    keepGuest(TOKEN, { link: { ...LINK, guestToken: 'guest-2' }, guestKey: 'key-2' })
    tellTabs()
    guest.retry()
    await become(guest, 'open')
    expect([guest.guestKey, exchanged()]).toEqual(['key-2', 1])
  })

  test('do not restore a guest who was removed while they were suspended', async () => {
    const guest = await openAs('key-1', 'key-2')
    forgetGuest(TOKEN)
    isGood = (token) => token === 'Bearer guest-2'
    vi.spyOn(Date, 'now').mockReturnValue(Date.now() + 120_000)
    bodies.length = 0
    // The request of the previous guest is not repeated.
    await failureOf(read())
    expect(bodies).toEqual([{ token: TOKEN }])
    expect([guest.guestKey, keptGuest(TOKEN).guestKey]).toEqual(['key-2', 'key-2'])
  })
})

describe('product §11: the name of a guest', () => {
  test.each([
    ['is closed', (guest: GuestSession) => guest.close()],
    [
      'is rejected',
      async () => {
        isGood = () => false
        exchanges = [refused]
        vi.spyOn(Date, 'now').mockReturnValue(Date.now() + 120_000)
        await failureOf(read())
      },
    ],
  ])('is removed when the guest session %s', async (_what, end) => {
    const { guest } = openPage()
    await become(guest, 'open')
    await read()
    setGuestName('s1', 'Grace')
    await end(guest)
    expect(guestName('s1')).toBeUndefined()
  })

  test('is replaced by the name that the backend stores', async () => {
    setGuestName('s1', 'Grace\u200b Owner')
    server.use(stub(nameGuest, () => ({ success: true, data: { guest: { name: 'Grace Owner' } } })))
    await become(openPage().guest, 'open')
    await expect.poll(() => guestName('s1')).toBe('Grace Owner')
  })

  test('is removed when the backend rejects it', async () => {
    setGuestName('s1', 'Grace')
    server.use(stub(nameGuest, () => failed('VALIDATION', 'Your name has no letters')))
    await become(openPage().guest, 'open')
    await expect.poll(() => guestName('s1')).toBeUndefined()
  })
})

describe('decision 0047: guest and account are kept apart', () => {
  test('the page of a link sends requests as the guest; the account is used again after it', async () => {
    signIn()
    const { guest, leave } = openPage()
    await become(guest, 'open')
    await read()
    expect(isGuest()).toBe(true)
    leave()
    await read()
    expect(isGuest()).toBe(false)
    expect(asked).toEqual(['open null', 'script Bearer guest-1', 'script Bearer of-ada'])
  })

  test.each(['guest', 'account'] as const)(
    'a response for the %s is discarded after a change of the caller',
    async (who) => {
      signIn()
      const { arrived, respond } = holdRoute(server, readScript, () => ({
        success: true,
        data: { script: SCRIPT },
      }))
      const guest = new GuestSession(TOKEN)
      await become(guest, 'open')
      let leave = who === 'guest' ? guest.enter() : () => undefined
      const late = failureOf(read())
      await arrived
      if (who === 'guest') leave()
      else leave = guest.enter()
      respond()
      expect(await late).toMatchObject({ code: 'ABORTED' })
      leave()
    },
  )

  test('a write of the guest is not retried as the account', async () => {
    signIn()
    const { guest, leave } = openPage()
    await become(guest, 'open')
    const client = createQueryClient()
    const send = vi.fn<() => Promise<void>>(async () => {
      leave()
      throw new Error('not yet')
    })
    const options = { mutationFn: send, retry: 1, retryDelay: 0 }
    void client.getMutationCache().build(client, options).execute(undefined)
    await vi.waitFor(() => expect(send).toHaveBeenCalledOnce())
    await read()
    expect(send).toHaveBeenCalledOnce()
  })

  test('an event stream that opens after the page has closed is aborted', async () => {
    const { guest, leave } = openPage()
    await become(guest, 'open')
    const arrived = Promise.withResolvers<void>()
    server.use(
      stub(followScript, async () => {
        arrived.resolve()
        await delay(5)
        return new HttpResponse(':\n\n')
      }),
    )
    const { signal } = new AbortController()
    const stream = failureOf(openEvents(followScript, { params: { id: 's1' }, signal }))
    await arrived.promise
    leave()
    expect(await stream).toMatchObject({ code: 'ABORTED' })
  })
})

describe('decision 0047: a rejected guest token', () => {
  test('is exchanged once: the page becomes a new guest and later requests use its token', async () => {
    const end = signIn()
    await become(openPage().guest, 'open')
    exchanges = [() => opened({ guestToken: 'guest-2' })]
    isGood = (token) => token !== 'Bearer guest-1'
    // In a tab that was reloaded much later.
    const { guest } = openPage()
    const before = guest.current
    expect(await failureOf(read())).toMatchObject({ status: 401 })
    expect(guest.getState()).toMatchObject({ status: 'open', link: { guestToken: 'guest-2' } })
    expect(guest.current).not.toBe(before)
    await read()
    expect(asked.at(-1)).toBe('script Bearer guest-2')
    expect(end).not.toHaveBeenCalled()
  })

  test('ends the guest, not the account, when the link is invalid too', async () => {
    const end = signIn()
    exchanges = [() => opened({ guestKey: 'key-1' })]
    await become(openPage().guest, 'open')
    exchanges = [refused]
    isGood = () => false
    const { guest } = openPage()
    expect(await failureOf(read())).toMatchObject({ status: 401 })
    expect(guest.getState()).toMatchObject({
      status: 'refused',
      error: { message: 'This link does not work.' },
    })
    expect(keptGuest(TOKEN)).toEqual({})
    expect(end).not.toHaveBeenCalled()
  })

  test('is kept while the exchange of the link fails', async () => {
    await become(openPage().guest, 'open')
    exchanges = [() => HttpResponse.error()]
    isGood = () => false
    const { guest } = openPage()
    expect(await failureOf(read())).toMatchObject({ code: 'NETWORK' })
    expect(guest.getState().status).toBe('open')
  })

  test('is not sent after the page has closed', async () => {
    const { guest } = openPage()
    await become(guest, 'open')
    await expect.poll(() => asked).toContain('script Bearer guest-1')
    const before = asked.length
    guest.close()
    expect(await failureOf(read())).toMatchObject({ code: 'ABORTED' })
    expect(asked).toHaveLength(before)
    expect(keptGuest(TOKEN)).toEqual({})
  })
})

const part = (value: object) => btoa(JSON.stringify(value)).replaceAll('+', '-').replaceAll('/', '_')
const passes = (ms: number) => vi.setSystemTime(Date.now() + ms)
const links = () => asked.filter((one) => one.startsWith('open'))

describe('decision 0063: a guest token that lasts 15 minutes', () => {
  const MINUTE_MS = 60_000
  const DAY_MS = 24 * 60 * MINUTE_MS
  const LASTS_MS = 15 * MINUTE_MS
  const numbers = new Map<string | null, number>()
  /** How far this device's clock is ahead of the backend's. Milliseconds. */
  let ahead = 0
  /** The backend's handler of an exchange of the link. */
  let exchange: (body: { guestKey?: string }) => Response | Promise<Response>
  const backendNow = () => Date.now() - ahead

  function newToken(): string {
    const iat = Math.floor(backendNow() / 1_000)
    const token = `${part({ typ: 'guest+jwt' })}.${part({ iat, exp: iat + LASTS_MS / 1_000, n: numbers.size })}.x`
    numbers.set(`Bearer ${token}`, numbers.size + 1)
    return token
  }
  const issued = (change: Partial<OpenedLink> = {}) => opened({ guestToken: newToken(), ...change })
  /** A link with a passphrase: only guests with a key can open it again. */
  const openedByKey = ({ guestKey }: { guestKey?: string }) => (guestKey === 'key-1' ? issued() : refused())
  const isOver = (bearer: string | null) => {
    const { exp } = JSON.parse(atob(bearer!.split('.')[1]!)) as { exp: number }
    return exp * 1_000 <= backendNow()
  }

  beforeEach(() => {
    vi.useFakeTimers({ toFake: ['Date'] })
    numbers.clear()
    ahead = 0
    exchange = () => issued({ guestKey: 'key-1' })
    server.use(
      stub(openLink, ({ body }) => {
        asked.push(`open ${body.guestKey ?? 'without a key'}`)
        return exchange(body as { guestKey?: string })
      }),
      stub(readScript, ({ request }) => {
        const bearer = request.headers.get('authorization')
        asked.push(`script ${numbers.get(bearer)}`)
        return isOver(bearer)
          ? failed('UNAUTHENTICATED', 'Please open the link again')
          : { success: true, data: { script: SCRIPT } }
      }),
    )
  })
  afterEach(() => vi.useRealTimers())

  /** Opens the page of the link and sends its first request. */
  async function openRead() {
    const { guest } = openPage()
    await become(guest, 'open')
    await read()
    exchange = openedByKey
    asked.length = 0
    return guest
  }

  test('is renewed in the background before it expires: requests do not wait, and the guest stays the same', async () => {
    const guest = await openRead()
    const before = guest.current
    passes(9 * MINUTE_MS)
    await read()
    expect(asked).toEqual(['script 1'])
    const held = Promise.withResolvers<void>()
    exchange = async (body) => {
      await held.promise
      return openedByKey(body)
    }
    passes(2 * MINUTE_MS)
    await read()
    expect(asked.filter((one) => one.startsWith('script'))).toEqual(['script 1', 'script 1'])
    held.resolve()
    await expect.poll(() => numbers.get(`Bearer ${keptGuest(TOKEN).link?.guestToken}`)).toBe(2)
    await read()
    expect(links()).toEqual(['open key-1'])
    expect(asked.at(-1)).toBe('script 2')
    expect(asked.filter((one) => one.startsWith('script'))).toHaveLength(3)
    expect([guest.current, guest.guestKey]).toEqual([before, 'key-1'])
  })

  test('is renewed before requests are sent after a sleep: no request gets a 401', async () => {
    const guest = await openRead()
    passes(8 * 60 * MINUTE_MS)
    await Promise.all([read(), read()])
    expect(asked).toEqual(['open key-1', 'script 2', 'script 2'])
    expect(guest.getState().status).toBe('open')
  })

  test('after a failed renewal, is used while valid, and the renewal is retried after 10 s', async () => {
    const guest = await openRead()
    exchange = () => failed('UNAVAILABLE', 'Busy.')
    passes(11 * MINUTE_MS)
    for (let n = 0; n < 5; n += 1) {
      await read()
      await expect.poll(() => links()).toHaveLength(1)
    }
    passes(11_000)
    await read()
    await expect.poll(() => links()).toHaveLength(2)
    expect(guest.getState().status).toBe('open')
  })

  test('when it expires offline, the page stays open and continues once online', async () => {
    const guest = await openRead()
    const before = guest.current
    exchange = () => HttpResponse.error()
    passes(60 * MINUTE_MS)
    expect(await failureOf(read())).toMatchObject({ code: 'NETWORK' })
    expect([guest.getState().status, guest.current]).toEqual(['open', before])
    exchange = openedByKey
    expect((await read()).data.script.title).toBe('Lantern Street')
    expect(guest.current).toBe(before)
  })

  test('is renewed when storage and locks are blocked: the page has the key in memory', async () => {
    blockStorage()
    useLocks(async () => blocked())
    const guest = await openRead()
    const before = guest.current
    passes(60 * MINUTE_MS)
    await read()
    expect(asked).toEqual(['open key-1', 'script 2'])
    expect(guest.current).toBe(before)
  })

  test.each([DAY_MS, -DAY_MS])('is not renewed earlier when the clock is wrong by %d ms', async (off) => {
    ahead = off
    await openRead()
    passes(9 * MINUTE_MS)
    await read()
    expect(asked).toEqual(['script 1'])
    passes(6 * MINUTE_MS)
    await read()
    expect(asked).toEqual(['script 1', 'open key-1', 'script 2'])
  })

  test.each([0, DAY_MS, -DAY_MS])(
    'when it has expired before a reload, opens as the same guest without the passphrase (clock off by %d ms)',
    async (off) => {
      ahead = off
      await openRead()
      passes(60 * MINUTE_MS)
      const { guest } = openPage()
      await become(guest, 'open')
      await read()
      expect([links(), guest.guestKey, asked.at(-1)]).toEqual([['open key-1'], 'key-1', 'script 2'])
    },
  )

  test('of a revoked link is not renewed: no request is sent, and the guest is removed', async () => {
    const guest = await openRead()
    exchange = refused
    passes(60 * MINUTE_MS)
    expect(await failureOf(read())).toMatchObject({ code: 'ABORTED' })
    expect(asked).toEqual(['open key-1'])
    expect([guest.getState().status, keptGuest(TOKEN)]).toEqual(['refused', {}])
  })

  test.each([
    ['forgetHere', 'key-2', 'open'],
    ['claimed', undefined, 'opening'],
  ] as const)(
    'a renewal that completes after the guest was removed (%s) does not restore the guest',
    async (how, key, status) => {
      const guest = await openRead()
      const held = Promise.withResolvers<void>()
      exchange = async ({ guestKey }) => {
        if (guestKey === undefined) return issued({ guestKey: 'key-2' })
        const renewed = issued()
        await held.promise
        return renewed
      }
      passes(60 * MINUTE_MS)
      const renewal = failureOf(guest.token())
      await expect.poll(() => links()).toEqual(['open key-1'])
      guest[how]()
      await expect.poll(() => guest.guestKey).toBe(key)
      const kept = keptGuest(TOKEN)
      held.resolve()
      expect(await renewal).toMatchObject({ code: 'ABORTED' })
      expect(keptGuest(TOKEN)).toEqual(kept)
      expect([guest.guestKey, guest.getState().status]).toEqual([key, status])
    },
  )
})
