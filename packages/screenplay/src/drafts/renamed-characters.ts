import type { LineChange } from './line-changes.ts'
import { kindOfLine, type MatchedLine } from './normal-line.ts'

const charactersOf = (lines: readonly MatchedLine[]) =>
  new Set(lines.flatMap((line) => (line.character === undefined ? [] : [line.character])))

type Renamed = { from: string; to: string; /** Speeches' lines that were found again. */ lines: number }

/**
 * Characters without a cue in the new draft, most of whose lines are now spoken by one character that had no cue in the
 * old draft. Most lines first; each new name is proposed once.
 */
export function renamedCharacters(
  old: readonly MatchedLine[],
  next: readonly MatchedLine[],
  changes: readonly LineChange[],
): Renamed[] {
  const [before, after] = [charactersOf(old), charactersOf(next)]
  const spoken = new Map<string, Map<string, number>>()
  for (const change of changes) {
    if (change.old === undefined || change.new === undefined) continue
    const [was, is] = [old[change.old]!, next[change.new]!]
    if (kindOfLine(was) !== 'speech' || was.character === undefined || after.has(was.character)) continue
    const by = spoken.get(was.character) ?? new Map<string, number>()
    spoken.set(was.character, by)
    const now = is.character ?? ''
    by.set(now, (by.get(now) ?? 0) + 1)
  }
  const found: Renamed[] = []
  for (const [from, by] of spoken) {
    const all = [...by.values()].reduce((sum, lines) => sum + lines, 0)
    for (const [to, lines] of by)
      if (to !== '' && !before.has(to) && lines * 2 > all) found.push({ from, to, lines })
  }
  found.sort((a, b) => b.lines - a.lines)
  return found.filter(({ to }, index) => found.findIndex((other) => other.to === to) === index)
}
