import type { Emphasis } from '@andscene/contracts/voices/delivery'
import type { LineChange } from './line-changes.ts'
import { findQuote } from './find-quote.ts'

/** The ids of the new lines: the same, moved and reworded ones keep theirs, new ones are named after their draft. */
export function carriedIds(
  old: readonly { _id: string }[],
  changes: readonly LineChange[],
  draft: number,
): string[] {
  const ids: string[] = []
  for (const change of changes)
    if (change.new !== undefined)
      ids[change.new] = change.old === undefined ? `d${draft}-${change.new + 1}` : old[change.old]!._id
  return ids
}

/** A place in another draft. Of a cut line: the nearest line before it that survives, else after it, else the first. */
export function carriedIndex(oldIds: readonly string[], newIds: readonly string[], index: number): number {
  return carriedIndexes(oldIds, newIds)[Math.max(0, Math.min(index, oldIds.length - 1))] ?? 0
}

/** The place of each old line in another draft, as carriedIndex. */
export function carriedIndexes(oldIds: readonly string[], newIds: readonly string[]): number[] {
  const newAt = new Map(newIds.map((id, at) => [id, at]))
  let before = oldIds.map((id) => newAt.get(id)).find((at) => at !== undefined) ?? 0
  return oldIds.map((id) => (before = newAt.get(id) ?? before))
}

type TextRange = { start: number; end: number }

/** A range of a line in the line's present text: where its words are now, the nearest ones; undefined if they were cut. */
export function carriedRange(
  range: TextRange,
  quote: string | undefined,
  text: string,
): TextRange | undefined {
  if (quote === undefined) return range.end <= text.length ? range : undefined
  return findQuote(text, quote, range.start)
}

/** The emphasized words of a line in its new text, without those that were cut. */
export function carriedEmphasis(emphasis: readonly Emphasis[], oldText: string, newText: string): Emphasis[] {
  if (oldText === newText) return [...emphasis]
  const carried = new Map<number, Emphasis>()
  for (const [at, length] of emphasis) {
    const found = findQuote(newText, oldText.slice(at, at + length), at)
    if (found) carried.set(found.start, [found.start, found.end - found.start])
  }
  return [...carried.values()].sort(([a], [b]) => a - b)
}
