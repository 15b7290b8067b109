import { describe, expect, test } from 'vitest'
import { personOf } from './person-claims.ts'

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
