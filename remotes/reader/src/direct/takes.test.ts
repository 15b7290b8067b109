import { expect, test } from 'vitest'
import { deliveryText } from './delivery-text.ts'
import { wordsOf } from '../words/word-toolbar.tsx'
import { choose, keep, remove, replace, type Takes } from './takes.ts'

const take = (id: string, pace: number) => ({ id, delivery: { pace } })
const before: Takes = { takes: [take('a', 0.7), take('b', 0.8)], chosen: 'a' }
const words = (line: Parameters<typeof wordsOf>[0]) =>
  wordsOf(line).flatMap(({ text: word, at, isWord }) => (isWord ? [`${at} ${word}`] : []))
const ids = ({ takes, chosen }: Takes) => [takes.map(({ id }) => id).join(' '), chosen]

test('product §5: keeps a delivery once, and chooses it', () => {
  const step = keep(before, { pace: 2 })!
  const after = step.change(before)
  expect(after.takes).toHaveLength(3)
  expect(after.chosen).toBe(after.takes[2]!.id)
  expect(step.undo(after)).toEqual(before)
  expect(ids(keep(before, { pace: 0.8, pitch: 0 })!.change(before))).toEqual(['a b', 'b'])
})

test('product §5: has room for five takes, also if another director took the last place', () => {
  const full = { ...before, takes: [1.1, 1.2, 1.3, 1.4, 1.5].map((pace) => take(`t${pace}`, pace)) }
  expect(keep(full, { pace: 2 })).toBeUndefined()
  expect(keep(before, { pace: 2 })!.change(full)).toEqual(full)
})

test('product §5: undoing a change keeps what another director did since', () => {
  const theirs = take('theirs', 1.5)
  const withTheirs = ({ takes, chosen }: Takes): Takes => ({ takes: [...takes, theirs], chosen })
  for (const step of [
    choose(before, 'b'),
    remove(before, 'a'),
    replace(before, 'b', { pace: 2 }),
    keep(before, { pace: 2 })!,
  ]) {
    expect(step.undo(step.change(before))).toEqual(before)
    expect(step.undo(withTheirs(step.change(before))).takes).toContain(theirs)
  }
})

test('product §5: a choice of a take that another director deleted is the page', () => {
  expect(choose(before, 'b').change({ takes: [take('a', 0.7)], chosen: null }).chosen).toBeNull()
  expect(ids(remove(before, 'a').change(before))).toEqual(['b', null])
})

test('product §5: words of a line by their place, without struck-out ones', () => {
  const text = 'Don’t—stop, old O.S. MEN!'
  expect(words({ text })).toEqual(['0 Don’t', '6 stop', '12 old', '16 O.S', '21 MEN'])
  expect(words({ text, styles: [{ start: 12, end: 16, struck: true }] })).not.toContain('12 old')
  expect(words({ text: 'שלום, עולם.' })).toEqual(['0 שלום', '6 עולם'])
  expect(
    wordsOf({ text })
      .map((part) => part.text)
      .join(''),
  ).toBe(text)
})

test('product §5: says a delivery in words', () => {
  expect(deliveryText({})).toBe('Plain')
  expect(
    deliveryText({
      name: 'sad',
      pitch: 2,
      emphasis: [
        [0, 1],
        [2, 1],
      ],
      pauseAfterMs: 700,
    }),
  ).toBe('Sad, pitch +2 st, 2 words emphasized, 0.7 s after')
})

test('words of a text of 100,000 characters are found in well under a second', () => {
  for (const unit of ['a', 'a.', "a'", '- ', 'é-']) {
    const text = unit.repeat(100_000 / unit.length)
    // The fastest of five: other tests run at the same time.
    const times = Array.from({ length: 5 }, () => {
      const began = performance.now()
      wordsOf({ text })
      return performance.now() - began
    })
    expect(Math.min(...times)).toBeLessThan(500)
  }
})
