import * as fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { CharacterList, cueName, prefixName } from './cue-name.ts'
import { table } from './testing/fixture-files.ts'

const none = (name?: string) => (name === '-' ? undefined : name)

describe('cueName', () => {
  test.each(table('cue-names', 'Cues'))('returns %j as %j', (cue, name) => {
    expect(cueName(cue)).toBe(none(name))
  })

  test('removes brackets and surrounding white space, and is idempotent', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'grapheme', maxLength: 60 }), (cue) => {
        const name = cueName(cue) ?? 'UNNAMED'
        expect(name).not.toBe('')
        expect(name).toBe(name.trim())
        expect(name).not.toMatch(/[()[\]{}（）]/)
      }),
    )
  })
})

test.each([
  ...table('cue-names', 'Speeches'),
  [`${' '.repeat(20)}HAGEN: Indented.`, 'HAGEN'],
  [`${' '.repeat(500)}HAGEN: Too far in.`, '-'],
])('finds the name before the speech %j: %j', (speech, name) => {
  expect(prefixName(speech)).toBe(none(name))
})

const listOf = (...names: string[]) => {
  const list = new CharacterList()
  for (const name of names) list.add(name)
  return list
}

test('finds a name in lower case before a speech only if the character is known', () => {
  const known = listOf('HAGEN')
  expect([prefixName('Hagen: Get out.', known), prefixName('Warning: no.', known)]).toEqual([
    'HAGEN',
    undefined,
  ])
})

describe('CharacterList', () => {
  test.each(table('cue-names', 'Lists'))('collects names %s: %s', (_, names, expected) => {
    expect(listOf(...names.split(', ')).names.join(', ')).toBe(expected)
  })

  test('finds a name by another spelling', () => {
    const list = listOf('O’HARA', 'DR. AL.', 'DR. AL', 'MARCO S.')
    expect(["O'HARA", 'DR. AL.', 'DRAL', 'MARCO S'].map((name) => list.nameOf(name))).toEqual([
      'O’HARA',
      'DR. AL',
      'DR. AL',
      'MARCO S.',
    ])
  })
})
