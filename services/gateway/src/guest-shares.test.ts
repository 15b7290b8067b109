import { API_ROUTES } from '@andscene/contracts/api'
import { REFUSED_HEADER } from '@andscene/contracts/platform'
import { eventServer } from '@andscene/testing/event-streams-suite'
import { openConnection } from '@andscene/testing/raw-connections'
import { requestBytes } from '@andscene/testing/raw-http'
import { describe, expect, test } from 'vitest'
import { gatewayFixture, type Gateway } from './testing/gateway-fixture.ts'

let gateway: Gateway
let opened = 0
/** The token of a new guest of the link. */
const open = (linkId = 'l1', ownerId = 'ada') =>
  gateway.guestToken({ guestId: `guest-${(opened += 1)}`, linkId, ownerId })
const start = async (env: Record<string, string> = {}) => {
  gateway = await gatewayFixture(env)
}

type Asking = { token: string; from: string }
const times = <T>(count: number, make: (n: number) => T): T[] =>
  Array.from({ length: count }, (_, n) => make(n))
const address = (n: number) => `203.0.${n >> 8}.${n & 255}`

const NOTES = '/api/scripts/s1/notes'
const ask = async ({ token, from }: Asking, path = NOTES) => {
  const headers = { authorization: `Bearer ${token}`, 'x-forwarded-for': from }
  return (await fetch(gateway.origin + path, { headers })).status
}
/** Starts a request that stays in flight, because its body never ends. */
const hold = async ({ token, from }: Asking) => {
  const connection = await openConnection(gateway.origin)
  const headers = {
    Host: gateway.host,
    Authorization: `Bearer ${token}`,
    'X-Forwarded-For': from,
    'Content-Type': 'application/json',
    'Content-Length': 1_000,
  }
  connection.write(requestBytes('POST', NOTES, headers, '{'))
  return connection
}
/** Starts all of them; resolves with the statuses once `count` were refused. */
const refusedOf = async (askings: readonly Asking[], count: number) => {
  const statuses: number[] = []
  const enough = Promise.withResolvers<void>()
  for (const asking of askings)
    void hold(asking)
      .then((connection) => connection.response())
      .then(({ status }) => statuses.push(status) === count && enough.resolve())
  await enough.promise
  return statuses
}

const OWNER = { token: 'ada-token', from: '198.51.100.1' }
const OTHER = { token: 'bob-token', from: '198.51.100.2' }

describe('decision 0063: concurrent requests of guests', () => {
  test('with 24 links of one owner at two addresses use no more slots than two addresses have', async () => {
    await start({ LIMIT_IN_FLIGHT: '4', LIMIT_IN_FLIGHT_TOTAL: '40' })
    const askings = times(24, (n) =>
      [1, 2].map((from) => ({ token: open(`l${n}`), from: address(from) })),
    ).flat()
    const statuses = await refusedOf([...askings, ...askings], 96 - 8)
    expect(statuses).toEqual(statuses.map(() => 429))
    for (const free of [OTHER, OWNER, { token: open(), from: address(3) }]) expect(await ask(free)).toBe(200)
  })

  test("of one owner use at most a quarter of all slots from any number of addresses, and none of the owner's", async () => {
    await start({ LIMIT_IN_FLIGHT: '4', LIMIT_IN_FLIGHT_TOTAL: '40' })
    const guests = times(50, (n) => ({ token: open(`l${n}`), from: address(n) }))
    const statuses = await refusedOf(guests, 40)
    expect(statuses).toEqual(statuses.map(() => 429))
    expect(await ask({ token: open('l60', 'eve'), from: address(60) })).toBe(200)
    for (const free of [OTHER, OWNER]) expect(await ask(free)).toBe(200)
    // All of the owner's slots are still free.
    const own = times(6, () => OWNER)
    expect(await refusedOf(own, 2)).toEqual([429, 429])
  })

  test('of 200 guests of one owner at 200 addresses are all accepted', async () => {
    await start()
    const guests = times(200, (n) => ({ token: open(), from: address(n) }))
    await Promise.all(guests.map(hold))
    // Some use another link of the owner, which the first one leaves room for.
    const others = times(40, (n) => ({ token: open('l2'), from: address(n) }))
    const asked = others.map((guest) => ask(guest))
    expect(await Promise.all(asked)).toEqual(asked.map(() => 200))
  })
})

/** Guests of one link, each at a different address. */
const crowd = (count: number, link: string) => times(count, (n) => ({ token: open(link), from: address(n) }))

describe('decision 0063: the guests of one link', () => {
  test('leave slots for guests of the other links', async () => {
    await start({ LIMIT_IN_FLIGHT_TOTAL: '48' })
    // Twelve slots for the owner's guests, ten of them for one link.
    for (const status of await refusedOf(crowd(30, 'l1'), 20)) expect(status).toBe(429)
    for (const from of [40, 41]) expect(await ask({ token: open('l2'), from: address(from) })).toBe(200)
  })

  test.each([
    ['requests', { LIMIT_GUESTS: '12' }, 'GET'],
    ['notes', { LIMIT_NOTES: '1' }, 'POST'],
  ])(
    'leave %s per minute for guests of the other links, however many are refused',
    async (_what, limits, method) => {
      await start(limits)
      const send = async ({ token, from }: Asking) => {
        const headers = { authorization: `Bearer ${token}`, 'x-forwarded-for': from }
        return (await fetch(gateway.origin + NOTES, { method, headers })).status
      }
      const statuses = []
      for (const asking of crowd(30, 'l1')) statuses.push(await send(asking))
      expect(statuses.at(-1)).toBe(429)
      expect(await send({ token: open('l2'), from: address(40) })).toBe(200)
    },
  )
})

describe('decision 0063: event streams of guests', () => {
  const EVENTS = '/api/scripts/s1/events'
  /** Opens an event stream; returns its status once the service or the gateway has responded. */
  const follow = async (service: Awaited<ReturnType<typeof eventServer>>, { token, from }: Asking) => {
    const connection = await openConnection(gateway.origin)
    const headers = { Host: gateway.host, Authorization: `Bearer ${token}`, 'X-Forwarded-For': from }
    const began = service.opened().then(() => 200)
    connection.write(requestBytes('GET', EVENTS, headers))
    const refused = connection.response().then((response) => {
      expect(Number(response.headers['retry-after'])).toBeGreaterThanOrEqual(5)
      return response.status
    })
    return Promise.race([began, refused])
  }

  test('are limited to a quarter of all streams per owner, and to the configured number per address, whatever the link', async () => {
    const service = await eventServer()
    const limits = { LIMIT_GUEST_STREAMS_IN_FLIGHT: '2', LIMIT_STREAMS_IN_FLIGHT_TOTAL: '16' }
    await start({ SCRIPTS_URL: service.url, ...limits })
    const one = (link: number, from: number) =>
      follow(service, { token: open(`l${link}`), from: address(from) })
    expect([await one(1, 1), await one(2, 1), await one(3, 1)]).toEqual([200, 200, 429])
    expect([await one(1, 2), await one(1, 3), await one(1, 4)]).toEqual([200, 200, 429])
    for (const free of [OTHER, OWNER]) expect(await follow(service, free)).toBe(200)
  })
})

describe('decision 0063: requests of guests per minute', () => {
  const GUEST_ROUTES = API_ROUTES.filter(({ access, service }) => access === 'guest' && service !== 'gateway')

  test.each(GUEST_ROUTES.map((route) => [`${route.method} ${route.path}`, route] as const))(
    '%s counts by address and owner: opening the link again does not reset the limit',
    async (_name, route) => {
      await start({ LIMIT_PERSON: '1', LIMIT_GUESTS: '2' })
      const send = async ({ token, from }: Asking) => {
        const path = route.path.replaceAll(/:\w+|\*/g, 's1')
        const headers = { authorization: `Bearer ${token}`, 'x-forwarded-for': from }
        const response = await fetch(gateway.origin + path, { method: route.method, headers })
        expect(response.headers.has(REFUSED_HEADER)).toBe(response.status === 429)
        return response.status
      }
      expect(await send({ token: open('l1'), from: address(1) })).not.toBe(429)
      // Another guest of the same link, of another link, of another owner; then the first guest at other addresses.
      for (const token of [open('l1'), open('l2'), open('l3', 'eve')])
        expect(await send({ token, from: address(1) })).toBe(429)
      expect(await send({ token: open('l1'), from: address(2) })).not.toBe(429)
      expect(await send({ token: open('l4'), from: address(3) })).toBe(429)
      expect(await send({ token: open('l3', 'eve'), from: address(4) })).not.toBe(429)
      expect(await send(OWNER)).not.toBe(429)
    },
  )
})
