import { expect, test } from 'vitest'
import { randomFrom, upTo } from '../testing/random.ts'
import { leastCost } from './least-cost.ts'

/** Tries every assignment. */
function leastSum(costs: readonly (readonly number[])[], used: readonly number[] = []): number {
  const [row, ...others] = costs
  if (!row) return 0
  return Math.min(
    ...row.map((cost, column) =>
      used.includes(column) ? Number.POSITIVE_INFINITY : cost + leastSum(others, [...used, column]),
    ),
  )
}

test('finds the assignment with the least sum of costs, with each column at most once', () => {
  const random = randomFrom(1)
  for (let round = 0; round < 60; round++) {
    const [rows, columns] = [upTo(random, 5) + 1, 5 + upTo(random, 2)]
    const costs = Array.from({ length: rows }, () => Array.from({ length: columns }, () => upTo(random, 20)))
    const found = leastCost(rows, columns, (row, column) => costs[row]![column]!)
    expect(new Set(found).size).toBe(rows)
    expect(found.reduce((sum, column, row) => sum + costs[row]![column]!, 0)).toBe(leastSum(costs))
  }
})
