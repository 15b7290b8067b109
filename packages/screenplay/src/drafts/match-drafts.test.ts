import * as fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { processorMs } from '@andscene/testing/processor-time'
import type { ChangeKind, LineChange } from './line-changes.ts'
import { matchDrafts } from './match-drafts.ts'
import type { MatchedLine } from './normal-line.ts'
import { numberOfLine, readDraft } from './testing/read-draft.ts'

const count = (changes: readonly LineChange[], ...kinds: ChangeKind[]) =>
  changes.filter(({ kind }) => kinds.includes(kind)).length

const WORDS = ['sea', 'lamp', 'door', 'Ada', 'waits', 'never', 'No', 'the', 'a', '…', '—', '“so”']
const anyLine: fc.Arbitrary<MatchedLine> = fc
  .record({
    type: fc.constantFrom('Action', 'Dialogue', 'Character', 'Parenthetical', 'Scene Heading', 'Shot'),
    text: fc.oneof(
      {
        weight: 5,
        arbitrary: fc.array(fc.constantFrom(...WORDS), { maxLength: 9 }).map((words) => words.join(' ')),
      },
      { weight: 1, arbitrary: fc.string({ unit: 'binary', maxLength: 20 }) },
    ),
  })
  .map((line) => (line.type === 'Character' ? { ...line, character: line.text.toUpperCase() } : line))
const anyDraft = fc.array(anyLine, { maxLength: 60, size: 'max' })
/** Two drafts with lines in common. */
const anyDrafts = fc
  .tuple(anyDraft, anyDraft, fc.infiniteStream(fc.nat(9)))
  .map(([one, other, choices]): [MatchedLine[], MatchedLine[]] => {
    const next = one.flatMap((line, index): MatchedLine[] => {
      const choice = choices.next().value
      if (choice === 0) return []
      if (choice === 1) return [line, ...other.slice(index, index + 3)]
      if (choice === 2) return [{ ...line, text: `${line.text} again` }]
      return [line]
    })
    const cut = choices.next().value * 3
    return [one, choices.next().value < 5 ? [...next.slice(cut), ...next.slice(0, cut)] : next]
  })

describe('every pair of drafts', () => {
  test('a draft compared with itself has no changes', () => {
    fc.assert(
      fc.property(anyDraft, (lines) => {
        expect(matchDrafts(lines, lines)).toEqual(
          lines.map((_, index) => ({ kind: 'same', old: index, new: index })),
        )
      }),
    )
  })

  test('each line is in one change, and equal lines are the same or moved', () => {
    fc.assert(
      fc.property(fc.oneof(anyDrafts, fc.tuple(anyDraft, anyDraft)), ([old, next]) => {
        const changes = matchDrafts(old, next)
        const indexes = (side: 'old' | 'new') => changes.flatMap((change) => change[side] ?? [])
        expect(indexes('new')).toEqual(next.map((_, index) => index))
        expect(indexes('old').sort((a, b) => a - b)).toEqual(old.map((_, index) => index))
        expect(count(changes, 'same', 'reworded', 'moved', 'cut')).toBe(old.length)
        expect(count(changes, 'same', 'reworded', 'moved', 'new')).toBe(next.length)
        const same = changes.flatMap((change) => (change.kind === 'same' ? [change.old!] : []))
        expect(same).toEqual([...same].sort((a, b) => a - b))
        for (const change of changes) {
          expect('old' in change).toBe(change.kind !== 'new')
          expect('new' in change).toBe(change.kind !== 'cut')
        }
      }),
    )
  })

  test('both directions mirror each other', () => {
    const mirrored = ({ kind, ...change }: LineChange) => {
      const back = kind === 'new' ? 'cut' : kind === 'cut' ? 'new' : kind
      return [back, change.new, change.old].join()
    }
    const plain = (change: LineChange) => [change.kind, change.old, change.new].join()
    fc.assert(
      fc.property(fc.oneof(anyDrafts, fc.tuple(anyDraft, anyDraft)), ([old, next]) => {
        expect(matchDrafts(next, old).map(mirrored).sort()).toEqual(matchDrafts(old, next).map(plain).sort())
      }),
    )
  })

  test('long lines in any order are found again', () => {
    const lines = Array.from({ length: 40 }, (_, n) => ({ type: 'Action', text: numberOfLine(n) }))
    fc.assert(
      fc.property(fc.shuffledSubarray(lines, { minLength: 40 }), (next) => {
        const changes = matchDrafts(lines, next)
        expect(count(changes, 'same', 'moved')).toBe(40)
        for (const change of changes) expect(next[change.new!]).toBe(lines[change.old!])
      }),
    )
  })
})

describe('cost', () => {
  const COUNT = 20_000
  const lines = (text: (n: number) => string): MatchedLine[] =>
    Array.from({ length: COUNT }, (_, n) => ({ type: n % 2 ? 'Dialogue' : 'Action', text: text(n) }))
  const scattered = (n: number) => (n * 7_919) % COUNT

  test.each<[string, MatchedLine[], MatchedLine[]]>([
    ['equal lines, and other equal lines', lines(() => 'The same words.'), lines(() => 'Something else.')],
    [
      'the same equal lines, but one',
      lines(() => 'The same words.'),
      lines(() => 'The same words.').slice(1),
    ],
    [
      'different lines, and others',
      lines((n) => `Line ${n} of the old draft.`),
      lines((n) => `Row ${n} in the new one.`),
    ],
    [
      'unique lines in another order',
      lines((n) => numberOfLine(n)),
      lines((n) => numberOfLine(scattered(n))),
    ],
    [
      'fifty lines in any order',
      lines((n) => `Number ${n % 50} of the lines`),
      lines((n) => `Number ${scattered(n) % 50} of the lines`),
    ],
    ['repeated short lines', lines((n) => `No ${n % 7}`), lines((n) => `No ${n % 11}`)],
    [
      'a few words in all lines',
      lines((n) => `a b c d ${n % 97} ${n % 89}`),
      lines((n) => `a b c e ${n % 101} ${n % 83}`),
    ],
  ])('20,000 lines take less than 2 s: %s', (_, old, next) => {
    expect(processorMs(() => matchDrafts(old, next))).toBeLessThan(2_000)
  })

  test('lines of 100,000 characters take less than 1 s', () => {
    for (const text of ['-', ' ', "'", 'a ', 'é', '…', '字', ' -'].map((part) =>
      part.repeat(100_000 / part.length),
    ))
      expect(
        processorMs(() => matchDrafts([{ type: 'Action', text }], [{ type: 'Action', text: `${text}!` }])),
        text.slice(0, 2),
      ).toBeLessThan(1_000)
  })
})

describe('revisions', () => {
  const kinds = (old: string, next: string) => {
    const [before, after] = [readDraft(old), readDraft(next)]
    return matchDrafts(before, after).map(({ kind, ...change }) => [
      kind,
      ...(change.old === undefined ? [] : [before[change.old]!.text]),
      ...(change.new === undefined || (kind !== 'reworded' && kind !== 'new')
        ? []
        : [after[change.new]!.text]),
    ])
  }

  test('typography, spaces and case are no change', () => {
    expect(
      kinds(
        `INT. KITCHEN - DAY\n"Wait" -- he can't... go.\n@LT. KAREN (V.O.)\nIt’s over.`,
        `Int.  Kitchen – Day\n“Wait” — he can’t… go.\n@Lt Karen (CONT’D)\nIt's over.`,
      ),
    ).toEqual([
      ['same', 'INT. KITCHEN - DAY'],
      ['same', '"Wait" -- he can\'t... go.'],
      ['same', 'LT. KAREN (V.O.)'],
      ['same', 'It’s over.'],
    ])
  })
})
