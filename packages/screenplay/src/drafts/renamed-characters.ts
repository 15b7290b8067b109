import type { LineChange } from './line-changes.ts'
import { kindOfLine, type MatchedLine } from './normal-line.ts'

const named = (lines: readonly MatchedLine[]) => new Set(lines.map(({ character }) => character))

/** `lines`: how many lines of the speeches were found again. */
type Renamed = { from: string; to: string; lines: number }

/**
 * Characters without a cue in the new draft, most of whose lines are now spoken by one character that had no cue in the
 * old draft. Most lines first; each new name is proposed once.
 */
export function renamedCharacters(
  old: readonly MatchedLine[],
  next: readonly MatchedLine[],
  changes: readonly LineChange[],
): Renamed[] {
  const spoken = changes.flatMap((change): [string | undefined, string | undefined][] =>
    change.old === undefined || change.new === undefined || kindOfLine(old[change.old]!) !== 'speech'
      ? []
      : [[old[change.old]!.character, next[change.new]!.character]],
  )
  return renamedAmong(spoken, named(old), named(next))
}

/** The changes when only these characters were renamed: the cues of others were cut, and others are new. */
export const withRenamed = (
  changes: readonly LineChange[],
  old: readonly MatchedLine[],
  next: readonly MatchedLine[],
  renamed: readonly Pick<Renamed, 'from' | 'to'>[],
): LineChange[] =>
  changes.flatMap((change): LineChange[] => {
    if (change.kind !== 'reworded' || kindOfLine(next[change.new!]!) !== 'cue') return [change]
    const [was, is] = [old[change.old!]!.character, next[change.new!]!.character]
    if (renamed.some(({ from, to }) => from === was && to === is)) return [change]
    return [
      { kind: 'cut', old: change.old! },
      { kind: 'new', new: change.new! },
    ]
  })

/** Likewise, from the names who spoke and speak each line. */
export function renamedAmong(
  spoken: readonly (readonly [was: string | undefined, is: string | undefined])[],
  before: ReadonlySet<string | undefined>,
  after: ReadonlySet<string | undefined>,
): Renamed[] {
  const speakers = new Map<string, Map<string | undefined, number>>()
  for (const [was, is] of spoken) {
    if (was === undefined || after.has(was)) continue
    const by = speakers.get(was) ?? new Map<string | undefined, number>()
    speakers.set(was, by.set(is, (by.get(is) ?? 0) + 1))
  }
  const found = [...speakers].flatMap(([from, by]) => {
    const all = [...by.values()].reduce((sum, lines) => sum + lines, 0)
    return [...by].flatMap(([to, lines]): Renamed[] =>
      to !== undefined && !before.has(to) && lines * 2 > all ? [{ from, to, lines }] : [],
    )
  })
  found.sort((a, b) => b.lines - a.lines)
  return found.filter(({ to }, index) => found.findIndex((other) => other.to === to) === index)
}
