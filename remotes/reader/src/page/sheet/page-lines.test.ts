import type { Line } from '@andscene/contracts/script'
import { describe, expect, test } from 'vitest'
import { line } from '../../testing/line.ts'
import { findLines, markWords, nearestHit } from '../find/find-text.ts'
import { continuedAt, itemsOf } from './page-lines.ts'

const speech = (text: string, dual?: 'left' | 'right'): Line =>
  line(0, 'Dialogue', text, { ...(dual && { dual }) })

describe('the lines of a page', () => {
  const lines = [
    speech('one'),
    speech('ANNA', 'left'),
    speech('Yes.', 'left'),
    speech('BEN', 'right'),
    speech('No.', 'right'),
    speech('CARL', 'left'),
    speech('Maybe.', 'right'),
    speech('two'),
  ]

  test('simultaneous speeches are side by side, each pair for itself', () => {
    const items = itemsOf(lines, 0, lines.length)
    expect(items.map(({ kind }) => kind)).toEqual(['line', 'dual', 'dual', 'line'])
    const [, first, second] = items
    expect(first).toMatchObject({ left: [{ index: 1 }, { index: 2 }], right: [{ index: 3 }, { index: 4 }] })
    expect(second).toMatchObject({ left: [{ index: 5 }], right: [{ index: 6 }] })
  })

  test('a page that begins inside a dual dialogue shows what stands on it', () => {
    expect(itemsOf(lines, 4, 6)).toMatchObject([
      { kind: 'dual', left: [], right: [{ index: 4 }] },
      { kind: 'dual', left: [{ index: 5 }], right: [] },
    ])
  })
})

describe('finding text', () => {
  const lines = ['The CAFÉ is closed.', 'A door.', 'Cafe au lait', 'שלום עולם'].map((text) => ({ text }))

  test.each([
    ['ignores case and accents', 'cafe', [0, 2]],
    ['finds right-to-left text', 'עולם', [3]],
    ['finds nothing for nothing', '  ', []],
  ])('%s', (_what, words, found) => expect(findLines(lines, words)).toEqual(found))

  test.each([
    ['The CAFÉ, a café.', 'cafe', ['The ', '[CAFÉ]', ', a ', '[café]', '.']],
    ['ﬁne', 'fine', ['[ﬁne]']],
    ['A door.', 'cafe', ['A door.']],
    ['A door.', ' ', ['A door.']],
  ])('marks in %j what matches %j, as it is written', (text, words, parts) =>
    expect(markWords(text, words).map((part) => (part.isHit ? `[${part.text}]` : part.text))).toEqual(parts),
  )

  test('begins at the current line and starts over at the end', () => {
    expect([nearestHit([0, 2], 1), nearestHit([0, 2], 3)]).toEqual([1, 0])
  })
})

const spoken = (type: string, character?: string) => line(0, type, 'x', { ...(character && { character }) })

describe('a page that opens within a speech', () => {
  const dual: Line = { ...spoken('Dialogue', 'BOB'), dual: 'left' }
  const bob = [
    spoken('Character', 'BOB'),
    spoken('Dialogue', 'BOB'),
    spoken('Parenthetical', 'BOB'),
    spoken('Dialogue', 'BOB'),
  ]

  test.each([
    ['names whose it is', 'BOB', bob, [1, 2, 3]],
    ['opens with a cue: no speech continues', undefined, bob, [0]],
    ['opens after an action', undefined, [spoken('Action'), spoken('Dialogue', 'BOB')], [1]],
    ['opens with another speech', undefined, [spoken('Dialogue', 'ANNA'), spoken('Dialogue', 'BOB')], [1]],
    ['opens with a speech without a name', undefined, [spoken('Dialogue'), spoken('Dialogue')], [1]],
    ['opens with an action', undefined, [spoken('Dialogue', 'BOB'), spoken('Action')], [1]],
    ['opens in a dual dialogue', undefined, [dual, dual], [1]],
  ])('%s', (_what, name, lines, starts) => {
    for (const start of starts) expect(continuedAt(lines, start)).toBe(name)
  })
})
