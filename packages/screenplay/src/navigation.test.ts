import * as fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { anyLines, type AnyLine } from './testing/any-lines.ts'
import {
  actOfLine,
  mapScript,
  moveByAct,
  moveByLine,
  moveByScene,
  movePage,
  sceneOfLine,
} from './navigation.ts'

const script = [
  { type: 'Transition', act: 1 },
  { type: 'Scene Heading', act: 1 },
  { type: 'Action', act: 1 },
  { type: 'Scene', act: 1 },
  { type: 'Dialogue', act: 1 },
  { type: 'New Act', act: 2 },
  { type: 'Scene Heading', act: 2 },
  { type: 'Action', act: 2 },
]
const map = mapScript(script)
const MOVES = { moveByLine, moveByScene, moveByAct }

describe('product §4 navigation', () => {
  test('moves from heading to heading, from any line of a scene (product §3)', () => {
    expect([0, 1, 2, 3, 4, 5].map((line) => moveByScene(map, line, 'next'))).toEqual([1, 3, 3, 6, 6, 6])
    expect([3, 4, 5, 6, 7].map((line) => moveByScene(map, line, 'previous'))).toEqual([1, 1, 1, 3, 3])
  })

  test('moves to the first line of an act', () => {
    expect(moveByAct(map, 2, 'next')).toBe(5)
    expect(moveByAct(map, 7, 'previous')).toBe(0)
  })

  test('moves from page to page', () => {
    expect(movePage(map, 0, 'next')).toBe(1)
    expect(movePage(map, 1, 'previous')).toBe(0)
  })

  test('finds the scene and act of a line', () => {
    expect([0, 1, 2, 4, 7].map((line) => sceneOfLine(map, line))).toEqual([-1, 0, 0, 1, 2])
    expect([0, 4, 5, 7].map((line) => actOfLine(map, line))).toEqual([0, 0, 1, 1])
  })
})

describe('product §5 at the ends', () => {
  test.each([
    ['line', moveByLine, [7], [0]],
    ['scene', moveByScene, [6], [2, 0]],
    ['act', moveByAct, [5], [4]],
    ['page', movePage, [1], [0, 7]],
  ] as const)('ignores a move by %s beyond the first or last one', (_what, move, last, first) => {
    for (const from of last) expect(move(map, from, 'next')).toBeUndefined()
    for (const from of first) expect(move(map, from, 'previous')).toBeUndefined()
  })

  test('ignores a line outside of the script', () => {
    for (const move of Object.values(MOVES))
      for (const line of [-1, 8, 2.5, Number.NaN]) {
        expect(move(map, line, 'next')).toBeUndefined()
        expect(move(map, line, 'previous')).toBeUndefined()
      }
  })
})

describe('moves in any script', () => {
  const anywhere = anyLines().chain((lines) =>
    fc.record({ lines: fc.constant(lines), at: fc.nat({ max: Math.max(0, lines.length - 1) }) }),
  )

  const NAMES = Object.keys(MOVES) as (keyof typeof MOVES)[]
  const startsOf = (name: keyof typeof MOVES, lines: readonly AnyLine[]): readonly number[] => {
    const any = mapScript(lines)
    return {
      moveByLine: lines.map((_, index) => index),
      moveByScene: any.scenes,
      moveByAct: any.acts,
    }[name]
  }

  test.each(NAMES)('%s: next, then previous, returns to the start of the part', (name) => {
    fc.assert(
      fc.property(anywhere, ({ lines, at }) => {
        const any = mapScript(lines)
        const start = startsOf(name, lines).findLast((index) => index <= at)
        const next = MOVES[name](any, at, 'next')
        fc.pre(next !== undefined && start !== undefined)
        expect(MOVES[name](any, next, 'previous')).toBe(start)
      }),
    )
  })

  test.each(NAMES)('%s visits every part once from the first line to the last', (name) => {
    fc.assert(
      fc.property(anyLines(), (lines) => {
        const any = mapScript(lines)
        const met: number[] = []
        let at = MOVES[name](any, 0, 'next')
        while (at !== undefined) {
          met.push(at)
          at = MOVES[name](any, at, 'next')
        }
        expect(met).toEqual(startsOf(name, lines).filter((index) => index > 0))
      }),
    )
  })
})
