import { readProgress } from '@andscene/contracts/routes/progress'
import { readScript } from '@andscene/contracts/routes/scripts'
import { followScript } from '@andscene/contracts/routes/notes'
import { nameGuest, openLink } from '@andscene/contracts/routes/sharing'
import type { OpenedLink } from '@andscene/contracts/sharing'
import { delay, HttpResponse } from 'msw'
import { afterEach, beforeEach, describe, expect, onTestFinished, test, vi } from 'vitest'
import { call, openEvents } from '../api/api-client.ts'
import { isGuest } from '../api/caller.ts'
import { GuestSession, linkTokenIn } from './guest-session.ts'
import { forgetGuestName, guestName, setGuestName } from './guest-name.ts'
import { sessionStore } from '../session/identity.ts'
import { createQueryClient } from '../api/query-client.ts'
import { GUESTS_KEY } from '../storage-keys.ts'
import { forgetGuest, keepGuest, keptGuest } from './kept-guest.ts'
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
/** What the exchanges of the link were sent. */
const bodies: object[] = []
const exchanged = () => asked.filter((one) => one.startsWith('open')).length
const note = (name: string, request: Request) =>
  void asked.push(`${name} ${request.headers.get('authorization')}`)
/** Responses to the next exchanges of the link; the last one repeats. */
let exchanges: (() => Response | Promise<Response>)[] = []
/** Which tokens may read. */
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

/** The page of the link, until the test is over. */
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
/** jsdom has no locks. */
function useLocks(request: (name: string, work: () => Promise<void>) => Promise<unknown>) {
  Object.defineProperty(navigator, 'locks', { configurable: true, value: { request } })
  onTestFinished(() => void Reflect.deleteProperty(navigator, 'locks'))
}

/** An account in this browser; what is to be seen of it is whether it ends. */
const signIn = () => {
  vi.spyOn(sessionStore, 'token').mockResolvedValue('of-ada')
  return vi.spyOn(sessionStore, 'end').mockResolvedValue()
}

describe('decision 0047: the guest of a link', () => {
  test('is made by its token, and asks as themselves for their script alone', async () => {
    const { guest } = openPage()
    await become(guest, 'open')
    expect(guest.getState()).toEqual({ status: 'open', link: LINK })
    await read()
    expect(asked).toEqual(['open null', 'script Bearer guest-1'])
  })

  test('decision 0065: stays the same guest with a new token after a 401, and the call is repeated', async () => {
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

  test('decision 0065: is forgotten when asked to, and is another one from then on', async () => {
    exchanges = [
      () => opened({ guestKey: 'key-1' }),
      () => opened({ guestToken: 'guest-2', guestKey: 'key-2' }),
    ]
    const { guest } = openPage()
    await become(guest, 'open')
    setGuestName('s1', 'Grace')
    guest.forgetHere()
    expect([guest.getState().status, guestName('s1'), keptGuest(TOKEN)]).toEqual(['opening', undefined, {}])
    await become(guest, 'open')
    expect(guest.guestKey).toBe('key-2')
    expect(asked.filter((one) => one.startsWith('name'))).toEqual([])
  })

  test('decision 0065: keeps the key when its new token is rejected, and shows the form instead of a loop', async () => {
    exchanges = [() => opened({ guestKey: 'key-1' })]
    isGood = () => false
    const { guest } = openPage()
    await become(guest, 'open')
    expect(await failureOf(read())).toMatchObject({ status: 401 })
    await become(guest, 'refused')
    expect([keptGuest(TOKEN), exchanged()]).toEqual([{ guestKey: 'key-1' }, 1])
  })

  test('is the same one after a reload of the tab, without another exchange', async () => {
    await become(openPage().guest, 'open')
    const again = openPage().guest
    expect(again.getState().status).toBe('open')
    // Both have requested the script; on a busy machine so has the page of the test before.
    await expect.poll(() => asked.filter((one) => one.startsWith('script')).length).toBeGreaterThanOrEqual(2)
    expect(exchanged()).toBe(1)
  })

  test('takes over what the page asked before its code was there', async () => {
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
  ])('what the page asked before %s', async (_what, early, status, times) => {
    const script = Promise.reject(new Error('not taken'))
    script.catch(() => undefined)
    const controller = new AbortController()
    globalThis.andsceneLink = { token: TOKEN, controller, opened: early() as Promise<Response>, script }
    await become(openPage().guest, status)
    expect(exchanged()).toBe(times)
    if (status === 'open') await read()
  })

  test('what was asked before of another link is not theirs', async () => {
    const script = Promise.resolve(HttpResponse.json({}))
    const controller = new AbortController()
    globalThis.andsceneLink = { token: 'b'.repeat(43), controller, script }
    await become(openPage().guest, 'open')
    expect(asked[0]).toBe('open null')
    expect(globalThis.andsceneLink).toBeUndefined()
  })

  test('of another link is another one, and so is one whose time has passed', async () => {
    await become(openPage().guest, 'open')
    expect(new GuestSession('b'.repeat(43)).getState().status).toBe('opening')
    const past = { ...LINK, expiresAt: '2020-01-01T00:00:00.000Z' }
    keepGuest(TOKEN, { link: past })
    expect(new GuestSession(TOKEN).getState().status).toBe('opening')
    await vi.waitFor(() => expect(exchanged()).toBe(3))
  })

  test('works where storage and locks are blocked', async () => {
    for (const method of ['getItem', 'setItem'] as const)
      vi.spyOn(Storage.prototype, method).mockImplementation(blocked)
    useLocks(async () => blocked())
    const { guest } = openPage()
    await become(guest, 'open')
    await read()
    expect(asked.at(-1)).toBe('script Bearer guest-1')
  })

  test('is refused with the one sentence of the backend, and may try with a passphrase', async () => {
    exchanges = [refused, () => opened()]
    const { guest } = openPage()
    await become(guest, 'refused')
    expect(guest.getState()).toMatchObject({ error: { message: 'This link does not work.' } })
    guest.retry('open sesame')
    expect(guest.getState()).toMatchObject({ status: 'refused', isTrying: true })
    await become(guest, 'open')
    expect(bodies.at(-1)).toEqual({ token: TOKEN, passphrase: 'open sesame' })
  })

  test('tells a name that the tab knows to the backend, which sees a new guest', async () => {
    setGuestName('s2', 'Grace')
    exchanges = [() => opened({ scriptId: 's2' })]
    await become(openPage().guest, 'open')
    await expect.poll(() => asked).toContain('name Bearer guest-1')
  })

  test.each([
    [`#${TOKEN}`, TOKEN],
    [TOKEN, TOKEN],
    ['#main', undefined],
    [`#${TOKEN}a`, undefined],
    [`#${'a'.repeat(42)}!`, undefined],
    ['', undefined],
  ])('%s is taken for a token: %s', (hash, token) => {
    expect(linkTokenIn(hash)).toBe(token)
  })
})

/** What the other tabs hear of it. */
const tellTabs = () => dispatchEvent(new StorageEvent('storage', { key: GUESTS_KEY }))
const openAs = async (...keys: string[]) => {
  exchanges = keys.map((guestKey, nth) => () => opened({ guestKey, guestToken: `guest-${nth + 1}` }))
  const { guest } = openPage()
  await become(guest, 'open')
  await read()
  return guest
}

describe('decision 0065: the tabs of a link', () => {
  /** One at a time, as in a browser. */
  beforeEach(() => {
    let turn: Promise<unknown> = Promise.resolve()
    useLocks((_name, work) => (turn = turn.then(work, work)))
  })

  test('that open it at the same time are one guest', async () => {
    exchanges = [() => opened({ guestKey: 'key-1' }), () => opened({ guestKey: 'key-2' })]
    const [one, two] = [openPage().guest, openPage().guest]
    await become(one, 'open')
    await become(two, 'open')
    expect([one.guestKey, two.guestKey, keptGuest(TOKEN).guestKey]).toEqual(['key-1', 'key-1', 'key-1'])
    expect(exchanged()).toBe(1)
  })

  test('take over a token that another one has renewed', async () => {
    const guest = await openAs('key-1')
    keepGuest(TOKEN, { link: { ...LINK, guestToken: 'guest-2' }, guestKey: 'key-1' })
    isGood = (token) => token === 'Bearer guest-2'
    vi.spyOn(Date, 'now').mockReturnValue(Date.now() + 120_000)
    const before = guest.current
    await read()
    expect([exchanged(), guest.current]).toEqual([1, before])
  })

  test('end with the guest that is forgotten in one of them, and open the link as the next one', async () => {
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

  test('do not bring back a guest who was forgotten while they slept', async () => {
    const guest = await openAs('key-1', 'key-2')
    forgetGuest(TOKEN)
    isGood = (token) => token === 'Bearer guest-2'
    vi.spyOn(Date, 'now').mockReturnValue(Date.now() + 120_000)
    bodies.length = 0
    // What was asked as the guest before them is not asked again.
    await failureOf(read())
    expect(bodies).toEqual([{ token: TOKEN }])
    expect([guest.guestKey, keptGuest(TOKEN).guestKey]).toEqual(['key-2', 'key-2'])
  })
})

describe('product §11: the name of a guest', () => {
  test.each([
    ['is closed', (guest: GuestSession) => guest.close()],
    [
      'is refused',
      async () => {
        isGood = () => false
        exchanges = [refused]
        vi.spyOn(Date, 'now').mockReturnValue(Date.now() + 120_000)
        await failureOf(read())
      },
    ],
  ])('goes with the guest of a link that %s', async (_what, end) => {
    const { guest } = openPage()
    await become(guest, 'open')
    await read()
    setGuestName('s1', 'Grace')
    await end(guest)
    expect(guestName('s1')).toBeUndefined()
  })

  test('is the one that the backend keeps', async () => {
    setGuestName('s1', 'Grace\u200b Owner')
    server.use(stub(nameGuest, () => ({ success: true, data: { guest: { name: 'Grace Owner' } } })))
    await become(openPage().guest, 'open')
    await expect.poll(() => guestName('s1')).toBe('Grace Owner')
  })

  test('is asked for again where the backend does not take it', async () => {
    setGuestName('s1', 'Grace')
    server.use(stub(nameGuest, () => failed('VALIDATION', 'Your name has no letters')))
    await become(openPage().guest, 'open')
    await expect.poll(() => guestName('s1')).toBeUndefined()
  })
})

describe('decision 0047: guest and account never mix', () => {
  test('an account is not used on the page of a link, and is used again after it', async () => {
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

  test.each(['guest', 'account'] as const)('a response for the %s is used by no one else', async (who) => {
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
  })

  test('a write of the guest is not tried again as the account', async () => {
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

  test('a stream of events that opens after the page was left is given up', async () => {
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

describe('decision 0047: a guest token that is refused', () => {
  test('is exchanged again once: the page has a new guest, and repeats its requests', async () => {
    const end = signIn()
    await become(openPage().guest, 'open')
    exchanges = [() => opened({ guestToken: 'guest-2' })]
    isGood = (token) => token !== 'Bearer guest-1'
    // A tab that was reloaded long after.
    const { guest } = openPage()
    const before = guest.current
    expect(await failureOf(read())).toMatchObject({ status: 401 })
    expect(guest.getState()).toMatchObject({ status: 'open', link: { guestToken: 'guest-2' } })
    expect(guest.current).not.toBe(before)
    await read()
    expect(asked.at(-1)).toBe('script Bearer guest-2')
    expect(end).not.toHaveBeenCalled()
  })

  test('whose link does not work either ends the guest, never the account', async () => {
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

  test('stays while the link cannot be exchanged', async () => {
    await become(openPage().guest, 'open')
    exchanges = [() => HttpResponse.error()]
    isGood = () => false
    const { guest } = openPage()
    expect(await failureOf(read())).toMatchObject({ code: 'NETWORK' })
    expect(guest.getState().status).toBe('open')
  })

  test('of a page that is closed is sent no more', async () => {
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
