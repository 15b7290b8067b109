import { describe, expect, test } from 'vitest'
import { fixtureBytes, parseFixture, sampleBytes } from '../testing/fixture-files.ts'
import { parseFdx } from './parse-fdx.ts'

describe('the bundled sample', () => {
  const sample = parseFdx(sampleBytes(), 'the-lighthouse-keeper.fdx')

  test('uses every line type, two acts, a dual dialogue, a note and at least six characters on five pages or more', () => {
    const types = new Set(sample.lines.map((line) => line.type))
    for (const type of [
      'Character',
      'Dialogue',
      'Action',
      'Scene',
      'Scene Heading',
      'New Act',
      'Parenthetical',
      'Transition',
      'Shot',
      'General',
    ])
      expect(types).toContain(type)
    expect(sample.acts).toBe(2)
    expect(sample.characters.length).toBeGreaterThanOrEqual(6)
    expect(sample.pages).toBeGreaterThanOrEqual(5)
    expect(sample.lines.some((line) => line.dual === 'right')).toBe(true)
    expect(sample.lines.some((line) => line.scriptNote !== undefined)).toBe(true)
    expect(sample.title).toBe('The Lighthouse Keeper’s Voice')
  })

  test('gives every speech to somebody', () => {
    expect(sample.lines.filter((line) => line.type === 'Dialogue' && line.character === undefined)).toEqual(
      [],
    )
  })
})

test('reads the same file from a view into a larger buffer', () => {
  const bytes = fixtureBytes('speech')
  const padded = new Uint8Array(bytes.length + 20).fill(65)
  padded.set(bytes, 10)
  expect(parseFdx(padded.subarray(10, 10 + bytes.length), 'speech.fdx')).toEqual(parseFixture('speech'))
})
