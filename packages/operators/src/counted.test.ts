import { describe, expect, test } from 'vitest'
import { quantile } from './counted.ts'

const BUCKETS = [
  { limit: Number.POSITIVE_INFINITY, count: 100 },
  { limit: 1, count: 50 },
  { limit: 2, count: 90 },
  { limit: 5, count: 98 },
]

describe('decision 0056: a quantile of the first-sound histogram', () => {
  test.each([
    [0.25, 0.5],
    [0.5, 1],
    [0.7, 1.5],
    [0.95, 2 + 3 * (5 / 8)],
    [0.99, 5],
  ])('%d is %d', (share, seconds) => {
    expect(quantile(share, BUCKETS)).toBeCloseTo(seconds)
  })

  test('is undefined without listeners', () => {
    expect(quantile(0.5, [])).toBeUndefined()
    expect(quantile(0.5, [{ limit: 1, count: 0 }])).toBeUndefined()
  })
})
