import { recordingServer } from '@andscene/testing/recording-server'
import { describe, expect, onTestFinished, test } from 'vitest'
import { configOf, edgeFixture } from './testing/edge-fixture.ts'
import { signInLimits } from './sign-in-limits.ts'

const limitsOf = (env: Record<string, string>) => configOf(env).identityLimits

const SIGN_IN = 'accounts:signInWithPassword'
const AWAY = { retryAfter: expect.any(Number) as number }

const account = (n: number) => ({ email: `p${n}@example.com`, password: 'Scene-Two-2' })

/** Number of permitted attempts out of `times`. */
async function attempts(times: number, attempt: (n: number) => Promise<object>): Promise<number> {
  let through = 0
  for (let n = 0; n < times; n++) if (!('retryAfter' in (await attempt(n)))) through++
  return through
}

/** Addresses in the /64 of one household. */
const from = (n: number) => `2001:db8:0:1::${n.toString(16)}`

/** An attempt at a different account each time, with its outcome. */
async function attemptWithOutcome(
  limited: ReturnType<typeof signInLimits>,
  ip: string,
  n: number,
  succeeds: boolean,
) {
  const attempt = await limited(SIGN_IN, ip, `p${n}@example.com`)
  if ('recordOutcome' in attempt) await attempt.recordOutcome(succeeds)
  return attempt
}

/** A listening edge whose identity service responds with `status` to everything. */
async function edgeWithIdentity(status: number) {
  const identity = await recordingServer({ status })
  onTestFinished(identity.close)
  const edge = await edgeFixture({ identityUrl: identity.url, identityLimits: limitsOf({}) })
  const post = (call: string, body: object) =>
    fetch(`${edge.origin}/identitytoolkit.googleapis.com/v1/${call}?key=k`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify(body),
    })
  return { post, asked: () => identity.seen.length }
}

describe('product §10: sign-in attempts', () => {
  test('are limited per account, from any address and in any capitalization', async () => {
    const limited = signInLimits(limitsOf({}))
    const names = ['demo@andscene.example', 'DEMO@andscene.example']
    expect(await attempts(30, (n) => limited(SIGN_IN, `192.0.2.${n}`, names[n % 2]))).toBe(10)
    expect(await limited(SIGN_IN, '192.0.2.99', 'other@andscene.example')).not.toEqual(AWAY)
  })

  test('that fail are limited per address, whatever the account; IPv6 by its /64', async () => {
    const limited = signInLimits(limitsOf({}))
    expect(await attempts(40, (n) => attemptWithOutcome(limited, from(n), n, false))).toBe(10)
    expect(await limited(SIGN_IN, '2001:db8:0:2::1', 'p@example.com')).not.toEqual(AWAY)
  })

  test('that succeed do not count against the address', async () => {
    const limited = signInLimits(limitsOf({}))
    expect(await attempts(40, (n) => attemptWithOutcome(limited, '192.0.2.1', n, true))).toBe(40)
  })

  test('count before they run, so parallel ones cannot exceed the limit', async () => {
    const limited = signInLimits(limitsOf({}))
    const all = await Promise.all(
      Array.from({ length: 100 }, (_, n) => limited(SIGN_IN, '192.0.2.1', `p${n}@example.com`)),
    )
    expect(all.filter((attempt) => 'recordOutcome' in attempt)).toHaveLength(10)
  })

  test('of a blocked address do not block an account for others', async () => {
    const limited = signInLimits(limitsOf({}))
    await attempts(10, (n) => limited(SIGN_IN, '192.0.2.1', `p${n}@example.com`))
    await attempts(50, () => limited(SIGN_IN, '192.0.2.1', 'victim@example.com'))
    expect(await limited(SIGN_IN, '192.0.2.2', 'victim@example.com')).not.toEqual(AWAY)
  })
})

describe('product §10: on the public port', () => {
  test('guessing a password is refused with an error that the SDK knows', async () => {
    const { post, asked } = await edgeWithIdentity(400)
    for (let n = 0; n < 10; n++) await post(SIGN_IN, { email: 'a@example.com', password: `Guess-${n}` })
    const refused = await post(SIGN_IN, { email: 'a@example.com', password: 'Scene-Two-2' })
    expect(refused.status).toBe(400)
    expect(await refused.json()).toEqual({ error: { code: 400, message: 'TOO_MANY_ATTEMPTS_TRY_LATER' } })
    expect(Number(refused.headers.get('retry-after'))).toBeGreaterThan(0)
    expect(asked()).toBe(10)
  })

  test.each(['accounts:signUp', 'accounts:sendOobCode', 'accounts:resetPassword', 'accounts:signInWithIdp'])(
    'refuses %s after 20 calls from one address',
    async (call) => {
      const { post, asked } = await edgeWithIdentity(200)
      for (let n = 0; n < 25; n++) await (await post(call, { ...account(n), oobCode: `c${n}` })).arrayBuffer()
      expect(asked()).toBe(20)
    },
  )
})
