import { commonSequence, windows } from './common-sequence.ts'
import type { Matching } from './matching.ts'
import { correction, likeness, SharedWords, support } from './similarity.ts'

/** Unmatched lines of both drafts; whether the lines before and after them are pairs. */
export type Gap = { i0: number; i1: number; j0: number; j1: number; before: boolean; after: boolean }

export type Found = { i: number; j: number; score: number }

/** Largest product of lengths of a gap that is aligned as a whole. */
const AREA = 22_500
/** Likewise of the parts of a larger gap. */
const WINDOW_AREA = 8_100
const CLEAR_WORDS = 3
/** Largest product for which single letters are compared. */
const SMALL_AREA = 2_500

/** Pairs of a gap in order: by equal lines if the gap is large, then with the most common words. */
export function align(matching: Matching, gap: Gap): Found[] {
  const { i0, i1, j0, j1 } = gap
  if (i0 >= i1 || j0 >= j1) return []
  if ((i1 - i0) * (j1 - j0) <= AREA) return best(matching, gap)
  // Short lines only if there are no others.
  const keysOf = (draft: 'old' | 'next', start: number, end: number, leastWords: number) => {
    const { keys, words, lines } = matching[draft]
    return Array.from({ length: end - start }, (_, at) => {
      const isClear = lines[start + at]!.kind !== 'cue' && words[start + at]!.length >= leastWords
      return isClear ? `${keys[start + at]}` : `${draft} ${at}`
    })
  }
  const equalLines = (leastWords: number) =>
    commonSequence(keysOf('old', i0, i1, leastWords), keysOf('next', j0, j1, leastWords))
  const clear = equalLines(CLEAR_WORDS)
  const equal = clear.length > 0 ? clear : equalLines(0)
  const found: Found[] = []
  let [i, j, before] = [i0, j0, gap.before]
  for (const [row, column] of equal) {
    const [a, b] = [i0 + row, j0 + column]
    found.push(...inWindows(matching, { i0: i, i1: a, j0: j, j1: b, before, after: true }))
    found.push({ i: a, j: b, score: likeness(matching, a, b, 0) })
    ;[i, j, before] = [a + 1, b + 1, true]
  }
  return [...found, ...inWindows(matching, { ...gap, i0: i, j0: j, before })]
}

const inWindows = (matching: Matching, gap: Gap): Found[] => {
  const all = [...windows(gap.i1 - gap.i0, gap.j1 - gap.j0, AREA, WINDOW_AREA)]
  return all.flatMap(({ aStart, aEnd, bStart, bEnd }, index) =>
    best(matching, {
      i0: gap.i0 + aStart,
      i1: gap.i0 + aEnd,
      j0: gap.j0 + bStart,
      j1: gap.j0 + bEnd,
      before: index === 0 && gap.before,
      after: index === all.length - 1 && gap.after,
    }),
  )
}

/** The alignment with the greatest sum, by dynamic programming. */
function best(matching: Matching, { i0, i1, j0, j1, before, after }: Gap): Found[] {
  const [rows, columns] = [i1 - i0, j1 - j0]
  if (rows <= 0 || columns <= 0) return []
  const width = columns + 1
  const isSmall = rows * columns <= SMALL_AREA
  const [oldKeys, newKeys] = [matching.old.keys, matching.next.keys]
  const scores = new Float32Array(rows * columns)
  const shared = new SharedWords(matching, j0, j1)
  let most = 0
  for (let a = 0; a < rows; a++) {
    const counts = shared.of(i0 + a)
    const i = i0 + a
    for (let b = 0; b < columns; b++) {
      const j = j0 + b
      let score = counts[b]! > 0 || oldKeys[i] === newKeys[j] ? likeness(matching, i, j, counts[b]!) : 0
      if (score === 0 && isSmall) score = correction(matching, i, j)
      scores[a * columns + b] = score
      if (score > most) most = score
    }
  }
  if (most === 0) return []
  // `top`: of the lines so far. `paired`: likewise, ending with the pair of the last two.
  const top = new Float32Array((rows + 1) * width)
  const paired = new Float32Array((rows + 1) * width).fill(-1)
  if (before) paired[0] = 0
  const supports = Array.from({ length: rows }, (_, a) => support(matching, i0 + a - 1))
  const linked = (a: number, b: number) => {
    const above = paired[(a - 1) * width + b - 1]!
    return above < 0 ? -1 : above + supports[a - 1]!
  }
  for (let a = 1; a <= rows; a++)
    for (let b = 1; b <= columns; b++) {
      const score = scores[(a - 1) * columns + b - 1]!
      const at = a * width + b
      if (score > 0) paired[at] = score + Math.max(top[at - width - 1]!, linked(a, b))
      top[at] = Math.max(paired[at]!, top[at - 1]!, top[at - width]!)
    }
  const found: Found[] = []
  const last = rows * width + columns
  let isPair = after && paired[last]! >= 0 && paired[last]! + support(matching, i1 - 1) >= top[last]!
  for (let [a, b] = [rows, columns]; a > 0 && b > 0;) {
    const at = a * width + b
    if (isPair || (paired[at]! >= top[at - 1]! && paired[at]! >= top[at - width]! && paired[at]! > 0)) {
      found.push({ i: i0 + a - 1, j: j0 + b - 1, score: scores[(a - 1) * columns + b - 1]! })
      isPair = linked(a, b) >= top[at - width - 1]! && a > 1 && b > 1
      a--
      b--
    } else if (top[at - 1]! >= top[at - width]!) b--
    else a--
  }
  return found.toReversed()
}
