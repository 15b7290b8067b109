import { followScript } from '@andscene/contracts/routes/notes'
import { readProgress } from '@andscene/contracts/routes/progress'
import { readScript } from '@andscene/contracts/routes/scripts'
import { nameGuest, openLink } from '@andscene/contracts/routes/sharing'
import type { OpenedLink } from '@andscene/contracts/sharing'
import { HttpResponse } from 'msw'
import { afterEach, beforeEach, describe, expect, onTestFinished, test, vi } from 'vitest'
import { call, openEvents } from '../api/api-client.ts'
import { forgetGuestName } from './guest-name.ts'
import { GuestSession } from './guest-session.ts'
import { keptGuest } from './kept-guest.ts'
import { backend, failureOf, SCRIPT } from '../testing/backend.ts'
import { failed, holdRoute, stub } from '../testing/stub.ts'

const TOKEN = 'a'.repeat(43)
const MINUTE_MS = 60_000
const DAY_MS = 24 * 60 * MINUTE_MS
const LASTS_MS = 15 * MINUTE_MS

/** What the backend was asked; a token by its number. */
const asked: string[] = []
const numbers = new Map<string | null, number>()
/** How far the clock of this device is ahead of the backend's. */
let ahead = 0
/** What the backend does with an exchange of the link. */
let exchange: (body: { guestKey?: string }) => Response | Promise<Response>
const backendNow = () => Date.now() - ahead

const part = (value: object) => btoa(JSON.stringify(value)).replaceAll('+', '-').replaceAll('/', '_')
/** Of a quarter of an hour from now, as the gateway's. */
function newToken(): string {
  const iat = Math.floor(backendNow() / 1_000)
  const token = `${part({ typ: 'guest+jwt' })}.${part({ iat, exp: iat + LASTS_MS / 1_000, n: numbers.size })}.x`
  numbers.set(`Bearer ${token}`, numbers.size + 1)
  return token
}
const opened = (change: Partial<OpenedLink> = {}) =>
  HttpResponse.json({
    success: true,
    data: {
      guestToken: newToken(),
      scriptId: 's1',
      role: 'commenter',
      linkName: 'Producers',
      title: 'Lantern Street',
      expiresAt: '2099-01-01T00:00:00.000Z',
      ...change,
    },
  })
/** A link with a passphrase: who has no key is not let in again. */
const openedByKey = ({ guestKey }: { guestKey?: string }) =>
  guestKey === 'key-1' ? opened() : failed('NOT_FOUND', 'This link does not work.')
const tokenOf = (number: number) => [...numbers.keys()][number - 1]?.slice('Bearer '.length)
const isOver = (bearer: string | null) => {
  const { exp } = JSON.parse(atob(bearer!.split('.')[1]!)) as { exp: number }
  return exp * 1_000 <= backendNow()
}

const server = backend()
beforeEach(() => {
  vi.useFakeTimers({ toFake: ['Date'] })
  asked.length = 0
  numbers.clear()
  ahead = 0
  exchange = () => opened({ guestKey: 'key-1' })
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
    stub(readProgress, () => ({ success: true, lastPlayedLineIndex: -1 })),
    stub(nameGuest, () => ({ success: true, data: { guest: {} } })),
  )
})
afterEach(() => {
  vi.useRealTimers()
  vi.restoreAllMocks()
  forgetGuestName('s1')
  localStorage.clear()
})

/** The page of the link, which has asked for what it shows first. */
async function openPage() {
  const guest = new GuestSession(TOKEN)
  onTestFinished(guest.enter())
  await expect.poll(() => guest.getState().status).toBe('open')
  await read()
  exchange = openedByKey
  asked.length = 0
  return guest
}
const read = () => call(readScript, { params: { id: 's1' } })
const passes = (ms: number) => vi.setSystemTime(Date.now() + ms)
const exchanges = () => asked.filter((one) => one.startsWith('open'))
const blockStorage = () => {
  for (const method of ['getItem', 'setItem'] as const)
    vi.spyOn(Storage.prototype, method).mockImplementation(() => {
      throw new DOMException('blocked', 'SecurityError')
    })
}

describe('decision 0063: a guest token of a quarter of an hour', () => {
  test('is renewed as the same guest while it is good: nothing waits, and nothing else is asked again', async () => {
    const guest = await openPage()
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
    expect(exchanges()).toEqual(['open key-1'])
    expect(asked.at(-1)).toBe('script 2')
    expect(asked.filter((one) => one.startsWith('script'))).toHaveLength(3)
    expect([guest.current, guest.guestKey]).toEqual([before, 'key-1'])
  })

  test('is renewed before anything is sent after a sleep: no request is refused', async () => {
    const guest = await openPage()
    passes(8 * 60 * MINUTE_MS)
    await Promise.all([read(), read()])
    expect(asked).toEqual(['open key-1', 'script 2', 'script 2'])
    expect(guest.getState().status).toBe('open')
  })

  test('that cannot be renewed is repeated after 10 s and not with each request, and is sent while it is good', async () => {
    const guest = await openPage()
    exchange = () => failed('UNAVAILABLE', 'Busy.')
    passes(11 * MINUTE_MS)
    for (let n = 0; n < 5; n += 1) {
      await read()
      await expect.poll(() => exchanges()).toHaveLength(1)
    }
    passes(11_000)
    await read()
    await expect.poll(() => exchanges()).toHaveLength(2)
    expect(guest.getState().status).toBe('open')
  })

  test('that expires offline keeps the page, which continues when the network is back', async () => {
    const guest = await openPage()
    const before = guest.current
    exchange = () => HttpResponse.error()
    passes(60 * MINUTE_MS)
    expect(await failureOf(read())).toMatchObject({ code: 'NETWORK' })
    expect([guest.getState().status, guest.current]).toEqual(['open', before])
    exchange = openedByKey
    expect((await read()).data.script.title).toBe('Lantern Street')
    expect(guest.current).toBe(before)
  })

  test('is renewed where storage is blocked: the page knows the key', async () => {
    blockStorage()
    const guest = await openPage()
    const before = guest.current
    passes(60 * MINUTE_MS)
    await read()
    expect(asked).toEqual(['open key-1', 'script 2'])
    expect(guest.current).toBe(before)
  })

  test.each([DAY_MS, -DAY_MS])('is no sooner renewed by a clock that is %d ms off', async (off) => {
    ahead = off
    await openPage()
    passes(9 * MINUTE_MS)
    await read()
    expect(asked).toEqual(['script 1'])
    passes(6 * MINUTE_MS)
    await read()
    expect(asked).toEqual(['script 1', 'open key-1', 'script 2'])
  })

  test.each([0, DAY_MS, -DAY_MS])(
    'that ended before a reload leads to the same guest, without the passphrase (clock off by %d ms)',
    async (off) => {
      ahead = off
      await openPage()
      passes(60 * MINUTE_MS)
      const guest = new GuestSession(TOKEN)
      onTestFinished(guest.enter())
      await expect.poll(() => guest.getState().status).toBe('open')
      await read()
      expect([exchanges(), guest.guestKey, asked.at(-1)]).toEqual([['open key-1'], 'key-1', 'script 2'])
    },
  )

  test('a renewal aborts no pending request and no stream of events', async () => {
    const guest = await openPage()
    let writer: ReadableStreamDefaultController<Uint8Array>
    const events = new ReadableStream<Uint8Array>({ start: (controller) => void (writer = controller) })
    const send = (text: string) => writer.enqueue(new TextEncoder().encode(text))
    send(':\n\n')
    server.use(stub(followScript, () => new HttpResponse(events)))
    const { arrived, respond } = holdRoute(server, readScript, () => ({
      success: true,
      data: { script: SCRIPT },
    }))
    const stream = await openEvents(followScript, {
      params: { id: 's1' },
      signal: new AbortController().signal,
    })
    const reader = stream.body!.getReader()
    const received = async () => new TextDecoder().decode((await reader.read()).value)
    expect(await received()).toBe(':\n\n')
    const late = read()
    await arrived
    passes(60 * MINUTE_MS)
    expect(await guest.token()).toBe(tokenOf(2))
    respond()
    expect((await late).data.script.title).toBe('Lantern Street')
    send('event: notes\n\n')
    expect(await received()).toBe('event: notes\n\n')
    await reader.cancel()
  })

  test('of a link that was revoked is not renewed: nothing is sent, and the guest goes', async () => {
    const guest = await openPage()
    exchange = () => failed('NOT_FOUND', 'This link does not work.')
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
      const guest = await openPage()
      const held = Promise.withResolvers<void>()
      exchange = async ({ guestKey }) => {
        if (guestKey === undefined) return opened({ guestKey: 'key-2' })
        const renewed = opened()
        await held.promise
        return renewed
      }
      passes(60 * MINUTE_MS)
      const renewal = failureOf(guest.token())
      await expect.poll(() => exchanges()).toEqual(['open key-1'])
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
