import { beforeEach, describe, expect, test } from 'vitest'
import { gatewayFixture, type Gateway } from './testing/gateway-fixture.ts'

let gateway: Gateway
beforeEach(async () => {
  gateway = await gatewayFixture({ LIMIT_NOTES: '2' })
})

const guest = (guestId: string, linkId = 'link-1') => gateway.guestToken({ guestId, linkId })
const send = (token: string, { method = 'POST', path = '', from = '198.51.100.7' } = {}) =>
  fetch(`${gateway.origin}/api/scripts/s1/notes${path}`, {
    method,
    headers: {
      authorization: `Bearer ${token}`,
      'x-forwarded-for': from,
      'content-type': 'application/json',
    },
    ...(method !== 'GET' && method !== 'DELETE' && { body: '{}' }),
  })
const statuses = async (requests: (() => Promise<Response>)[]) => {
  const all = []
  for (const request of requests) all.push((await request()).status)
  return all
}

describe('product §12: rate of writing notes', () => {
  test('counts new notes, edits and resolving together, but not reading and deleting', async () => {
    const edit = () => send('ada-token', { method: 'PATCH', path: '/n' })
    expect(await statuses([() => send('ada-token'), edit])).toEqual([200, 200])
    const refused = await send('ada-token', { method: 'PUT', path: '/n/resolved' })
    expect(refused.status).toBe(429)
    expect(Number(refused.headers.get('retry-after'))).toBeGreaterThan(0)
    const error = 'Notes can be written or changed 2 times a minute. Wait a moment and try again.'
    expect(await refused.json()).toMatchObject({ code: 'TOO_MANY_REQUESTS', error })
    const read = () => send('ada-token', { method: 'GET' })
    const remove = () => send('ada-token', { method: 'DELETE', path: '/n' })
    expect(await statuses([read, remove])).toEqual([200, 200])
    expect((await send('bob-token')).status).toBe(200)
  })

  test("opening the link again or changing the address does not reset a guest's limit", async () => {
    const again = ['guest-1', 'guest-2', 'guest-3'].map((id) => () => send(guest(id)))
    expect(await statuses(again)).toEqual([200, 200, 429])
    const moving = ['203.0.113.1', '203.0.113.2', '203.0.113.3'].map(
      (from) => () => send(guest('guest-9'), { from }),
    )
    expect(await statuses(moving)).toEqual([200, 200, 429])
  })

  test('guests of one owner may write ten times the limit of one, at any address', async () => {
    const crowd = Array.from(
      { length: 24 },
      (_, n) => () => send(guest(`guest-${n}`, `link-${n}`), { from: `203.0.113.${n}` }),
    )
    expect(await statuses(crowd)).toEqual([...Array(20).fill(200), ...Array(4).fill(429)])
    expect((await send('ada-token')).status).toBe(200)
  })
})
