/**
 * Marks a longest increasing subsequence of distinct numbers, in O(n log n). With weights, a heaviest one.
 */
export function increasing(values: readonly number[], weights?: readonly number[]): boolean[] {
  const order = values.map((_, index) => index).sort((a, b) => values[a]! - values[b]!)
  const ranks = new Int32Array(values.length)
  for (const [rank, index] of order.entries()) ranks[index] = rank + 1
  // A Fenwick tree by rank: the heaviest subsequence that ends at this rank or below.
  const best = new Float64Array(values.length + 1)
  const last = new Int32Array(values.length + 1).fill(-1)
  const previous = new Int32Array(values.length).fill(-1)
  let [top, end] = [0, -1]
  for (let index = 0; index < values.length; index++) {
    let [sum, before] = [0, -1]
    for (let at = ranks[index]! - 1; at > 0; at -= at & -at)
      if (best[at]! > sum) [sum, before] = [best[at]!, last[at]!]
    previous[index] = before
    sum += weights?.[index] ?? 1
    for (let at = ranks[index]!; at <= values.length; at += at & -at)
      if (sum > best[at]!) {
        best[at] = sum
        last[at] = index
      }
    if (sum > top) [top, end] = [sum, index]
  }
  const marked = values.map(() => false)
  for (let index = end; index >= 0; index = previous[index]!) marked[index] = true
  return marked
}
