import type { DraftText } from './draft-text.ts'
import type { Matching } from './matching.ts'
import { headsOf, scenesOf, speechesOf, type Part } from './parts-of-draft.ts'
import { renamedAmong } from './renamed-characters.ts'
import { dice, LEAST_DICE } from './similarity.ts'

/** How many words of a part are in a part of the new draft. */
type Vote = { i: number; j: number; words: number }

/**
 * Cues and headings repeat, so that the text alone does not tell which is which: a cue belongs to its speech, and a
 * heading to its scene.
 */
export function pairHeads(matching: Matching): void {
  const { old, next } = matching
  const renamed = renames(matching)
  repair(matching, speechesOf(old), speechesOf(next), (i, j) => {
    if (matching.isEqual(i, j)) return 2
    const [was, is] = [old.lines[i]!.speaker, next.lines[j]!.speaker]
    return was !== undefined && is !== undefined && renamed.get(was) === is ? 1 : 0
  })
  repair(matching, scenesOf(old), scenesOf(next), (i, j) => {
    if (matching.isEqual(i, j)) return 2
    return dice(matching.shared(i, j), old.words[i]!, next.words[j]!) >= LEAST_DICE ? 1 : 0
  })
  pairAsides(matching)
}

/** Pairs heads by the lines of their parts; `fit` is 0 if two heads are no pair, 2 if they are equal. */
function repair(
  matching: Matching,
  olds: readonly Part[],
  news: readonly Part[],
  fit: (i: number, j: number) => number,
): void {
  const votes = votesOf(matching, olds, headsOf(news)).filter(({ i, j }) => fit(i, j) > 0)
  const equal = votes.filter(({ i, j }) => matching.isEqual(i, j))
  const voted = {
    old: new Set(equal.map(({ i }) => i)),
    new: new Set(equal.map(({ j }) => j)),
    pairs: new Set(votes.map(({ i, j }) => `${i} ${j}`)),
  }
  const oldLines = new Map(olds.map(({ head, lines }) => [head, lines.length]))
  const newLines = new Map(news.map(({ head, lines }) => [head, lines.length]))
  for (const { head } of olds) {
    const j = matching.newOf(head)
    if (j === undefined || voted.pairs.has(`${head} ${j}`)) continue
    // A head without lines of its own has no better place.
    if ((voted.old.has(head) && newLines.get(j)! > 0) || (voted.new.has(j) && oldLines.get(head)! > 0))
      matching.part(head, j)
  }
  votes.sort((a, b) => fit(b.i, b.j) - fit(a.i, a.j) || b.words - a.words || a.i - b.i || a.j - b.j)
  for (const { i, j } of votes) if (matching.isFree(i, j)) matching.pair(i, j)
  for (const { head } of olds) {
    const j = matching.newOf(head)
    if (j !== undefined && !voted.pairs.has(`${head} ${j}`) && !hasNeighbours(matching, head, j))
      matching.part(head, j)
  }
}

/** The lines of each part and where they are now. A small share of a part is no vote. */
function votesOf(matching: Matching, parts: readonly Part[], headOf: ReadonlyMap<number, number>): Vote[] {
  return parts.flatMap(({ head: i, lines }) => {
    const words = new Map<number, number>()
    for (const line of lines) {
      const j = matching.newOf(line)
      const head = j === undefined ? undefined : headOf.get(j)
      if (head !== undefined) words.set(head, (words.get(head) ?? 0) + 1 + matching.old.words[line]!.length)
    }
    const most = Math.max(...words.values())
    return [...words].flatMap(([j, count]): Vote[] => (count * 4 >= most ? [{ i, j, words: count }] : []))
  })
}

/** Lines between a pair without a part in common and the next pairs. */
const BETWEEN = 4

/** Whether pairs directly before or after show that a head without any line in common stayed. */
function hasNeighbours(matching: Matching, i: number, j: number): boolean {
  const [oldCount, newCount] = [matching.old.keys.length, matching.next.keys.length]
  const isNear = (step: 1 | -1) => {
    for (let distance = 1; distance <= BETWEEN; distance++) {
      const at =
        i + step * distance < 0
          ? -1
          : i + step * distance >= oldCount
            ? newCount
            : matching.newOf(i + step * distance)
      if (at !== undefined) return (at - j) * step > 0 && Math.abs(at - j) <= BETWEEN
    }
    return false
  }
  return isNear(-1) && isNear(1)
}

/** "(beat)" belongs to its speech. */
function pairAsides(matching: Matching): void {
  const speeches = { old: speechesOf(matching.old), next: speechesOf(matching.next) }
  const oldHeads = headsOf(speeches.old)
  const newHeads = headsOf(speeches.next)
  const isShortAside = (i: number) =>
    matching.old.lines[i]!.kind === 'aside' && matching.old.words[i]!.length < 4
  for (const [i, head] of oldHeads) {
    const j = isShortAside(i) ? matching.newOf(i) : undefined
    if (j === undefined) continue
    const to = newHeads.get(j)
    const isLinked = matching.newOf(i - 1) === j - 1 || matching.newOf(i + 1) === j + 1
    const cue = matching.newOf(head)
    if (!isLinked && to !== undefined && cue !== undefined && cue !== to) matching.part(i, j)
  }
  const newLines = new Map(speeches.next.map(({ head, lines }) => [head, lines]))
  for (const { head, lines } of speeches.old)
    for (const i of lines.filter((line) => isShortAside(line) && matching.newOf(line) === undefined)) {
      const j = newLines
        .get(matching.newOf(head) ?? -1)
        ?.find((line) => matching.isFree(i, line) && matching.isEqual(i, line))
      if (j !== undefined) matching.pair(i, j)
    }
}

const named = ({ lines }: DraftText) => new Set(lines.map(({ speaker }) => speaker))

/** The new names of speakers. */
function renames(matching: Matching): ReadonlyMap<string, string> {
  const { old, next } = matching
  const spoken = old.lines.flatMap(({ kind, speaker }, i): [string | undefined, string | undefined][] => {
    const j = kind === 'speech' ? matching.newOf(i) : undefined
    return j === undefined ? [] : [[speaker, next.lines[j]!.speaker]]
  })
  return new Map(renamedAmong(spoken, named(old), named(next)).map(({ from, to }) => [from, to]))
}
