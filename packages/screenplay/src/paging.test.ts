import * as fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { isActMark, isHeading } from './line-types.ts'
import { LINES_PER_PAGE, pageOfLine, paginate } from './paging.ts'
import { anyLines } from './testing/any-lines.ts'

const action = { type: 'Action' }
const times = <T>(count: number, line: T): T[] => Array.from({ length: count }, () => line)
const sizes = (lines: Parameters<typeof paginate>[0]) => paginate(lines).map((page) => page.end - page.start)

describe('product §9 paging', () => {
  test('puts 20 lines on a page', () => {
    expect(sizes(times(45, action))).toEqual([20, 20, 5])
    expect(sizes(times(40, action))).toEqual([20, 20])
    expect(sizes([])).toEqual([])
  })

  test.each(['Character', 'Scene Heading', 'Scene', 'Parenthetical'])(
    'moves a %s from the bottom of a full page to the next page',
    (type) => {
      expect(sizes([...times(19, action), { type }, ...times(20, action)])).toEqual([19, 20, 1])
    },
  )

  test('moves exactly one line (product §3)', () => {
    expect(sizes([...times(18, action), { type: 'Character' }, { type: 'Parenthetical' }, action])).toEqual([
      19, 2,
    ])
  })

  test('puts every line on exactly one page, in order, and exceeds no page size', () => {
    fc.assert(
      fc.property(anyLines(), (lines) => {
        const pages = paginate(lines)
        expect(pages.flatMap((page) => lines.slice(page.start, page.end))).toEqual(lines)
        let start = 0
        for (const [index, page] of pages.entries()) {
          expect(page.start).toBe(start)
          expect(page.end).toBeGreaterThan(page.start)
          expect(page.end - page.start).toBeLessThanOrEqual(LINES_PER_PAGE)
          for (let at = page.start; at < page.end; at++) expect(pageOfLine(pages, at)).toBe(index)
          start = page.end
        }
      }),
    )
  })

  test('ends a page only where a rule requires it', () => {
    fc.assert(
      fc.property(anyLines(), (lines) => {
        for (const { start, end } of paginate(lines).slice(0, -1)) {
          const next = lines[end]!
          const broken = next.forcePageBreak === true || isActMark(next)
          const moved = isHeading(next) || next.type === 'Character' || next.type === 'Parenthetical'
          expect(
            broken || end - start === LINES_PER_PAGE || (end - start === LINES_PER_PAGE - 1 && moved),
          ).toBe(true)
        }
        const starts = new Set(paginate(lines).map((page) => page.start))
        const breaks = lines.flatMap((line, index) => (line.forcePageBreak || isActMark(line) ? [index] : []))
        expect(breaks.filter((index) => !starts.has(index))).toEqual([])
      }),
    )
  })

  test('returns the nearest page for an index outside of the script', () => {
    const pages = paginate(times(25, action))
    expect([-1, 0, 19, 20, 24, 25, 999].map((index) => pageOfLine(pages, index))).toEqual([
      0, 0, 0, 1, 1, 1, 1,
    ])
    expect(pageOfLine([], 3)).toBe(0)
  })
})
