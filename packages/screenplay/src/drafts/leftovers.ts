import type { Matching } from './matching.ts'
import { dice, LEAST_DICE, likeness } from './similarity.ts'

/** Lines around the expected place of a line that are near. */
const NEAR = 15
/** Equal lines far away: words, with their cue. */
const LEAST_WORDS = 5
/** Reworded lines: common words, and share of common words. */
const NEAR_WORDS = 3
const FAR_WORDS = 6
const FAR_DICE = 0.65
/** Lines with the same text or word that are looked at. */
const MOST_LINES = 30

type Candidate = { i: number; j: number; score: number }

/** Pairs single lines that changed places: nearby ones, and long ones anywhere. */
export function pairLeftovers(matching: Matching): void {
  const { old, next } = matching
  const free = (draft: typeof old, other: (index: number) => number | undefined) =>
    draft.lines.flatMap(({ kind }, index) => (kind === 'cue' || other(index) !== undefined ? [] : [index]))
  const olds = free(old, (i) => matching.newOf(i))
  const news = free(next, (j) => matching.oldOf(j))
  if (olds.length === 0 || news.length === 0) return
  const byKey = grouped(news.map((j): [number, number] => [next.keys[j]!, j]))
  const byWord = grouped(news.flatMap((j) => next.words[j]!.map((word): [number, number] => [word, j])))
  const expected = expectedPlaces(matching)
  const isFree = new Set(news)
  const candidates = olds.flatMap((i): Candidate[] => {
    const places = expected(i)
    const known = new Set(old.words[i])
    const near = new Set(
      places.flatMap((place) => {
        const start = Math.max(0, place - NEAR)
        return Array.from({ length: 2 * NEAR + 1 }, (_, at) => start + at).filter((j) => isFree.has(j))
      }),
    )
    const equal = byKey.get(old.keys[i]!) ?? []
    const alike = old.words[i]!.flatMap((word) => {
      const lines = byWord.get(word) ?? []
      return lines.length > MOST_LINES ? [] : lines
    })
    const all = new Set([...near, ...(equal.length > MOST_LINES ? [] : equal), ...most(alike)])
    return [...all].flatMap((j): Candidate[] => {
      const score = scoreOf(matching, i, j, known, near.has(j))
      const away = Math.min(...places.map((place) => Math.abs(place - j)), next.keys.length)
      return score > 0 ? [{ i, j, score: score - away / (10 * next.keys.length) }] : []
    })
  })
  candidates.sort((a, b) => b.score - a.score || a.i - b.i || a.j - b.j)
  for (const { i, j } of candidates) if (matching.isFree(i, j)) matching.pair(i, j)
}

function scoreOf(
  matching: Matching,
  i: number,
  j: number,
  known: ReadonlySet<number>,
  isNear: boolean,
): number {
  const { old, next } = matching
  const [a, b] = [old.lines[i]!, next.lines[j]!]
  const [words, others] = [old.words[i]!, next.words[j]!]
  if (a.kind !== b.kind || a.kind === 'heading') return 0
  const shared = others.filter((word) => known.has(word)).length
  if (matching.isEqual(i, j)) {
    const cue = i > 0 && j > 0 && old.lines[i - 1]!.kind === 'cue' && matching.isEqual(i - 1, j - 1) ? 1 : 0
    const isClear = isNear ? words.length + cue > 1 && a.kind !== 'aside' : words.length + cue >= LEAST_WORDS
    return isClear ? likeness(matching, i, j, shared) + 1 : 0
  }
  const same = dice(shared, words, others)
  const isClear = isNear
    ? same >= LEAST_DICE && shared >= NEAR_WORDS
    : same >= FAR_DICE && shared >= FAR_WORDS
  return isClear ? likeness(matching, i, j, shared) : 0
}

const grouped = (entries: readonly (readonly [number, number])[]): Map<number, number[]> => {
  const groups = new Map<number, number[]>()
  for (const [key, value] of entries) {
    const group = groups.get(key)
    if (group) group.push(value)
    else groups.set(key, [value])
  }
  return groups
}

const MOST_ALIKE = 8

/** The lines that occur most often. */
const most = (lines: readonly number[]): number[] => {
  const counts = new Map<number, number>()
  for (const line of lines) counts.set(line, (counts.get(line) ?? 0) + 1)
  return [...counts]
    .filter(([, count]) => count > 2)
    .sort((a, b) => b[1] - a[1] || a[0] - b[0])
    .slice(0, MOST_ALIKE)
    .map(([line]) => line)
}

/** Where a line would be, by the pairs before and after it. */
function expectedPlaces(matching: Matching): (i: number) => number[] {
  const count = matching.old.keys.length
  const before = new Int32Array(count).fill(-1)
  const after = new Int32Array(count).fill(-1)
  for (let [i, last] = [0, -1]; i < count; i++) {
    if (matching.newOf(i) !== undefined) last = i
    before[i] = last
  }
  for (let [i, last] = [count - 1, -1]; i >= 0; i--) {
    if (matching.newOf(i) !== undefined) last = i
    after[i] = last
  }
  return (i) =>
    [before[i]!, after[i]!]
      .filter((pair) => pair >= 0 && Math.abs(pair - i) <= NEAR)
      .map((pair) => matching.newOf(pair)! + i - pair)
}
