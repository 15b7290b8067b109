import { lineChanges, type LineChange, type Pair } from './line-changes.ts'
import { kindOfLine, normalLines, type MatchedLine } from './normal-line.ts'

type IdLine = MatchedLine & { _id: string }

/**
 * The changes between two drafts of a script, whose lines keep their ids: without matching, in the order of `next`. The
 * cues of a renamed character keep theirs, too, and are no changes.
 */
export function changesBetween(old: readonly IdLine[], next: readonly IdLine[]): LineChange[] {
  const oldAt = new Map(old.map((line, index) => [line._id, index]))
  const normal = normalLines()
  const isEqual = (a: IdLine, b: IdLine) =>
    (a.type === b.type && a.text === b.text) ||
    (kindOfLine(a) === 'cue' && kindOfLine(b) === 'cue') ||
    normal([a])[0]!.key === normal([b])[0]!.key
  const pairs = next.flatMap((line, index): Pair[] => {
    const at = oldAt.get(line._id)
    return at === undefined ? [] : [{ old: at, new: index, equal: isEqual(old[at]!, line) }]
  })
  return lineChanges(pairs, old, next)
}
