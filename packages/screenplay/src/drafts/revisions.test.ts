import { expect, test } from 'vitest'
import { matchDrafts } from './match-drafts.ts'
import { readDraft } from './testing/read-draft.ts'

const kinds = (old: string, next: string) => {
  const [before, after] = [readDraft(old), readDraft(next)]
  return matchDrafts(before, after).map(({ kind, ...change }) => [
    kind,
    ...(change.old === undefined ? [] : [before[change.old]!.text]),
    ...(change.new === undefined || (kind !== 'reworded' && kind !== 'new') ? [] : [after[change.new]!.text]),
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
