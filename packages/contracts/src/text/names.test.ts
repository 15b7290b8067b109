import { describe, expect, test } from 'vitest'
import { cases } from '../testing/text-cases.ts'
import { nameSkeleton, plainName } from './names.ts'

describe('product §11: names', () => {
  test.each<[string, string]>([...cases('names'), ['Ada\uD800', 'Ada']])(
    '%j is stored as %j',
    (name, kept) => {
      expect(plainName(name)).toBe(kept)
    },
  )

  test.each(cases('look-alike names'))('look alike: %s', (_how, name) => {
    expect(nameSkeleton(name)).toBe(nameSkeleton('Ada Lovelace'))
  })

  test.each(cases('different names'))('%j and %j do not look alike', (one, other) => {
    expect(nameSkeleton(one)).not.toBe(nameSkeleton(other))
  })

  test.each(['Рaul', 'Pаul', 'Ρaul'])('%j looks like Paul', (name) => {
    expect(nameSkeleton(name)).toBe(nameSkeleton('Paul'))
  })
})
