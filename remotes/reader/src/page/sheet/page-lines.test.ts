import type { Line } from '@andscene/contracts/script'
import { describe, expect, test } from 'vitest'
import { line } from '../../testing/line.ts'
import { findLines, hitsOf, nearestHit } from '../find/find-text.ts'
import { continuedAt, itemsOf } from './page-lines.ts'
import { partsOf } from './text-parts.ts'

const speech = (text: string, dual?: 'left' | 'right'): Line =>
  line(0, 'Dialogue', text, { ...(dual && { dual }) })

describe('lines of a page', () => {
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

  test('groups simultaneous speeches side by side, each pair separately', () => {
    const items = itemsOf(lines, 0, lines.length)
    expect(items.map(({ kind }) => kind)).toEqual(['line', 'dual', 'dual', 'line'])
    const [, first, second] = items
    expect(first).toMatchObject({ left: [{ index: 1 }, { index: 2 }], right: [{ index: 3 }, { index: 4 }] })
    expect(second).toMatchObject({ left: [{ index: 5 }], right: [{ index: 6 }] })
  })

  test('shows the rest of a dual dialogue that starts on the page before', () => {
    expect(itemsOf(lines, 4, 6)).toMatchObject([
      { kind: 'dual', left: [], right: [{ index: 4 }] },
      { kind: 'dual', left: [{ index: 5 }], right: [] },
    ])
  })
})

describe('text search', () => {
  const soft = 'The li\u00adght\u200bhouse.'
  const lines = ['The CAFÉ is closed.', 'A door.', 'Cafe au lait', 'שלום עולם', soft, 'Don’t — stop'].map(
    (text) => ({ text }),
  )

  test.each([
    ['ignores case and accents', 'cafe', [0, 2]],
    ['finds right-to-left text', 'עולם', [3]],
    ['product §2 ignores soft hyphens and zero-width characters in the script', 'lighthouse', [4]],
    ['product §2 ignores soft hyphens and zero-width characters in the search', 'do\u00ador\u200b', [1]],
    ['product §2 treats typographic signs like typed ones', "don't - stop", [5]],
    ['finds nothing for an empty search', '  ', []],
    ['finds nothing for invisible characters', '\u00ad', []],
  ])('%s', (_what, words, found) => expect(findLines(lines, words)).toEqual(found))

  test.each([
    ['The CAFÉ, a café.', 'cafe', 'The [CAFÉ], a [café].'],
    ['ﬁne', 'fine', '[ﬁne]'],
    [soft, 'light', 'The [li\u00adght\u200b]house.'],
    [soft, 'house', 'The li\u00adght\u200b[house].'],
    ['Straße in Łódź', 'strasse', '[Straße] in Łódź'],
    ['Straße in Łódź', 'lodz', 'Straße in [Łódź]'],
    ['ΟΔΟΣ', 'οδός', '[ΟΔΟΣ]'],
    ['A door.', 'cafe', 'A door.'],
    ['A door.', ' ', 'A door.'],
  ])('highlights in %j the matches of %j, in their original spelling', (text, words, marked) => {
    const parts = partsOf(text, { hits: hitsOf(text, words) })
    expect(parts.map((part) => (part.isHit ? `[${part.text}]` : part.text)).join('')).toBe(marked)
  })

  test('starts at the current line and wraps around at the end', () => {
    expect([nearestHit([0, 2], 1), nearestHit([0, 2], 3)]).toEqual([1, 0])
  })
})

const spoken = (type: string, character?: string) => line(0, type, 'x', { ...(character && { character }) })

describe('a page that starts within a speech', () => {
  const dual: Line = { ...spoken('Dialogue', 'BOB'), dual: 'left' }
  const bob = [
    spoken('Character', 'BOB'),
    spoken('Dialogue', 'BOB'),
    spoken('Parenthetical', 'BOB'),
    spoken('Dialogue', 'BOB'),
  ]

  test.each([
    ['returns the speaker', 'BOB', bob, [1, 2, 3]],
    ['starts with a cue: returns nothing', undefined, bob, [0]],
    ['starts after an action', undefined, [spoken('Action'), spoken('Dialogue', 'BOB')], [1]],
    ['starts with another speech', undefined, [spoken('Dialogue', 'ANNA'), spoken('Dialogue', 'BOB')], [1]],
    ['starts with a speech without a name', undefined, [spoken('Dialogue'), spoken('Dialogue')], [1]],
    ['starts with an action', undefined, [spoken('Dialogue', 'BOB'), spoken('Action')], [1]],
    ['starts in a dual dialogue', undefined, [dual, dual], [1]],
  ])('%s', (_what, name, lines, starts) => {
    for (const start of starts) expect(continuedAt(lines, start)).toBe(name)
  })
})
