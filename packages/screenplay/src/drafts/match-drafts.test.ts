import * as fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import type { ChangeKind, LineChange } from './line-changes.ts'
import { matchDrafts } from './match-drafts.ts'
import type { MatchedLine } from './normal-line.ts'
import { numberOfLine } from './testing/read-draft.ts'

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

const mirrored = ({ kind, ...change }: LineChange) => {
  const back = kind === 'new' ? 'cut' : kind === 'cut' ? 'new' : kind
  return [back, change.new, change.old].join()
}
const plain = (change: LineChange) => [change.kind, change.old, change.new].join()

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
