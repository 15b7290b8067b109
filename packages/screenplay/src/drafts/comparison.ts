import type { ChangeKind } from './line-changes.ts'
import { matchDrafts } from './match-drafts.ts'
import type { MatchedLine } from './normal-line.ts'

/** A line of a draft; `index` counts from 0. */
type ComparedLine = { index: number; type: string; text: string }
type ComparedPair = { kind: ChangeKind; old?: ComparedLine; new?: ComparedLine }

const comparedLine = (lines: readonly MatchedLine[], index: number): ComparedLine => {
  const { type, text } = lines[index]!
  return { index, type, text }
}

/** The change of each line, and how many lines there are of each kind. */
export function comparisonOf(
  old: readonly MatchedLine[],
  next: readonly MatchedLine[],
): { lines: ComparedPair[]; counts: Record<ChangeKind, number> } {
  const counts = { same: 0, reworded: 0, moved: 0, new: 0, cut: 0 }
  const lines = matchDrafts(old, next).map((change): ComparedPair => {
    counts[change.kind]++
    return {
      kind: change.kind,
      ...(change.old !== undefined && { old: comparedLine(old, change.old) }),
      ...(change.new !== undefined && { new: comparedLine(next, change.new) }),
    }
  })
  return { lines, counts }
}
