import { increasing } from './increasing.ts'
import { kindOfLine, type MatchedLine } from './normal-line.ts'

export type ChangeKind = 'same' | 'reworded' | 'moved' | 'new' | 'cut'
/** Indexes into the lines; `old` is absent for a new line, `new` for a cut one. */
export type LineChange = { kind: ChangeKind; old?: number; new?: number }

/** A line of the old draft, and what it became. */
export type Pair = { old: number; new: number; equal: boolean }

/**
 * The change of each line, from its pairs, which are in the order of the new lines. Equal lines in a longest ascending sequence are the same, others moved; a line that was moved and reworded is reworded.
 */
export function lineChanges(
  pairs: readonly Pair[],
  old: readonly MatchedLine[],
  next: readonly MatchedLine[],
): LineChange[] {
  const [oldCount, newCount] = [old.length, next.length]
  const inOrder = ascending(pairs, isLater(old, next))
  const newOf = new Int32Array(oldCount).fill(-1)
  const changes: LineChange[] = Array.from({ length: newCount }, (_, index) => ({ kind: 'new', new: index }))
  for (const pair of pairs) {
    newOf[pair.old] = pair.new
    const kind = !pair.equal ? 'reworded' : inOrder.has(pair) ? 'same' : 'moved'
    changes[pair.new] = { kind, old: pair.old, new: pair.new }
  }
  const cutAfter = new Map<number, LineChange[]>()
  for (const [index, after] of cutPlaces(newOf, old).entries())
    if (newOf[index]! < 0) {
      const cut = cutAfter.get(after)
      if (cut) cut.push({ kind: 'cut', old: index })
      else cutAfter.set(after, [{ kind: 'cut', old: index }])
    }
  return [
    ...(cutAfter.get(-1) ?? []),
    ...changes.flatMap((change, index) => [change, ...(cutAfter.get(index) ?? [])]),
  ]
}

/** The new line that each cut line follows: the line before it, or it is above the line after it. The same scene first. */
function cutPlaces(newOf: Int32Array, old: readonly MatchedLine[]): number[] {
  let scene = 0
  const scenes = old.map((line) => (kindOfLine(line) === 'heading' ? ++scene : scene))
  const next: number[] = []
  for (let [index, last] = [old.length - 1, -1]; index >= 0; index--) {
    if (newOf[index]! >= 0) last = index
    next[index] = last
  }
  let before = -1
  return newOf.reduce<number[]>((places, survivor, index) => {
    if (survivor >= 0) before = index
    const after = next[index]!
    const isAbove =
      after >= 0 && (before < 0 || (scenes[before] !== scenes[index] && scenes[after] === scenes[index]))
    places.push(isAbove ? newOf[after]! - 1 : before < 0 ? -1 : newOf[before]!)
    return places
  }, [])
}

/** A longest sequence of pairs that ascends on both sides: the same one in both directions. */
const ascending = (pairs: readonly Pair[], isMirrored: boolean): ReadonlySet<Pair> => {
  const sorted = isMirrored ? [...pairs].sort((a, b) => a.old - b.old) : pairs
  const marked = increasing(sorted.map((pair) => (isMirrored ? pair.new : pair.old)))
  return new Set(sorted.filter((_, index) => marked[index]))
}

/**
 * Orders two drafts, so that both directions of a comparison do the same work and mirror each other: the shorter one is
 * first, then the one with the lower text.
 */
export function isLater(old: readonly MatchedLine[], next: readonly MatchedLine[]): boolean {
  if (old.length !== next.length) return old.length > next.length
  for (const [index, line] of old.entries())
    for (const field of ['text', 'type', 'character'] as const) {
      const [a = '', b = ''] = [line[field], next[index]![field]]
      if (a !== b) return a > b
    }
  return false
}
