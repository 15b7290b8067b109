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

const areCut = (a: LineChange, b: LineChange) => a.kind === 'cut' && b.kind === 'cut' && a.old! + 1 === b.old

/**
 * The changes that belong to a moved block which began before them: its other lines, what is reworded, new or cut between
 * them, and what is new at the end of a scene that moved. A scene that was cut after it is a change of its own.
 */
function insideMoved(
  changes: readonly LineChange[],
  old: readonly Pick<MatchedLine, 'type'>[],
  next: readonly Pick<MatchedLine, 'type'>[],
): ReadonlySet<LineChange> {
  const isHeading = (change: LineChange) =>
    kindOfLine(change.new === undefined ? old[change.old!]! : next[change.new]!) === 'heading'
  const inside = new Set<LineChange>()
  /** Lines that follow each other in the old draft, with new ones between them. */
  let run = { start: 0, end: 0, isMoved: false }
  let last: number | undefined
  const endRun = () => {
    if (!run.isMoved) return
    let { end } = run
    if (changes.slice(run.start, end).some((change) => change.new !== undefined && isHeading(change)))
      while (changes[end]?.kind === 'new' && !isHeading(changes[end]!)) end += 1
    for (const change of changes.slice(run.start + 1, end)) inside.add(change)
  }
  for (const [at, change] of changes.entries()) {
    if (change.kind === 'new') continue
    const isNext = last !== undefined && change.old === last + 1 && change.kind !== 'same'
    if (!isNext || (change.kind === 'cut' && isHeading(change))) {
      endRun()
      run = { start: at, end: at, isMoved: false }
    }
    run.end = at + 1
    run.isMoved ||= change.kind === 'moved'
    last = change.kind === 'same' ? undefined : change.old
  }
  endRun()
  return inside
}

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

  const moved = insideMoved(changes, old, next)
  const belongs = (a: LineChange, b: LineChange) => moved.has(b) || isOneSpeech(a, b) || areCut(a, b)
  const places: { start: number; changes: LineChange[] }[] = []
  let before: LineChange | undefined
  let at = 0
  for (const change of changes) {
    if (change.kind !== 'same') {
      if (before && before.kind !== 'same' && belongs(before, change)) places.at(-1)!.changes.push(change)
      else places.push({ start: at, changes: [change] })
    }
    if (change.new !== undefined) at = change.new + 1
    before = change
  }
  return places.map(({ start, changes: own }) => ({
    start,
    end: start + own.filter((change) => change.new !== undefined).length,
    kinds: new Set(own.map(({ kind }) => kind)),
    cut: own.flatMap(({ kind, old: index }) => (kind === 'cut' ? [index!] : [])),
    changes: own,
  }))
}
