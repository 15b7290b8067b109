import { describe, expect, test } from 'vitest'
import { createIdTokenVerifier } from './identity.ts'

const MINUTE = 60_000
const setup = (answers: { uid: string; exp: number } | Error) => {
  let time = 1_000_000
  let asked = 0
  let current = answers
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
    answer: (next: typeof current) => (current = next),
  }
}
const error = (code: string) => Object.assign(new Error(code), { code })

describe('RULINGS Safety: ID tokens', () => {
  test('asks once for many requests of one token', async () => {
    const identity = setup({ uid: 'ada', exp: 9_999_999 })
    expect(await identity.verify('t')).toBe('ada')
    expect(await identity.verify('t')).toBe('ada')
    expect(identity.asked()).toBe(1)
  })

  test('a revoked token dies within 5 minutes', async () => {
    const identity = setup({ uid: 'ada', exp: 9_999_999 })
    await identity.verify('t')
    identity.answer(error('auth/id-token-revoked'))
    identity.advance(5 * MINUTE)
    await expect(identity.verify('t')).rejects.toMatchObject({ code: 'UNAUTHENTICATED' })
  })

  test('a token is not trusted past its own expiry', async () => {
    const identity = setup({ uid: 'ada', exp: 1_001 })
    await identity.verify('t')
    identity.advance(2_000)
    await identity.verify('t')
    expect(identity.asked()).toBe(2)
  })

  test('tells an outage of the identity service from a bad token', async () => {
    await expect(setup(error('auth/argument-error')).verify('t')).rejects.toMatchObject({ statusCode: 401 })
    await expect(setup(error('auth/network-request-failed')).verify('t')).rejects.toMatchObject({
      statusCode: 503,
    })
  })
})
