import { pairAnchors } from './anchors.ts'
import { draftTexts } from './draft-text.ts'
import { pairGaps } from './gaps.ts'
import { pairHeads } from './heads.ts'
import { pairLeftovers } from './leftovers.ts'
import { isLater, lineChanges, type LineChange, type Pair } from './line-changes.ts'
import { Matching } from './matching.ts'
import type { MatchedLine } from './normal-line.ts'

/**
 * The change of each line from a draft to the next one, in the order of the new lines; a cut line is where it stood.
 * Both directions mirror each other.
 */
export function matchDrafts(old: readonly MatchedLine[], next: readonly MatchedLine[]): LineChange[] {
  const pairs = isLater(old, next) ? mirrored(pairsOf(next, old)) : pairsOf(old, next)
  return lineChanges(pairs, old, next)
}

function pairsOf(old: readonly MatchedLine[], next: readonly MatchedLine[]): Pair[] {
  const [before, after] = draftTexts(old, next)
  const matching = new Matching(before!, after!)
  pairAnchors(matching)
  const tried = new Set<string>()
  pairGaps(matching, tried)
  pairLeftovers(matching)
  pairGaps(matching, tried)
  pairHeads(matching)
  return matching.pairs()
}

const mirrored = (pairs: readonly Pair[]): Pair[] =>
  pairs.map((pair) => ({ ...pair, old: pair.new, new: pair.old })).sort((a, b) => a.new - b.new)
