import type { Person } from '@andscene/contracts/internal'
import { payerOf } from '@andscene/contracts/sharing/payer'
import { createInternalKeys, unsigned } from '@andscene/testing/internal-keys'
import { createSigner } from 'fast-jwt'
import { beforeEach, describe, expect, test } from 'vitest'
import { createGuestTokens } from './guest-tokens.ts'
import { guestFixture } from './testing/guest-service.ts'
import { part } from '@andscene/testing/google-identity'

let fixture: Awaited<ReturnType<typeof guestFixture>>
beforeEach(async () => {
  fixture = await guestFixture({ LIMIT_PERSON: '3', LIMIT_VISITOR: '100000' })
})

const GUEST = { uid: 'guest-1', guest: { linkId: 'link-1', scriptId: 's1', ownerId: 'ada' } }
const NOTES = '/api/scripts/s1/notes'
const HOUR_MS = 3_600_000
const MINUTE_MS = 60_000
const seconds = () => Math.floor(Date.now() / 1_000)

const tokenOf = () => createGuestTokens(fixture.keys.privateKeys.gateway).sign(fixture.link)
const payload = (token: string) => token.split('.')[1]!
const claimsOf = (token: string) =>
  JSON.parse(Buffer.from(payload(token), 'base64url').toString()) as { owner: string; exp: number }
const refusal = async (response: Response) => [
  response.status,
  ((await response.json()) as { code: string }).code,
]

const signedBy =
  (key: string) =>
  (claims: object, header: object = {}) =>
    createSigner({
      key: Buffer.from(key, 'base64').toString(),
      algorithm: 'EdDSA',
      noTimestamp: true,
      header: { alg: 'EdDSA', typ: 'guest+jwt', ...header },
    })({
      aud: 'andscene/guests',
      iss: 'andscene/links',
      sub: 'guest-1',
      linkId: 'link-1',
      scriptId: 's1',
      exp: seconds() + 60,
      ...claims,
    })

const ours = (claims: object, header?: object) => signedBy(fixture.keys.privateKeys.gateway)(claims, header)

describe('decision 0047: the token of a guest', () => {
  test('opens no route that requires an account, and reaches no service there', async () => {
    expect(await refusal(await fixture.ask('/api/scripts', tokenOf()))).toEqual([403, 'FORBIDDEN'])
    expect(await refusal(await fixture.ask('/api/voices/default', tokenOf()))).toEqual([403, 'FORBIDDEN'])
    expect(fixture.gateway.behind.seen).toEqual([])
  })

  test('expires with its link, and within a quarter of an hour', () => {
    const { sign } = createGuestTokens(fixture.keys.privateKeys.gateway)
    const endOf = (minutes: number) => {
      const expiresAt = new Date(Date.now() + minutes * MINUTE_MS).toISOString()
      return (claimsOf(sign({ ...fixture.link, expiresAt })).exp - seconds()) / 60
    }
    expect(endOf(3)).toBeCloseTo(3, 1)
    expect(endOf(365 * 24 * 60)).toBeCloseTo(15, 1)
  })

  test('does not reveal the owner of the link to a guest, nor that two links have the same owner', () => {
    const [one, other] = [claimsOf(tokenOf()), claimsOf(tokenOf())]
    expect(JSON.stringify(one)).not.toContain('ada')
    expect(one.owner).not.toBe(other.owner)
  })

  test('is refused with an owner that was sealed with another key', async () => {
    for (const owner of ['ada', '', 'a'.repeat(60)])
      expect((await fixture.ask(NOTES, ours({ owner }))).status).toBe(401)
  })

  test('without an owner, from an older release, is accepted and counts against its link', async () => {
    const response = await fixture.ask(NOTES, ours({}))
    expect(response.status).toBe(200)
    const person = (await response.json()) as Person
    expect(person).toEqual({ uid: 'guest-1', guest: { linkId: 'link-1', scriptId: 's1' } })
    expect(payerOf(person)).toBe('link link-1')
  })

  const FORGERIES: [string, () => string][] = [
    ['that has expired', () => ours({ exp: seconds() - 1 })],
    ['that never expires', () => ours({ exp: undefined })],
    ['for another audience', () => ours({ aud: 'scripts' })],
    ['of another issuer', () => ours({ iss: 'gateway' })],
    ['without a subject', () => ours({ sub: undefined })],
    ['without a link', () => ours({ linkId: undefined })],
    ['without a script', () => ours({ scriptId: undefined })],
    ['of another type', () => ours({}, { typ: 'JWT' })],
    ['without a type', () => ours({}, { typ: undefined })],
    ['signed with another key', () => signedBy(createInternalKeys(['gateway']).privateKeys.gateway)({})],
    ["of a service's key", () => signedBy(fixture.keys.privateKeys.scripts)({})],
    [
      'with another payload',
      () => {
        const claims = { sub: 'guest-2', linkId: 'link-2', scriptId: 's2', exp: seconds() + 60 }
        return tokenOf().replace(/\..+\./, `.${part(claims)}.`)
      },
    ],
    ['without a signature', () => tokenOf().replace(/[^.]+$/, '')],
    ['with "alg: none"', () => unsigned(tokenOf())],
    [
      'with "alg: none" and its type',
      () => `${part({ alg: 'none', typ: 'guest+jwt' })}.${payload(tokenOf())}.`,
    ],
    ['that is an internal token', () => fixture.keys.token('gateway', 'scripts', { sub: 'guest-1' })],
    ['that is an internal token for the gateway', () => fixture.keys.token('scripts', 'gateway')],
  ]
  test.each(FORGERIES)('%s is refused with 401', async (_name, token) => {
    const forged = token()
    for (const path of [NOTES, '/api/scripts'])
      expect(await refusal(await fixture.ask(path, forged))).toEqual([401, 'UNAUTHENTICATED'])
  })

  test('is not an internal token: a service refuses it with 401', async () => {
    for (const path of [NOTES, '/api/scripts', '/internal/links/open']) {
      const method = path.startsWith('/internal') ? 'POST' : 'GET'
      const headers = { authorization: `Bearer ${tokenOf()}` }
      const response = await fetch(fixture.scriptsUrl + path, { method, headers })
      expect(await refusal(response)).toEqual([401, 'UNAUTHENTICATED'])
    }
  })

  test('is verified once; the cached result expires for valid and for refused tokens', () => {
    let now = Date.now()
    const tokens = createGuestTokens(fixture.keys.privateKeys.gateway, () => now)
    const token = tokens.sign(fixture.link)
    expect(tokens.guestOf(token)).toBe(tokens.guestOf(token))
    now += HOUR_MS
    // The library uses the real clock, by which the token is still valid: it was verified again.
    expect(tokens.guestOf(token)).toEqual(GUEST)
    expect(tokens.guestOf('e30.e30.x')).toBeUndefined()
    const other = createGuestTokens(fixture.keys.privateKeys.scripts)
    for (let n = 0; n < 2; n += 1) expect(() => other.guestOf(token)).toThrow('open the link again')
  })
})

test('product §10: requests of guests for account routes are counted too', async () => {
  const statuses = []
  for (let n = 0; n < 4; n += 1) statuses.push((await fixture.ask('/api/scripts', tokenOf())).status)
  expect(statuses).toEqual([403, 403, 403, 429])
})
