import { describe, expect, test } from 'vitest'
import {
  fdxOf,
  fixtureBytes,
  fixtureNames,
  paragraph,
  parseFixture,
  parseText,
  sampleBytes,
  scriptRows,
  table,
} from '../testing/fixture-files.ts'
import { parseFdx } from './parse-fdx.ts'

test.each(fixtureNames())('reads %s.fdx as listed in fixtures/lines.txt (product §3)', (name) => {
  expect(scriptRows(parseFixture(name))).toEqual(table('lines', name))
})

const typeOf = (style: string, text: string, settings = '') =>
  parseText(fdxOf(paragraph(style, text) + paragraph('Action', 'x'), settings)).lines[0]?.type

test.each(table('line-types'))('reads a line of style %s with %j as type %s', (style, text, type) => {
  expect(typeOf(style, text)).toBe(type)
})

test.each(table('line-types', 'Paginated'))(
  'reads a line of style %s, which paginates as %s, with %j as type %s',
  (style, paginateAs, text, type) => {
    const behavior = `<Behavior PaginateAs="${paginateAs}"/>`
    expect(typeOf(style, text, `<ElementSettings Type="${style}">${behavior}</ElementSettings>`)).toBe(type)
  },
)

describe('the bundled sample', () => {
  const { lines, acts, characters, pages, title } = parseFdx(sampleBytes(), 'the-lighthouse-keeper.fdx')

  test('contains every line type, two acts, a dual dialogue, a note, at least six characters and five pages', () => {
    const types =
      'Character,Dialogue,Action,Scene,Scene Heading,New Act,Parenthetical,Transition,Shot,General'
    expect([...new Set(lines.map(({ type }) => type))]).toEqual(expect.arrayContaining(types.split(',')))
    expect({ acts, title }).toEqual({ acts: 2, title: 'The Lighthouse Keeper’s Voice' })
    expect(characters.length).toBeGreaterThanOrEqual(6)
    expect(pages).toBeGreaterThanOrEqual(5)
    expect(lines.some(({ dual }) => dual === 'right')).toBe(true)
    expect(lines.some(({ scriptNote }) => scriptNote !== undefined)).toBe(true)
  })

  test('has a character for every speech', () => {
    expect(lines.filter(({ type, character }) => type === 'Dialogue' && !character)).toEqual([])
  })
})

test('is read the same from a view into a larger buffer', () => {
  const bytes = fixtureBytes('speech')
  const padded = new Uint8Array(bytes.length + 20).fill(65)
  padded.set(bytes, 10)
  expect(parseFdx(padded.subarray(10, 10 + bytes.length), 'speech.fdx')).toEqual(parseFixture('speech'))
})
