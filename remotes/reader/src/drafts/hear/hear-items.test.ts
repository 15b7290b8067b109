import type { Line } from '@andscene/contracts/script'
import { changePlaces } from '@andscene/screenplay/drafts/change-places'
import { changesBetween } from '@andscene/screenplay/drafts/changes-between'
import { canBeSpoken } from '@andscene/screenplay/can-be-spoken'
import { isSkipped } from '@andscene/screenplay/line-types'
import { mapScript } from '@andscene/screenplay/navigation'
import { describe, expect, test } from 'vitest'
import { line } from '../../testing/line.ts'
import { itemsOfChanges, itemsOfComparison, type Compared, type HearItem } from './hear-items.ts'

const speech = (n: number, character: string, ...texts: string[]): Line[] => [
  line(n, 'Character', character, { character }),
  ...texts.map((text, at) => line(n + 1 + at, 'Dialogue', text, { character })),
]
const OLD: Line[] = [
  line(0, 'Scene Heading', 'INT. MILL - DAY'),
  line(1, 'Action', 'The wheel turns.'),
  ...speech(2, 'ANNA', 'Hold the rope.'),
  ...speech(4, 'BEN', 'I am holding it.'),
  line(6, 'Action', 'It slips.'),
  line(7, 'Scene Heading', 'EXT. RIVER - NIGHT'),
  line(8, 'Action', 'Reeds.'),
  ...speech(9, 'ANNA', 'Too late.'),
  line(11, 'Action', 'She waits.'),
  line(12, 'Action', 'A heron.'),
  line(13, 'Scene Heading', 'INT. BARN - NIGHT'),
  line(14, 'Action', 'Straw everywhere and two lanterns.'),
  line(15, 'Action', 'A third lantern falls.'),
]
const changed = (id: string, text: string, lines = OLD) =>
  lines.map((one) => (one._id === id ? { ...one, text } : one))
const added = (one: Line, id: string): Line => ({ ...one, _id: id })

function drafts(lines: Line[], skipped: string[] = []) {
  const changes = changesBetween(OLD, lines)
  const comparison = { old: OLD, changes, places: changePlaces(changes, OLD, lines) }
  const isHeard = (of: 'old' | 'new', index: number) => {
    const one = (of === 'old' ? OLD : lines)[index]!
    return canBeSpoken(one) && !isSkipped(one, skipped)
  }
  return { lines, map: mapScript(lines), comparison, isHeard }
}
const words = (lines: Line[]) => (item: HearItem) =>
  item.kind === 'tone'
    ? '~'
    : (item.of === 'old' ? 'was: ' : '') + (item.of === 'old' ? OLD : lines)[item.index]!.text
const heard = (lines: Line[], skipped?: string[]) => itemsOfChanges(drafts(lines, skipped)).map(words(lines))
const compared = (lines: Line[], what: Compared, skipped?: string[]) =>
  itemsOfComparison(drafts(lines, skipped), what).map(words(lines))

describe('product §16: Play Changes plays', () => {
  test('the heading of the scene, the line before, and the whole changed speech', () => {
    expect(heard(changed('l5', 'I have got it.'))).toEqual([
      'INT. MILL - DAY',
      'Hold the rope.',
      'BEN',
      'I have got it.',
    ])
  })

  test('a tone between places, and a heading only when the scene changes', () => {
    const lines = changed('l8', 'Reeds, and fog.', changed('l3', 'Take it.', changed('l6', 'It breaks.')))
    expect(heard(lines)).toEqual([
      'INT. MILL - DAY',
      'The wheel turns.',
      'ANNA',
      'Take it.',
      '~',
      'I am holding it.',
      'It breaks.',
      '~',
      'EXT. RIVER - NIGHT',
      'Reeds, and fog.',
    ])
  })

  test('a cut by the lines around it', () => {
    const lines = OLD.filter(({ _id }) => _id !== 'l11')
    expect(heard(lines)).toEqual(['EXT. RIVER - NIGHT', 'Too late.', 'A heron.'])
  })

  test('a cut at the end of a scene, and of the script', () => {
    expect(heard(OLD.filter(({ _id }) => _id !== 'l12'))).toEqual([
      'She waits.',
      'INT. BARN - NIGHT',
      'Straw everywhere and two lanterns.',
    ])
    expect(heard(OLD.slice(0, -1))).toEqual(['INT. BARN - NIGHT', 'Straw everywhere and two lanterns.'])
  })

  test('only the first speech of a moved scene, where it is now', () => {
    const lines = [...OLD.slice(0, 7), ...OLD.slice(13), ...OLD.slice(7, 13)]
    const all = heard(lines)
    expect(all.filter((text) => text === '~')).toHaveLength(0)
    expect(all.slice(0, 2)).toEqual(['INT. BARN - NIGHT', 'Straw everywhere and two lanterns.'])
    expect(all).not.toContain('A third lantern falls.')
  })

  test('what was added to a moved scene, with the line before it', () => {
    const pause = added(line(0, 'Parenthetical', '(beat)', { character: 'ANNA' }), 'd2-6')
    const lines = [...OLD.slice(7), ...OLD.slice(0, 5), pause, ...OLD.slice(5, 7)]
    expect(heard(lines)).toEqual([
      'INT. MILL - DAY',
      'The wheel turns.',
      'Hold the rope.',
      'BEN',
      '(beat)',
      'I am holding it.',
    ])
  })

  test('a new line with the line before it', () => {
    const lines = [...OLD.slice(0, 9), added(line(0, 'Action', 'A boat.'), 'd2-10'), ...OLD.slice(9)]
    expect(heard(lines)).toEqual(['EXT. RIVER - NIGHT', 'Reeds.', 'A boat.'])
  })

  test('lines once that belong to two places in a row', () => {
    const lines = changed(
      'l12',
      'A grey heron.',
      OLD.filter(({ _id }) => _id !== 'l11'),
    )
    const all = heard(lines)
    expect(new Set(all).size).toBe(all.length)
  })

  test('a cut before another change by the line before it alone, so that each change is announced', () => {
    const lines = changed(
      'l12',
      'A grey heron.',
      OLD.filter(({ _id }) => _id !== 'l11'),
    )
    expect(heard(lines)).toEqual(['EXT. RIVER - NIGHT', 'Too late.', '~', 'A grey heron.'])
  })

  test('no line of a type that this listener has switched off', () => {
    const skipped = ['Character', 'Scene Heading', 'Action']
    const lines = changed('l5', 'I have got it.', changed('l6', 'It breaks.'))
    expect(heard(lines, skipped)).toEqual(['Hold the rope.', 'I have got it.'])
  })

  test('nothing for the same draft', () => {
    expect(heard(OLD)).toEqual([])
  })
})

describe('product §16: Compare by Ear plays', () => {
  test('the former speech, a tone, and the speech as it is', () => {
    expect(compared(changed('l5', 'I have got it.'), { of: 'new', index: 5 })).toEqual([
      'was: BEN',
      'was: I am holding it.',
      '~',
      'BEN',
      'I have got it.',
    ])
  })

  test('only the former speech of a line that was cut', () => {
    const lines = OLD.filter(({ _id }) => _id !== 'l4' && _id !== 'l5')
    expect(compared(lines, { of: 'old', index: 5 })).toEqual(['was: BEN', 'was: I am holding it.'])
  })

  test('all lines that were cut at a place, without one between them that moved away', () => {
    const lines = [OLD[12]!, ...OLD.slice(0, 11), ...OLD.slice(14)]
    expect(compared(lines, { of: 'old', index: 11, all: [11, 13] })).toEqual([
      'was: She waits.',
      'was: INT. BARN - NIGHT',
    ])
  })

  test('the line itself although lines of its type are not read aloud', () => {
    const lines = changed('l6', 'It breaks.')
    expect(compared(lines, { of: 'new', index: 6 }, ['Action'])).toEqual([
      'was: It slips.',
      '~',
      'It breaks.',
    ])
  })
})
