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
  test('a token is not trusted past its own expiry', async () => {
    const identity = setup({ uid: 'ada', exp: 1_001 })
    await identity.verify('t')
    identity.advance(2_000)
    await identity.verify('t')
    expect(identity.asked()).toBe(2)
  })

  test('a refused token is refused for a minute without a call; an outage is not remembered', async () => {
    const identity = setup(error('auth/user-disabled'))
    for (let n = 0; n < 3; n += 1) await expect(identity.verify('t')).rejects.toThrow('sign in again')
    expect(identity.asked()).toBe(1)
    identity.becomes(error('auth/network-request-failed'))
    identity.advance(MINUTE)
    await expect(identity.verify('t')).rejects.toMatchObject({ statusCode: 503 })
    identity.becomes({ uid: 'ada', exp: 9_999_999 })
    expect(await identity.verify('t')).toEqual({ uid: 'ada' })
  })

  test('remembers 10,000 tokens and no more; a flood of bad ones pushes no good one out', async () => {
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

describe('product §10: what an ID token says of its person', () => {
  test('goes along to services', () => {
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
    ['no half of a letter', `${'x'.repeat(199)}\u{1F3AC}`, 'x'.repeat(199)],
    ['none of blanks', '  ', undefined],
    ['none that is no text', ['Ada'], undefined],
  ])('is bounded: %s', (_name, name, kept) => {
    expect(personOf('ada', { name }).name).toBe(kept)
  })

  test.each([
    ['of 321 characters', `${'x'.repeat(309)}@example.com`],
    ['of none', ''],
    ['that is no text', { toString: 'ada@andscene.example' }],
  ])('an address %s is left out, whatever is said of it', (_name, email) => {
    expect(personOf('ada', { email, email_verified: true })).toEqual({ uid: 'ada' })
  })

  test.each([false, undefined, 'true', 1])('an address is verified only by true, not by %o', (said) => {
    const person = personOf('ada', { email: 'ada@andscene.example', email_verified: said })
    expect(person.emailVerified).toBe(false)
  })
})
