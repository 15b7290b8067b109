import { describe, expect, test } from 'vitest'
import { selectorsOf } from './selectors.ts'

describe('decision 0055: the metrics of an expression', () => {
  test.each([
    ['up', [{ metric: 'up', labels: [] }]],
    [
      'sum by (a) (rate(one_total{x="y",z=~"a|b"}[5m])) / on () group_left () two',
      [
        { metric: 'one_total', labels: ['x', 'z'] },
        { metric: 'two', labels: [] },
      ],
    ],
    ['level:metric:operation > 5', [{ metric: 'level:metric:operation', labels: [] }]],
    ['count(a == 0) or vector(0)', [{ metric: 'a', labels: [] }]],
  ])('are found in %s', (expr, selectors) => expect(selectorsOf(expr)).toEqual(selectors))

  test.each(['sum(', 'rate(a[5x])', 'a{b=}', '{job="x"}'])('%s is refused', (expr) =>
    expect(() => selectorsOf(expr)).toThrow(SyntaxError),
  )
})
