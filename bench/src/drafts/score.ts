import diffSequences from '@jest/diff-sequences'
import { matchDrafts } from '@andscene/screenplay/drafts/match-drafts'
import { normalLines, type MatchedLine } from '@andscene/screenplay/drafts/normal-line'
import type { Redraft } from './redraft.ts'

type Pairs = readonly (readonly [old: number, next: number])[]
export type Score = {
  unchanged: number
  kept: number
  reworded: number
  found: number
  wrong: number
  lines: number
}

export const matched = (old: readonly MatchedLine[], next: readonly MatchedLine[]): Pairs =>
  matchDrafts(old, next).flatMap((change) =>
    change.old === undefined || change.new === undefined ? [] : [[change.old, change.new] as const],
  )

/** The pairs of a plain longest common subsequence. */
export function plainSequence(old: readonly MatchedLine[], next: readonly MatchedLine[]): Pairs {
  const normal = normalLines()
  const [a, b] = [normal(old), normal(next)]
  const pairs: [number, number][] = []
  diffSequences(
    a.length,
    b.length,
    (i, j) => a[i]!.key === b[j]!.key,
    (count, i, j) => pairs.push(...Array.from({ length: count }, (_, n): [number, number] => [i + n, j + n])),
  )
  return pairs
}

/** Counts of lines, by the truth of a redraft. */
export function scoreOf(
  old: readonly MatchedLine[],
  { lines, origins, reworded }: Redraft,
  pairs: Pairs,
): Score {
  const truth = origins.filter((origin) => origin !== undefined)
  const right = pairs.filter(([i, j]) => origins[j] === i)
  const changed = right.filter(([i]) => reworded.has(i)).length
  const rewordedCount = truth.filter((origin) => reworded.has(origin)).length
  return {
    unchanged: truth.length - rewordedCount,
    kept: right.length - changed,
    reworded: rewordedCount,
    found: changed,
    wrong: pairs.length - right.length,
    lines: Math.max(old.length, lines.length),
  }
}

/** Shares in percent, over all redrafts. */
export function figuresOf(scores: readonly Score[]): { kept: number; found: number; wrong: number } {
  const percent = (part: keyof Score, whole: keyof Score) => (100 * sum(scores, part)) / sum(scores, whole)
  return {
    kept: percent('kept', 'unchanged'),
    found: percent('found', 'reworded'),
    wrong: percent('wrong', 'lines'),
  }
}

const sum = (scores: readonly Score[], of: keyof Score) =>
  scores.reduce((total, score) => total + score[of], 0)
