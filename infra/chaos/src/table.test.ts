import { describe, expect, test } from 'vitest'
import type { Row } from './fault.ts'
import { exitCodeOf, tableOf } from './table.ts'

const GOOD: Row = {
  name: 'workers',
  seconds: 12.4,
  verdict: 'good',
  requests: { made: 1_200, failed: 0, refused: 3 },
  clips: { expected: 40, stored: 40, missing: 0, twice: 0 },
  said: 'a|b',
  bad: [],
}
const BAD: Row = { name: 'redis', seconds: 3, verdict: 'BAD', bad: ['2 × list: 502'], said: 'killed' }
const NOT_TRIED: Row = { name: 'disk', seconds: 0, verdict: 'not tried', said: 'not tried: no root', bad: [] }

/** What stands in a row, without what is before its first bar and after its last. */
const cells = (line: string) =>
  line
    .split(/(?<!\\)\|/)
    .map((cell) => cell.trim())
    .slice(1, -1)

describe('npm run chaos prints what became of requests and clips', () => {
  test('as a Markdown table with a cell for every column', () => {
    const [head = '', rule, ...rows] = tableOf([GOOD, BAD, NOT_TRIED]).split('\n')
    expect(rows.map((row) => cells(row).length)).toEqual(rows.map(() => cells(head).length))
    expect(rule).toMatch(/^\| -+ \|( -+: \|){8}( -+ \|){2}$/)
    expect(cells(rows[0]!).join()).toBe(String.raw`workers,1200,0,3,40,40,0,0,12,good,a\|b`)
    expect(cells(rows[1]!).join()).toBe('redis,–,–,–,–,–,–,–,3,BAD,2 × list: 502; killed')
  })

  test('and ends with 1 when one is bad or nothing ran, not for what this machine cannot try', () => {
    expect(exitCodeOf([GOOD, NOT_TRIED])).toBe(0)
    expect(exitCodeOf([GOOD, BAD])).toBe(1)
    expect(exitCodeOf([])).toBe(1)
  })
})
