import { connectProducer } from '@andscene/service-kit/redis'
import { startRedis } from '@andscene/testing/redis-server'
import { createHash } from 'node:crypto'
import { once } from 'node:events'
import { afterEach, beforeEach, describe, expect, onTestFinished, test, vi } from 'vitest'
import { HttpError, notFound } from '@andscene/service-kit/http-error'
import { createFailureLimit } from './failures.ts'
import { AWAY_LINK, GOOD_LINK, guestFixture } from './testing/guest-service.ts'

let fixture: Awaited<ReturnType<typeof guestFixture>>
beforeEach(async () => {
  // Within one minute of the clock, by which failures are counted.
  vi.useFakeTimers({ toFake: ['Date'], now: new Date('2026-11-22T12:00:30Z') })
  fixture = await guestFixture()
})
afterEach(async () => {
  await fixture.close()
  vi.useRealTimers()
})

const GOOD = { token: GOOD_LINK }
const UNKNOWN = { token: 'u'.repeat(43) }
const many = <T>(count: number, make: (n: number) => Promise<T>) =>
  Promise.all(Array.from({ length: count }, (_, n) => make(n)))
const count = (statuses: number[], status: number) => statuses.filter((one) => one === status).length

describe('decision 0047: the link of a guest', () => {
  test('is exchanged for a token that is good for its script', async () => {
    const response = await fixture.open({ ...GOOD, passphrase: 'open sesame' })
    expect(response.status).toBe(200)
    expect(response.headers.get('cache-control')).toBe('no-store')
    expect(response.headers.get('set-cookie')).toBeNull()
    const { guestId: _guest, linkId: _link, ownerId: _owner, ...shown } = fixture.link
    const { data } = (await response.json()) as { data: { guestToken: string } }
    expect(data).toEqual({ ...shown, guestToken: expect.any(String) as string })
    const told = await (await fixture.ask('/api/scripts/s1/notes', data.guestToken)).json()
    expect(told).toEqual({ uid: 'guest-1', guest: { linkId: 'link-1', scriptId: 's1', ownerId: 'ada' } })
  })

  test('goes no further than the gateway: the service gets its SHA-256', async () => {
    await fixture.open({ ...GOOD, passphrase: 'open sesame' })
    const tokenHash = createHash('sha256').update(GOOD_LINK).digest('hex')
    expect(fixture.asked).toEqual([{ tokenHash, passphrase: 'open sesame' }])
    expect(fixture.gateway.log()).not.toContain(GOOD_LINK)
  })

  test('that is unknown, of another form, or has another passphrase is refused in the same words', async () => {
    const failures = [
      UNKNOWN,
      { ...GOOD, passphrase: 'wrong' },
      { token: '' },
      { token: 'short' },
      { token: `${'g'.repeat(42)}/` },
      { token: 'g'.repeat(44) },
    ]
    const told = await many(failures.length, async (n) => {
      const response = await fixture.open(failures[n]!)
      const { requestId: _id, ...body } = (await response.json()) as { requestId: string }
      const headers = Object.fromEntries(response.headers)
      return { status: response.status, body, headers: { ...headers, date: '', 'x-request-id': '' } }
    })
    expect(told[0]).toMatchObject({
      status: 404,
      body: {
        code: 'NOT_FOUND',
        error: 'This link does not work. It may have expired or been withdrawn, or it needs a passphrase.',
      },
    })
    for (const one of told) expect(one).toEqual(told[0])
  })

  test.each([[{}], [{ token: 7 }], [{ token: 'x'.repeat(201) }], [{ ...GOOD, passphrase: 'x'.repeat(101) }]])(
    'that is none at all is refused with a sentence: %j',
    async (body) => {
      const response = await fixture.open(body)
      expect([response.status, fixture.asked]).toEqual([400, []])
      expect(await response.json()).toMatchObject({ code: 'VALIDATION' })
    },
  )
})

describe('product §10: failed attempts of an address to open a link', () => {
  test('are ten a minute; then its good links wait too, and other addresses do not', async () => {
    for (let n = 0; n < 10; n += 1) expect((await fixture.open(UNKNOWN)).status).toBe(404)
    for (const body of [UNKNOWN, GOOD]) {
      const response = await fixture.open(body)
      expect(response.status).toBe(429)
      expect(await response.json()).toMatchObject({ code: 'TOO_MANY_REQUESTS' })
      const seconds = Number(response.headers.get('retry-after'))
      expect([seconds >= 1, seconds <= 60]).toEqual([true, true])
    }
    expect(fixture.asked).toHaveLength(10)
    expect((await fixture.open(GOOD, '203.0.113.9')).status).toBe(200)
  })

  test('count when they have another form, too', async () => {
    const statuses = []
    for (let n = 0; n < 11; n += 1) statuses.push((await fixture.open({ token: 'short' })).status)
    expect([count(statuses, 404), statuses.at(-1)]).toEqual([10, 429])
  })

  test('twenty at once are no more than ten', async () => {
    const statuses = await many(20, async () => (await fixture.open(UNKNOWN)).status)
    expect([count(statuses, 404), count(statuses, 429), fixture.asked.length]).toEqual([10, 10, 10])
  })

  test('are not those that succeed: twenty at once are let in, and after them ten may fail', async () => {
    const statuses = await many(20, async () => (await fixture.open(GOOD)).status)
    expect(count(statuses, 200)).toBe(20)
    const failed = await many(11, async () => (await fixture.open(UNKNOWN)).status)
    expect([count(failed, 404), count(failed, 429)]).toEqual([10, 1])
  })

  test('are not those that nobody could judge', async () => {
    for (let n = 0; n < 11; n += 1) expect((await fixture.open({ token: AWAY_LINK })).status).toBe(503)
    expect((await fixture.open(GOOD)).status).toBe(200)
  })

  test('an Authorization header changes nothing of it', async () => {
    const headers = { authorization: 'Bearer ada-token' }
    const statuses = await many(12, async () => (await fixture.open(UNKNOWN, undefined, headers)).status)
    expect(count(statuses, 404)).toBe(10)
  })

  test('each attempt counts as any request of a visitor, and none as a sign-up', async () => {
    await fixture.close()
    fixture = await guestFixture({ LIMIT_VISITOR: '3', LIMIT_SIGN_UPS: '1' })
    const statuses = []
    for (let n = 0; n < 4; n += 1) statuses.push((await fixture.open(GOOD)).status)
    expect(statuses).toEqual([200, 200, 200, 429])
  })
})

const isFailure = (error: unknown) => error instanceof HttpError && error.code === 'NOT_FOUND'

describe('product §10: a limit of failures', () => {
  const fails = { work: () => Promise.reject(notFound('It')), isFailure }
  const works = { work: () => Promise.resolve('done'), isFailure }

  test('begins anew with the next minute, whatever is given back late', async () => {
    let now = 30_000
    const limit = createFailureLimit('test', 1, undefined, () => now)
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

  test('is shared through Redis: twenty at once at two gateways are no more than ten', async () => {
    const server = await startRedis()
    onTestFinished(() => server.stop())
    const clients = [connectProducer(server.url), connectProducer(server.url)]
    onTestFinished(() => clients.forEach((redis) => redis.disconnect()))
    await Promise.all(clients.map((redis) => once(redis, 'ready')))
    const [here, there] = clients.map((redis) =>
      createFailureLimit('test', 10, { redis, prefix: 'p' }, () => 30_000),
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
