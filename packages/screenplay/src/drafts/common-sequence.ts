import diffSequences from '@jest/diff-sequences'

/** Longest product of lengths that is compared together; about 20 ms at worst. */
const AREA = 1_000_000

type Window = { aStart: number; aEnd: number; bStart: number; bEnd: number }

/**
 * Pairs of indexes of a longest common subsequence, in order. Items that occur on one side only cost nothing. Very long
 * lists are compared in proportional windows, so that the cost stays linear.
 */
export function commonSequence(a: readonly string[], b: readonly string[]): [number, number][] {
  const pairs: [number, number][] = []
  let start = 0
  while (start < a.length && start < b.length && a[start] === b[start]) pairs.push([start, start++])
  let end = 0
  while (end < Math.min(a.length, b.length) - start && a.at(-1 - end) === b.at(-1 - end)) end++

  const inA = new Set(a.slice(start, a.length - end))
  const inB = new Set(b.slice(start, b.length - end))
  const within = (list: readonly string[], other: ReadonlySet<string>) =>
    list.flatMap((item, index) =>
      index >= start && index < list.length - end && other.has(item) ? [index] : [],
    )
  const [aAt, bAt] = [within(a, inB), within(b, inA)]
  for (const { aStart, aEnd, bStart, bEnd } of windows(aAt.length, bAt.length))
    diffSequences(
      aEnd - aStart,
      bEnd - bStart,
      (i, j) => a[aAt[aStart + i]!] === b[bAt[bStart + j]!],
      (count, i, j) => {
        for (let n = 0; n < count; n++) pairs.push([aAt[aStart + i + n]!, bAt[bStart + j + n]!])
      },
    )
  for (; end > 0; end--) pairs.push([a.length - end, b.length - end])
  return pairs
}

/** Divides two lists whose product of lengths exceeds `area` proportionally, into windows of `windowArea`. */
export function* windows(
  aLength: number,
  bLength: number,
  area = AREA,
  windowArea = area,
): Generator<Window> {
  const count = aLength * bLength > area ? Math.ceil(Math.max(aLength, bLength) / Math.sqrt(windowArea)) : 1
  for (let n = 0; n < count; n++)
    yield {
      aStart: Math.round((aLength * n) / count),
      aEnd: Math.round((aLength * (n + 1)) / count),
      bStart: Math.round((bLength * n) / count),
      bEnd: Math.round((bLength * (n + 1)) / count),
    }
}
