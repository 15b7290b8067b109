import { openLink } from '@andscene/contracts/routes/sharing'
import type { OpenedLink } from '@andscene/contracts/sharing/sharing'
import { connectProducer } from '@andscene/service-kit/redis/redis'
import { redisDatabase } from '@andscene/testing/shared-redis'
import { attempts, MARKS, routesWithFields, withUndeclared } from '@andscene/testing/undeclared-fields'
import { createHash } from 'node:crypto'
import { once } from 'node:events'
import { afterEach, beforeEach, describe, expect, onTestFinished, test, vi } from 'vitest'
import { HttpError, notFound } from '@andscene/service-kit/http-error'
import { createFailureLimit } from './failures.ts'
import { UNAVAILABLE_LINK, VALID_LINK, guestFixture, OTHER_LINK } from './testing/guest-service.ts'

let fixture: Awaited<ReturnType<typeof guestFixture>>
beforeEach(async () => {
  // Within one minute of the clock, because failures are counted per clock minute.
  vi.useFakeTimers({ toFake: ['Date'], now: new Date('2026-11-22T12:00:30Z') })
  fixture = await guestFixture()
})
afterEach(() => void vi.useRealTimers())

const GOOD = { token: VALID_LINK }
const RIGHT = { ...GOOD, passphrase: 'right' }
const UNKNOWN = { token: 'u'.repeat(43) }
const sha256 = (text: string) => createHash('sha256').update(text).digest('hex')
const many = <T>(count: number, make: (n: number) => Promise<T>) =>
  Promise.all(Array.from({ length: count }, (_, n) => make(n)))
const count = (statuses: number[], status: number) => statuses.filter((one) => one === status).length

describe('decision 0047: the link of a guest', () => {
  test('is exchanged for a token for its script; the service receives only its SHA-256', async () => {
    const response = await fixture.open({ ...GOOD, passphrase: 'open sesame' })
    expect(response.status).toBe(200)
    expect(response.headers.get('cache-control')).toBe('no-store')
    expect(response.headers.get('set-cookie')).toBeNull()
    const { guestId: _guest, linkId: _link, ownerId: _owner, ...shown } = fixture.link
    const { data } = (await response.json()) as { data: { guestToken: string } }
    const guestKey = expect.stringMatching(/^[\w-]{43}$/) as string
    expect(data).toEqual({ ...shown, guestToken: expect.any(String) as string, guestKey })
    const told = await (await fixture.ask('/api/scripts/s1/notes', data.guestToken)).json()
    expect(told).toEqual({ uid: 'guest-1', guest: { linkId: 'link-1', scriptId: 's1', ownerId: 'ada' } })
    const newKeyHash = expect.stringMatching(/^[0-9a-f]{64}$/) as string
    expect(fixture.asked).toEqual([{ tokenHash: sha256(VALID_LINK), newKeyHash, passphrase: 'open sesame' }])
    expect(fixture.gateway.log()).not.toContain(VALID_LINK)
  })

  test('with a guest key opens as the same guest; the key stays the same and is not forwarded', async () => {
    const opened = async (body: object) => {
      const { data } = (await (await fixture.open(body)).json()) as { data: OpenedLink }
      return data
    }
    const first = await opened(GOOD)
    const again = await opened({ ...GOOD, guestKey: first.guestKey })
    expect(again).toMatchObject({ guestName: 'Grace' })
    expect(again).not.toHaveProperty('guestKey')
    const uidOf = async ({ guestToken }: OpenedLink) =>
      ((await (await fixture.ask('/api/scripts/s1/notes', guestToken)).json()) as { uid: string }).uid
    expect(await uidOf(again)).toBe(await uidOf(first))
    expect(fixture.asked[1]).toMatchObject({ guestKeyHash: sha256(first.guestKey!) })
    expect(fixture.gateway.log()).not.toContain(first.guestKey)
    const other = await opened({ ...GOOD, guestKey: 'x'.repeat(43) })
    expect(await uidOf(other)).not.toBe(await uidOf(first))
    expect((await fixture.open({ ...GOOD, guestKey: 'x'.repeat(201) })).status).toBe(400)
  })

  test('that is unknown or malformed, or has a wrong passphrase, is refused with the same response', async () => {
    const malformed = ['', 'short', `${'g'.repeat(42)}/`, 'g'.repeat(44)].map((token) => ({ token }))
    const failures = [UNKNOWN, { ...GOOD, passphrase: 'wrong' }, ...malformed]
    const told = await many(failures.length, async (n) => {
      const response = await fixture.open(failures[n]!)
      const { requestId: _id, ...body } = (await response.json()) as { requestId: string }
      const headers = Object.fromEntries(response.headers)
      return { status: response.status, body, headers: { ...headers, date: '', 'x-request-id': '' } }
    })
    expect(told[0]).toMatchObject({ status: 404, body: { code: 'NOT_FOUND' } })
    for (const one of told) expect(one).toEqual(told[0])
  })
})

test('product §10: undeclared fields are neither forwarded nor returned, and do not change the status', async () => {
  // The only route with a body that the gateway handles itself.
  expect(routesWithFields('gateway')).toEqual([openLink])
  const key = 'x'.repeat(43)
  for (const attempt of attempts([key], ['guestId', 'ownerId'])) {
    const { body } = withUndeclared(openLink, { path: openLink.path, body: RIGHT }, attempt)
    const response = await fixture.open(JSON.parse(body!) as object)
    expect(response.status).toBe(200)
    const seen = [await response.text(), JSON.stringify(fixture.asked)].join('\n')
    for (const mark of [...MARKS, key]) expect(seen).not.toContain(mark)
  }
})

const WRONG = { ...GOOD, passphrase: 'wrong' }
const from = (n: number) => `203.0.113.${n}`
const statusOf = async (body: object, address?: string) => (await fixture.open(body, address)).status
const statusesOf = async (times: number, body: object) => {
  const statuses = []
  for (let n = 0; n < times; n += 1) statuses.push(await statusOf(body))
  return statuses
}
describe('product §10: wrong passphrases per address and link', () => {
  test('are limited to ten a minute; then the right one waits too, only at this address and for this link', async () => {
    expect(new Set(await statusesOf(10, WRONG))).toEqual(new Set([404]))
    for (const body of [WRONG, RIGHT]) {
      const response = await fixture.open(body)
      expect(response.status).toBe(429)
      expect(await response.json()).toMatchObject({ code: 'TOO_MANY_REQUESTS' })
      const seconds = Number(response.headers.get('retry-after'))
      expect([seconds >= 1, seconds <= 60]).toEqual([true, true])
    }
    expect(fixture.asked).toHaveLength(10)
    expect(await statusOf({ token: OTHER_LINK, passphrase: 'right' })).toBe(200)
    expect(await statusOf(RIGHT, '203.0.113.9')).toBe(200)
  })

  test('on invalid links, or missing ones, lock no client out', async () => {
    const unknown = Array.from({ length: 30 }, (_, n) => String(n).padStart(43, 'z'))
    for (const token of ['short', ...unknown]) {
      expect(await statusOf({ token })).toBe(404)
      expect(await statusOf({ token, passphrase: 'x' })).toBe(404)
    }
    expect(await statusOf(GOOD)).toBe(200)
    expect(await statusOf(RIGHT)).toBe(200)
  })

  test('do not include a missing passphrase', async () => {
    fixture.secret.is = true
    expect(new Set(await statusesOf(30, GOOD))).toEqual(new Set([404]))
    expect(await statusOf(RIGHT)).toBe(200)
  })

  test('do not include successes: after twenty parallel successes ten may fail', async () => {
    const statuses = await many(20, () => statusOf(RIGHT))
    expect(count(statuses, 200)).toBe(20)
    const failed = await many(11, () => statusOf(WRONG))
    expect([count(failed, 404), count(failed, 429)]).toEqual([10, 1])
  })

  test('do not include attempts that the service could not check', async () => {
    for (let n = 0; n < 11; n += 1) {
      const response = await fixture.open({ token: UNAVAILABLE_LINK, passphrase: 'right' })
      expect([response.status, response.headers.has('retry-after')]).toEqual([503, true])
    }
    expect(await statusOf(RIGHT)).toBe(200)
  })

  test("count each attempt as a visitor's request, not as a sign-up", async () => {
    fixture = await guestFixture({ LIMIT_VISITOR: '3', LIMIT_SIGN_UPS: '1' })
    expect(await statusesOf(4, GOOD)).toEqual([200, 200, 200, 429])
  })
})

describe('decision 0064: a link', () => {
  test('accepts thirty wrong passphrases an hour from all addresses, and then none', async () => {
    const statuses = await many(60, (n) => statusOf(WRONG, from(n)))
    expect([count(statuses, 404), count(statuses, 429), fixture.asked.length]).toEqual([30, 30, 30])
    const response = await fixture.open(RIGHT, from(99))
    expect(response.status).toBe(429)
    expect(await statusOf({ token: OTHER_LINK, passphrase: 'right' }, from(1))).toBe(200)
    vi.setSystemTime(new Date('2026-11-22T13:00:00Z'))
    expect(await statusOf(RIGHT, from(99))).toBe(200)
  })

  test('can be opened sixty times a minute per address, independently of other links and addresses', async () => {
    const statuses = await many(70, () => statusOf(GOOD))
    expect([count(statuses, 200), count(statuses, 429)]).toEqual([60, 10])
    expect(await statusOf({ token: OTHER_LINK })).toBe(200)
    expect(await statusOf(GOOD, '203.0.113.9')).toBe(200)
  })
})

const openedAs = async (body: object, address?: string) =>
  ((await (await fixture.open(body, address)).json()) as { data: OpenedLink }).data

describe('decision 0064: new guests per address', () => {
  beforeEach(async () => {
    fixture = await guestFixture({ LIMIT_LINK_GUESTS: '3' })
  })

  test("are limited per day and link, so that one client cannot evict the link's guests", async () => {
    expect(await statusesOf(5, GOOD)).toEqual([200, 200, 200, 429, 429])
    const response = await fixture.open({ ...GOOD, guestKey: 'x'.repeat(43) })
    expect(response.status).toBe(429)
    const error = 'Too many people have opened this link from your network today. Try again tomorrow.'
    expect(await response.json()).toMatchObject({ error })
    expect(Number(response.headers.get('retry-after'))).toBeGreaterThan(60)
    expect(await statusOf({ token: OTHER_LINK })).toBe(200)
    expect(await statusOf(GOOD, from(1))).toBe(200)
    vi.setSystemTime(new Date('2026-11-23T12:00:31Z'))
    expect(await statusOf(GOOD)).toBe(200)
  })

  test('do not include failed attempts', async () => {
    expect(await statusesOf(5, WRONG)).toEqual([404, 404, 404, 404, 404])
    expect(await statusOf(RIGHT)).toBe(200)
  })

  test('do not include returning guests, who do not count as openings either', async () => {
    const { guestKey } = await openedAs(GOOD)
    const statuses = await many(70, () => statusOf({ ...GOOD, guestKey }))
    expect(count(statuses, 200)).toBe(70)
    await statusesOf(3, GOOD)
    expect(await statusOf(GOOD)).toBe(429)
    expect(await statusOf({ ...GOOD, guestKey })).toBe(200)
  })
})

const isFailure = (error: unknown) => error instanceof HttpError && error.code === 'NOT_FOUND'

describe('product §10: the failure limit', () => {
  const fails = { work: () => Promise.reject(notFound('It')), isFailure }
  const works = { work: () => Promise.resolve('done'), isFailure }

  test('restarts with the next minute, even if an attempt ends later', async () => {
    let now = 30_000
    const limit = createFailureLimit('test', 1, undefined, { now: () => now })
    const { promise: until, resolve } = Promise.withResolvers<string>()
    const late = limit('ada', { work: () => until, isFailure })
    now += 60_000
    await expect(limit('ada', fails)).rejects.toMatchObject({ code: 'NOT_FOUND' })
    resolve('done')
    expect(await late).toBe('done')
    await expect(limit('ada', works)).rejects.toMatchObject({ code: 'TOO_MANY_REQUESTS', retryAfter: 30 })
    now += 30_000
    expect(await limit('ada', works)).toBe('done')
  })

  test('is shared through Redis: of twenty parallel attempts at two gateways ten run', async () => {
    const server = await redisDatabase()
    onTestFinished(() => server.stop())
    const clients = [connectProducer(server.url), connectProducer(server.url)]
    onTestFinished(() => clients.forEach((redis) => redis.disconnect()))
    await Promise.all(clients.map((redis) => once(redis, 'ready')))
    const [here, there] = clients.map((redis) =>
      createFailureLimit('test', 10, { redis, prefix: 'p' }, { now: () => 30_000 }),
    )
    const tried = vi.fn<() => Promise<string>>(fails.work)
    await Promise.allSettled(
      Array.from({ length: 20 }, (_, n) => (n % 2 ? here! : there!)('ada', { work: tried, isFailure })),
    )
    expect(tried.mock.calls.length).toBeLessThanOrEqual(10)
    await Promise.allSettled(Array.from({ length: 20 }, () => here!('ada', { work: tried, isFailure })))
    expect(tried).toHaveBeenCalledTimes(10)
    await expect(there!('ada', works)).rejects.toMatchObject({ code: 'TOO_MANY_REQUESTS' })
    expect(await here!('bob', works)).toBe('done')
  })
})
