import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { describe, expect, onTestFinished, test } from 'vitest'
import { OperatorError } from '@andscene/service-kit/operator-error'
import { readEdgeConfig } from './config.ts'
import { edgeFixture } from './testing/edge-fixture.ts'
import { signInLimits } from './sign-in-limits.ts'

/** Limits as the variables given set them. */
const limitsOf = (given: Record<string, string>) =>
  readEdgeConfig({
    PORT: '1',
    WEB_DIR: '/nowhere',
    GATEWAY_URL: 'http://nowhere',
    FIREBASE_PROJECT_ID: 'demo',
    ...given,
  }).identityLimits

const SIGN_IN = 'accounts:signInWithPassword'
const AWAY = { retryAfter: expect.any(Number) as number }

/** As many attempts as told; how many were let through. */
async function attempts(times: number, attempt: (n: number) => Promise<object>): Promise<number> {
  let through = 0
  for (let n = 0; n < times; n++) if (!('retryAfter' in (await attempt(n)))) through++
  return through
}

/** Addresses of one household. */
const from = (n: number) => `2001:db8:0:1::${n.toString(16)}`

/** A listening edge whose identity responds with `status` to everything. */
async function edgeBefore(status: number) {
  let asked = 0
  const identity = createServer((request, response) => {
    asked++
    request.resume()
    response.writeHead(status, { 'content-type': 'application/json' })
    response.end('{}')
  })
  await new Promise<void>((resolve) => identity.listen(0, '127.0.0.1', resolve))
  const identityUrl = `http://127.0.0.1:${(identity.address() as AddressInfo).port}`
  const edge = await edgeFixture({ identityUrl, identityLimits: limitsOf({}) })
  onTestFinished(async () => {
    await edge.close()
    identity.closeAllConnections()
    identity.close()
  })
  const post = (call: string, body: object) =>
    fetch(`${edge.origin}/identitytoolkit.googleapis.com/v1/${call}?key=k`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify(body),
    })
  return { post, asked: () => asked }
}

describe('product §10: sign-in attempts', () => {
  test('are limited per account, from wherever they come and however it is written', async () => {
    const limited = signInLimits(limitsOf({}))
    const names = ['demo@andscene.example', 'DEMO@andscene.example']
    expect(await attempts(30, (n) => limited(SIGN_IN, `192.0.2.${n}`, names[n % 2]))).toBe(10)
    expect(await limited(SIGN_IN, '192.0.2.99', 'other@andscene.example')).not.toEqual(AWAY)
  })

  test('that fail are limited per address, whatever the account; IPv6 by its /64', async () => {
    const limited = signInLimits(limitsOf({}))
    const fail = async (n: number) => {
      const attempt = await limited(SIGN_IN, from(n), `p${n}@example.com`)
      if ('recordOutcome' in attempt) await attempt.recordOutcome(false)
      return attempt
    }
    expect(await attempts(40, fail)).toBe(10)
    expect(await limited(SIGN_IN, '2001:db8:0:2::1', 'p@example.com')).not.toEqual(AWAY)
  })

  test('that succeed shut no address out', async () => {
    const limited = signInLimits(limitsOf({}))
    const succeed = async (n: number) => {
      const attempt = await limited(SIGN_IN, '192.0.2.1', `p${n}@example.com`)
      if ('recordOutcome' in attempt) await attempt.recordOutcome(true)
      return attempt
    }
    expect(await attempts(40, succeed)).toBe(40)
  })

  test('count before they are made: a hundred concurrent ones are a hundred', async () => {
    const limited = signInLimits(limitsOf({}))
    const all = await Promise.all(
      Array.from({ length: 100 }, (_, n) => limited(SIGN_IN, '192.0.2.1', `p${n}@example.com`)),
    )
    expect(all.filter((attempt) => 'recordOutcome' in attempt)).toHaveLength(10)
  })

  test('of an address that is shut out do not shut others out of their accounts', async () => {
    const limited = signInLimits(limitsOf({}))
    await attempts(10, (n) => limited(SIGN_IN, '192.0.2.1', `p${n}@example.com`))
    await attempts(50, () => limited(SIGN_IN, '192.0.2.1', 'victim@example.com'))
    expect(await limited(SIGN_IN, '192.0.2.2', 'victim@example.com')).not.toEqual(AWAY)
  })

  test('are set by LIMIT_SIGN_IN and LIMIT_ACCOUNTS, and cannot be switched off by mistake', () => {
    expect(limitsOf({})).toEqual({ signIn: 10, accounts: 20 })
    expect(limitsOf({ LIMIT_SIGN_IN: '3', LIMIT_ACCOUNTS: '4' })).toEqual({
      signIn: 3,
      accounts: 4,
    })
    expect(() => limitsOf({ LIMIT_SIGN_IN: 'none' })).toThrow(OperatorError)
    expect(() => limitsOf({ LIMIT_SIGN_IN: '-1' })).toThrow(OperatorError)
  })
})

describe('product §10: on the public port', () => {
  test('guessing at a password ends in a refusal that the SDK knows', async () => {
    const { post, asked } = await edgeBefore(400)
    for (let n = 0; n < 10; n++) await post(SIGN_IN, { email: 'a@example.com', password: `Guess-${n}` })
    const refused = await post(SIGN_IN, { email: 'a@example.com', password: 'Scene-Two-2' })
    expect(refused.status).toBe(400)
    expect(await refused.json()).toEqual({ error: { code: 400, message: 'TOO_MANY_ATTEMPTS_TRY_LATER' } })
    expect(Number(refused.headers.get('retry-after'))).toBeGreaterThan(0)
    expect(asked()).toBe(10)
  })

  test('1,000 sign-ups of one address end in refusals after 20', async () => {
    const { post, asked } = await edgeBefore(200)
    const codes: Record<number, number> = {}
    for (let sent = 0; sent < 1_000; sent += 100)
      await Promise.all(
        Array.from({ length: 100 }, async (_, n) => {
          const response = await post('accounts:signUp', {
            email: `p${sent + n}@example.com`,
            password: 'Scene-Two-2',
          })
          await response.arrayBuffer()
          codes[response.status] = (codes[response.status] ?? 0) + 1
        }),
      )
    expect(asked()).toBe(20)
    expect(codes).toEqual({ 200: 20, 400: 980 })
  })

  test.each(['accounts:sendOobCode', 'accounts:resetPassword', 'accounts:signInWithIdp'])(
    '%s is counted with them',
    async (call) => {
      const { post, asked } = await edgeBefore(200)
      for (let n = 0; n < 25; n++) await (await post(call, { oobCode: `c${n}` })).arrayBuffer()
      expect(asked()).toBe(20)
    },
  )
})
