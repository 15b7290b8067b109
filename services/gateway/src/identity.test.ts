import { describe, expect, test } from 'vitest'
import { createIdTokenVerifier, personOf } from './identity.ts'

const MINUTE = 60_000
const setup = (first: { uid: string; exp: number } | Error) => {
  let time = 1_000_000
  let asked = 0
  let current = first
  const verify = createIdTokenVerifier(
    async () => {
      asked += 1
      if (current instanceof Error) throw current
      return current
    },
    { now: () => time },
  )
  return {
    verify,
    asked: () => asked,
    advance: (ms: number) => (time += ms),
    becomes: (next: typeof current) => (current = next),
  }
}
const error = (code: string) => Object.assign(new Error(code), { code })

describe('product §10: ID tokens', () => {
  test('does not trust a cached token past its expiry', async () => {
    const identity = setup({ uid: 'ada', exp: 1_001 })
    await identity.verify('t')
    identity.advance(2_000)
    await identity.verify('t')
    expect(identity.asked()).toBe(2)
  })

  test('caches a refusal for a minute; does not cache an outage', async () => {
    const identity = setup(error('auth/user-disabled'))
    for (let n = 0; n < 3; n += 1) await expect(identity.verify('t')).rejects.toThrow('sign in again')
    expect(identity.asked()).toBe(1)
    identity.becomes(error('auth/network-request-failed'))
    identity.advance(MINUTE)
    await expect(identity.verify('t')).rejects.toMatchObject({ statusCode: 503 })
    identity.becomes({ uid: 'ada', exp: 9_999_999 })
    expect(await identity.verify('t')).toEqual({ uid: 'ada' })
  })

  test('caches 10,000 tokens; a flood of invalid ones evicts no valid one', async () => {
    const identity = setup({ uid: 'ada', exp: 9_999_999 })
    for (let n = 0; n < 10_000; n += 1) await identity.verify(`good-${n}`)
    identity.becomes(error('auth/invalid-id-token'))
    for (let n = 0; n < 10_001; n += 1) await identity.verify(`bad-${n}`).catch(() => {})
    expect(await identity.verify('good-0')).toEqual({ uid: 'ada' })

    identity.becomes({ uid: 'ada', exp: 9_999_999 })
    await identity.verify('one-more')
    identity.becomes(error('auth/id-token-revoked'))
    await expect(identity.verify('good-0'), 'the oldest had to go').rejects.toMatchObject({ statusCode: 401 })
    expect(await identity.verify('good-1')).toEqual({ uid: 'ada' })
  })
})

describe("product §10: the user's claims in an ID token", () => {
  test('are forwarded to services', () => {
    expect(personOf('ada', { name: 'Ada', email: 'ada@andscene.example', email_verified: true })).toEqual({
      uid: 'ada',
      name: 'Ada',
      email: 'ada@andscene.example',
      emailVerified: true,
    })
    expect(personOf('ada', {})).toEqual({ uid: 'ada' })
  })

  test.each([
    ['a name of 200 characters', 'x'.repeat(5_000), 'x'.repeat(200)],
    ['no half of a surrogate pair', `${'x'.repeat(199)}\u{1F3AC}`, 'x'.repeat(199)],
    ['no blank name', '  ', undefined],
    ['no name that is not a string', ['Ada'], undefined],
  ])('are bounded: %s', (_name, name, kept) => {
    expect(personOf('ada', { name }).name).toBe(kept)
  })

  test.each([
    ['of 321 characters', `${'x'.repeat(309)}@example.com`],
    ['that is empty', ''],
    ['that is not a string', { toString: 'ada@andscene.example' }],
  ])('omit an address %s, whatever the token claims', (_name, email) => {
    expect(personOf('ada', { email, email_verified: true })).toEqual({ uid: 'ada' })
  })

  test.each([false, undefined, 'true', 1])('verify an address only with true, not with %o', (said) => {
    const person = personOf('ada', { email: 'ada@andscene.example', email_verified: said })
    expect(person.emailVerified).toBe(false)
  })
})
