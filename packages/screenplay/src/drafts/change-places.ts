import type { ChangeKind, LineChange } from './line-changes.ts'
import { kindOfLine, type MatchedLine } from './normal-line.ts'
import { speechNumbers } from './speeches.ts'

/** One change for the reader: changed lines of one speech, a moved block, or a run of cut lines. */
export type ChangePlace = {
  /** Indexes of the new lines; `end` is exclusive, and `start` where only lines were cut. */
  start: number
  end: number
  kinds: ReadonlySet<ChangeKind>
  /** Indexes of the old lines that were cut. */
  cut: number[]
  changes: LineChange[]
}

const isOneBlock = (a: LineChange, b: LineChange) =>
  a.old !== undefined &&
  a.old + 1 === b.old &&
  (a.kind === 'moved' || b.kind === 'moved' || (a.kind === 'cut' && b.kind === 'cut'))

/** The places where something changed, in order. */
export function changePlaces(
  changes: readonly LineChange[],
  old: readonly Pick<MatchedLine, 'type'>[],
  next: readonly Pick<MatchedLine, 'type'>[],
): ChangePlace[] {
  const newSpeech = speechNumbers(next)
  const oldSpeech = speechNumbers(old)
  /** What is left of each old speech, by number. */
  const left = new Map<number, Set<number>>()
  for (const change of changes)
    if (change.old !== undefined && change.new !== undefined) {
      const speeches = left.get(oldSpeech[change.old]!) ?? new Set()
      left.set(oldSpeech[change.old]!, speeches.add(newSpeech[change.new]!))
    }
  const isOneSpeech = (a: LineChange, b: LineChange): boolean => {
    if (a.new !== undefined && b.new !== undefined) return newSpeech[a.new] === newSpeech[b.new]
    if (a.old !== undefined && b.old !== undefined) return oldSpeech[a.old] === oldSpeech[b.old]
    const [cut, other] = a.new === undefined ? [a, b] : [b, a]
    return left.get(oldSpeech[cut.old!]!)?.has(newSpeech[other.new!]!) === true
  }

  const places: { start: number; changes: LineChange[] }[] = []
  let before: LineChange | undefined
  let at = 0
  for (const change of changes) {
    if (change.kind !== 'same') {
      if (before && before.kind !== 'same' && (isOneSpeech(before, change) || isOneBlock(before, change)))
        places.at(-1)!.changes.push(change)
      else places.push({ start: at, changes: [change] })
    }
    if (change.new !== undefined) at = change.new + 1
    before = change
  }
  // The cues of a renamed character alone are no place.
  const isCue = ({ kind, new: index }: LineChange) =>
    kind === 'reworded' && kindOfLine(next[index!]!) === 'cue'
  return places
    .filter((place) => !place.changes.every(isCue))
    .map(({ start, changes: own }) => ({
      start,
      end: start + own.filter((change) => change.new !== undefined).length,
      kinds: new Set(own.map(({ kind }) => kind)),
      cut: own.flatMap(({ kind, old: index }) => (kind === 'cut' ? [index!] : [])),
      changes: own,
    }))
}
