import { expect, test } from 'vitest'
import { processorMs } from '@andscene/testing/processor-time'
import { carriedIds } from './carried-lines.ts'
import { changesBetween } from './changes-between.ts'
import { matchDrafts } from './match-drafts.ts'
import { numberOfLine, readDraft } from './testing/read-draft.ts'

const line = (_id: string, text: string, type = 'Action') => ({ _id, type, text })

test('lines are compared by their ids, whatever their texts', () => {
  const old = [
    line('l1', 'One.'),
    line('l2', 'Two.'),
    line('l3', 'Three “times”.'),
    line('l4', 'Four.'),
    line('l5', 'Five.'),
  ]
  const next = [
    line('l3', 'Three "times".'),
    line('d2-2', 'Two.'),
    line('l4', 'Four more.'),
    line('l5', 'Five.'),
    line('l1', 'One.'),
  ]
  expect(changesBetween(old, next)).toEqual([
    { kind: 'same', old: 2, new: 0 },
    { kind: 'new', new: 1 },
    { kind: 'reworded', old: 3, new: 2 },
    { kind: 'same', old: 4, new: 3 },
    { kind: 'moved', old: 0, new: 4 },
    { kind: 'cut', old: 1 },
  ])
})

const kindsOf = (type: string, other: string) =>
  changesBetween([line('l1', 'Bang.', type)], [line('l1', 'Bang.', other)]).map(({ kind }) => kind)

test('a line with another type is reworded, unless both are action', () => {
  expect(kindsOf('Action', 'Dialogue')).toEqual(['reworded'])
  expect(kindsOf('Action', 'General')).toEqual(['same'])
  expect(kindsOf('Scene', 'Scene Heading')).toEqual(['same'])
})

test('product §16: the cues of a renamed character are no changes', () => {
  const old = [line('l1', 'LT. KAREN', 'Character'), line('l2', 'Who is there?', 'Dialogue')]
  const next = [line('l1', 'KAREN', 'Character'), line('l2', 'Who was there?', 'Dialogue')]
  expect(changesBetween(old, next).map(({ kind }) => kind)).toEqual(['same', 'reworded'])
})

test('ids of a matched draft give the changes of the match', () => {
  const old = readDraft(
    `INT. HUT - DAY\nThe stove smokes again.\n@ADA\nClose the door, please.\n\nBen shuts it.`,
  )
  const next = readDraft(
    `INT. HUT - NIGHT\n@ADA\nClose that door, please.\n\nBen shuts it.\nA long silence falls.`,
  )
  const matched = matchDrafts(old, next)
  const withIds = (lines: typeof old, ids: readonly string[]) =>
    lines.map((each, index) => ({ ...each, _id: ids[index]! }))
  const oldLines = withIds(
    old,
    old.map((_, index) => `l${index + 1}`),
  )
  expect(changesBetween(oldLines, withIds(next, carriedIds(oldLines, matched, 2)))).toEqual(matched)
})

test('10,000 lines take less than 250 ms', () => {
  const old = Array.from({ length: 10_000 }, (_, n) => line(`l${n}`, numberOfLine(n)))
  const next = old
    .map(({ _id }, n) => line(n % 3 ? _id : `d2-${n}`, numberOfLine(n + (n % 7 ? 0 : 1))))
    .toReversed()
  expect(processorMs(() => changesBetween(old, next))).toBeLessThan(250)
})
