import { array, assert, constantFrom, integer, oneof, property, stringMatching } from 'fast-check'
import { expect, test } from 'vitest'
import { packedIds, unpackedIds } from './line-ids.ts'

const numbered = (prefix: string, from: number, count: number) =>
  Array.from({ length: count }, (_, n) => `${prefix}${from + n}`)

test('decision 0101: ids in sequence take little room', () => {
  const first = numbered('l', 1, 4_000)
  expect(packedIds(first)).toBe('l1 4000')
  const second = [...first.slice(0, 40), ...numbered('d2-', 41, 3), ...first.slice(40, 90), 'd2-94']
  expect(packedIds(second)).toBe('l1 40,d2-41 3,l41 50,d2-94')
  expect(packedIds([])).toBe('')
})

test('decision 0101: any ids are restored in their order', () => {
  const id = oneof(
    stringMatching(/^[\w-]{1,12}$/),
    integer({ min: 0, max: 12 }).map((n) => `l${n}`),
    constantFrom('0', '00', 'l01', 'l9007199254740993', '-', '7'),
  )
  assert(
    property(array(id, { maxLength: 40 }), (ids) => {
      expect(unpackedIds(packedIds(ids))).toEqual(ids)
    }),
  )
})
