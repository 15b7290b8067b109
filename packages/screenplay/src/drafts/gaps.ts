import { align, type Found, type Gap } from './align.ts'
import type { Matching } from './matching.ts'

/** Lines further from the next pair are no pair unless they are clear. */
const NEAR = 12
const CLEAR = 1.75

/** Lines next to the end of a moved block. */
const REACH = 100
const ROUNDS = 3

/**
 * Pairs the lines between pairs, then those next to a pair: at the ends of moved blocks. A gap that is in `tried` has no
 * more pairs.
 */
export function pairGaps(matching: Matching, tried: Set<string>): void {
  const isUntried = ({ i0, i1, j0, j1 }: Gap) => tried.size < tried.add([i0, i1, j0, j1].join()).size
  for (let round = 0; round < ROUNDS; round++) {
    const { closed, open } = gapsOf(matching)
    const foundIn = (gaps: readonly Gap[]) =>
      gaps.filter(isUntried).flatMap((gap) => near(align(matching, gap), gap))
    const found = foundIn(closed)
    for (const { i, j } of found) matching.pair(i, j)
    const others = foundIn(open).sort((a, b) => b.score - a.score || a.i - b.i || a.j - b.j)
    for (const { i, j } of others) if (matching.isFree(i, j)) matching.pair(i, j)
    if (found.length + others.length === 0) return
  }
}

const isClear = ({ score }: Found) => score >= CLEAR

/** Without pairs of short lines that are far from the other pairs. */
function near(found: readonly Found[], gap: Gap): Found[] {
  return found.filter((pair, index) => {
    if (isClear(pair)) return true
    const distance = (i: number, j: number) => Math.max(Math.abs(pair.i - i), Math.abs(pair.j - j))
    const previous = found.slice(Math.max(0, index - NEAR), index).findLast(isClear)
    const next = found.slice(index + 1, index + NEAR).find(isClear)
    return (
      (previous !== undefined && distance(previous.i, previous.j) <= NEAR) ||
      (next !== undefined && distance(next.i, next.j) <= NEAR) ||
      (gap.before && distance(gap.i0 - 1, gap.j0 - 1) <= NEAR) ||
      (gap.after && distance(gap.i1, gap.j1) <= NEAR)
    )
  })
}

/** Gaps between two pairs that follow each other in both drafts, and gaps next to one pair only. */
function gapsOf(matching: Matching): { closed: Gap[]; open: Gap[] } {
  const [oldCount, newCount] = [matching.old.keys.length, matching.next.keys.length]
  const pairs = [{ old: -1, new: -1 }, ...matching.pairs(), { old: oldCount, new: newCount }]
  const closed: Gap[] = []
  const open: Gap[] = []
  for (const { old: i, new: j } of pairs) {
    let [i1, j1] = [i + 1, j + 1]
    while (i1 < oldCount && matching.newOf(i1) === undefined) i1++
    while (j1 < newCount && matching.oldOf(j1) === undefined) j1++
    const isClosed = i1 === oldCount ? j1 === newCount : matching.newOf(i1) === j1
    if (i < oldCount && i1 > i + 1 && j1 > j + 1)
      if (isClosed) closed.push({ i0: i + 1, i1, j0: j + 1, j1, before: true, after: true })
      else
        open.push({
          i0: i + 1,
          i1: Math.min(i1, i + REACH),
          j0: j + 1,
          j1: Math.min(j1, j + REACH),
          before: true,
          after: false,
        })
    let [i0, j0] = [i, j]
    while (i0 > 0 && matching.newOf(i0 - 1) === undefined) i0--
    while (j0 > 0 && matching.oldOf(j0 - 1) === undefined) j0--
    const isOpen = i0 <= 0 ? j0 > 0 : matching.newOf(i0 - 1) !== j0 - 1
    if (isOpen && i0 < i && j0 < j)
      open.push({
        i0: Math.max(i0, i - REACH),
        i1: i,
        j0: Math.max(j0, j - REACH),
        j1: j,
        before: false,
        after: true,
      })
  }
  return { closed, open }
}
