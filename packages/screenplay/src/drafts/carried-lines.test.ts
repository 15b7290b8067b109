import { describe, expect, test } from 'vitest'
import { carriedEmphasis, carriedIds, carriedIndex, carriedRange } from './carried-lines.ts'

test('same, moved and reworded lines keep their ids, new ones are named after their draft and place', () => {
  const old = [{ _id: 'l1' }, { _id: 'd2-2' }, { _id: 'l3' }]
  const ids = carriedIds(
    old,
    [
      { kind: 'moved', old: 2, new: 0 },
      { kind: 'new', new: 1 },
      { kind: 'cut', old: 0 },
      { kind: 'reworded', old: 1, new: 2 },
    ],
    3,
  )
  expect(ids).toEqual(['l3', 'd3-2', 'd2-2'])
})

describe('a place in another draft', () => {
  const old = ['a', 'b', 'c', 'd', 'e']
  test.each([
    ['the line itself, wherever it is', 1, ['x', 'c', 'b'], 2],
    ['the nearest line before a cut one', 3, ['a', 'b', 'x', 'e'], 1],
    ['the next line if none before survives', 1, ['x', 'd', 'e'], 1],
    ['the first line if none survives', 2, ['x', 'y'], 0],
    ['the last line for a place behind the end', 9, ['a', 'e'], 1],
    ['the first line for no place', -1, ['x', 'a'], 1],
  ])('is %s', (_, index, next, expected) => {
    expect(carriedIndex(old, next, index)).toBe(expected)
  })
})

const carried = (quote: string, text: string, start: number) => {
  const range = carriedRange({ start, end: start + quote.length }, quote, text)
  return range && `${range.start} ${text.slice(range.start, range.end)}`
}

describe('a range of a line', () => {
  test.each([
    ['old door', 'Close the old door.', 10, '10 old door'],
    ['old door', 'Well, close that old door now.', 10, '17 old door'],
    ['door', 'A door, a door, a door.', 9, '10 door'],
    ['is', 'This is his.', 2, '5 is'],
    ["don't", 'I don’t know.', 2, '2 don’t'],
    ['wait...', 'So wait… please.', 3, '3 wait…'],
    ['a -- b', 'Say a — b now', 0, '4 a — b'],
    ['ﬁnd', 'To Find it', 3, '3 Find'],
    ['old door', 'Close it.', 10, undefined],
    ['  ', 'Close it.', 0, undefined],
  ])('%j in %j', (quote, text, start, expected) => {
    expect(carried(quote, text, start)).toBe(expected)
  })

  test('without its words stays as long as the text reaches', () => {
    expect(carriedRange({ start: 0, end: 4 }, undefined, 'Close')).toEqual({ start: 0, end: 4 })
    expect(carriedRange({ start: 0, end: 9 }, undefined, 'Close')).toBeUndefined()
  })

  test('is found within a moment in a long text, also if its words are everywhere', () => {
    const started = performance.now()
    for (const text of ['a'.repeat(100_000), 'a\u2019 '.repeat(33_000)])
      for (let n = 0; n < 100; n += 1) {
        expect(carried(text.slice(n, n + 2_000), text, n)).toBeDefined()
        expect(carried(text.slice(n, n + 50_000), text, n)).toBeUndefined()
      }
    expect(performance.now() - started).toBeLessThan(5_000)
  })

  test('emphasis follows its words, and is lost with them', () => {
    const [old, next] = ['I never said that he lied.', 'Honestly, I never said he cheated.']
    expect(
      carriedEmphasis(
        [
          [2, 5],
          [13, 4],
          [0, 1],
        ],
        old,
        next,
      ),
    ).toEqual([
      [10, 1],
      [12, 5],
    ])
    expect(carriedEmphasis([[2, 5]], old, old)).toEqual([[2, 5]])
  })
})
