import type { Line } from '@andscene/contracts/script'
import { describe, expect, test } from 'vitest'
import { findLines, markWords, nearestHit } from '../find/find-text.ts'
import { continuedAt, itemsOf } from './page-lines.ts'

const line = (text: string, dual?: 'left' | 'right'): Line => ({
  _id: text,
  type: 'Dialogue',
  text,
  act: 1,
  ...(dual && { dual }),
})

describe('the lines of a page', () => {
  const lines = [
    line('one'),
    line('ANNA', 'left'),
    line('Yes.', 'left'),
    line('BEN', 'right'),
    line('No.', 'right'),
    line('CARL', 'left'),
    line('Maybe.', 'right'),
    line('two'),
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

  test('every line of the page is there once', () => {
    const seen = itemsOf(lines, 2, 8).flatMap((item) =>
      item.kind === 'line' ? [item.index] : [...item.left, ...item.right].map(({ index }) => index),
    )
    expect(seen.sort()).toEqual([2, 3, 4, 5, 6, 7])
  })
})

describe('finding text', () => {
  const lines = [line('The CAFÉ is closed.'), line('A door.'), line('Cafe au lait'), line('שלום עולם')]

  test('ignores case and accents', () => expect(findLines(lines, 'cafe')).toEqual([0, 2]))
  test('finds right-to-left text', () => expect(findLines(lines, 'עולם')).toEqual([3]))
  test('marks the words in the line as it is written', () => {
    expect(markWords('The CAFÉ, a café.', 'cafe')).toEqual([
      { text: 'The ', isHit: false },
      { text: 'CAFÉ', isHit: true },
      { text: ', a ', isHit: false },
      { text: 'café', isHit: true },
      { text: '.', isHit: false },
    ])
    expect(markWords('ﬁne', 'fine')).toEqual([{ text: 'ﬁne', isHit: true }])
    expect(markWords('A door.', 'cafe')).toEqual([{ text: 'A door.', isHit: false }])
    expect(markWords('A door.', ' ')).toEqual([{ text: 'A door.', isHit: false }])
  })
  test('finds nothing for nothing', () => expect(findLines(lines, '  ')).toEqual([]))
  test('begins at the current line and starts over at the end', () => {
    expect(nearestHit([0, 2], 1)).toBe(1)
    expect(nearestHit([0, 2], 3)).toBe(0)
  })
})

const spoken = (type: string, character?: string, dual?: 'left'): Line => ({
  _id: `${type}${character}`,
  type,
  text: 'x',
  act: 1,
  ...(character !== undefined && { character }),
  ...(dual && { dual }),
})

describe('a page that opens within a speech', () => {
  const bob = [
    spoken('Character', 'BOB'),
    spoken('Dialogue', 'BOB'),
    spoken('Parenthetical', 'BOB'),
    spoken('Dialogue', 'BOB'),
  ]

  test('names whose it is', () => {
    for (const start of [1, 2, 3]) expect(continuedAt(bob, start)).toBe('BOB')
  })
  test('opens with a cue, an action, or another speech: no speech continues', () => {
    expect(continuedAt(bob, 0)).toBeUndefined()
    expect(continuedAt([spoken('Action'), spoken('Dialogue', 'BOB')], 1)).toBeUndefined()
    expect(continuedAt([spoken('Dialogue', 'ANNA'), spoken('Dialogue', 'BOB')], 1)).toBeUndefined()
    expect(continuedAt([spoken('Dialogue'), spoken('Dialogue')], 1)).toBeUndefined()
    expect(continuedAt([spoken('Dialogue', 'BOB'), spoken('Action')], 1)).toBeUndefined()
    expect(
      continuedAt([spoken('Dialogue', 'BOB', 'left'), spoken('Dialogue', 'BOB', 'left')], 1),
    ).toBeUndefined()
  })
})
