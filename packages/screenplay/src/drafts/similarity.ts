import type { Matching } from './matching.ts'

/** Least share of common words (Dice) of a reworded line. */
export const LEAST_DICE = 0.5
const LEAST_OTHER_KIND = 0.75

export const dice = (shared: number, a: readonly unknown[], b: readonly unknown[]): number =>
  shared === 0 ? 0 : (2 * shared) / (a.length + b.length)

/** Number of words of line `i` that are in each line of a run of the new draft; by posting lists, in linear time. */
export class SharedWords {
  readonly #matching: Matching
  readonly #lines = new Map<number, number[]>()
  readonly #counts: Int32Array

  constructor(matching: Matching, start: number, end: number) {
    this.#matching = matching
    this.#counts = new Int32Array(end - start)
    for (let j = start; j < end; j++)
      for (const word of matching.next.words[j]!) {
        const lines = this.#lines.get(word)
        if (lines) lines.push(j - start)
        else this.#lines.set(word, [j - start])
      }
  }

  /** Valid until the next call. */
  of(i: number): Int32Array {
    this.#counts.fill(0)
    for (const word of this.#matching.old.words[i]!)
      for (const at of this.#lines.get(word) ?? []) this.#counts[at]! += 1
    return this.#counts
  }
}

const WEIGHED_WORDS = 12

/** How much speaks for pairing two lines; 0 if they are no pair. */
export function likeness(matching: Matching, i: number, j: number, shared: number): number {
  const { old, next } = matching
  const [a, b] = [old.lines[i]!, next.lines[j]!]
  const [words, others] = [old.words[i]!, next.words[j]!]
  const bySpeaker = a.kind !== 'cue' && a.speaker !== undefined && a.speaker === b.speaker ? 0.15 : 0
  if (matching.isEqual(i, j)) {
    if (a.kind === 'cue') return 0.4
    return 1 + 0.2 * Math.min(words.length, WEIGHED_WORDS) + bySpeaker
  }
  if (a.kind === 'cue' || b.kind === 'cue') return 0
  const same = dice(shared, words, others)
  if (a.kind !== b.kind && (same < LEAST_OTHER_KIND || shared < 3)) return 0
  if (same < LEAST_DICE) {
    const isTrimmed = a.kind === b.kind && shared >= PHRASE_WORDS && isPhraseOf(a.key, b.key, a.kind.length)
    return isTrimmed ? LEAST_DICE * (0.6 + 0.2 * Math.min(shared, WEIGHED_WORDS)) + bySpeaker : 0
  }
  const weight = Math.min(Math.max(words.length, others.length), WEIGHED_WORDS)
  // One common word of two or three says little.
  if (shared < 2 && weight > 1) return 0.2 + bySpeaker
  return same * (0.6 + 0.2 * weight) + (a.kind === b.kind ? 0.15 : 0) + bySpeaker
}

/** Words at the start or end of a line that are all that is left of it: a speech that was trimmed. */
const PHRASE_WORDS = 4

const isPhraseOf = (one: string, other: string, start: number): boolean => {
  const [short, long] = one.length < other.length ? [one, other] : [other, one]
  const phrase = short.slice(start + 1).replace(/[.,!?]$/, '')
  return long.startsWith(phrase, start + 1) || long.endsWith(short.slice(start + 1))
}

/** Share of a short line that a correction leaves. */
const LEAST_LETTERS = 0.7

const LEAST_LENGTH = 5

/** Likewise for lines of a few words that start and end alike: "Runing." and "Running!". */
export function correction({ old, next }: Matching, i: number, j: number): number {
  const [a, b] = [old.lines[i]!, next.lines[j]!]
  const [short, other] = [old.short[i], next.short[j]]
  if (short === undefined || other === undefined || a.kind !== b.kind) return 0
  if (old.words[i]!.length !== next.words[j]!.length || !isTypo(short, other)) return 0
  return a.speaker === b.speaker ? 0.75 : 0.6
}

function isTypo(a: string, b: string): boolean {
  const [shorter, longer] = [Math.min(a.length, b.length), Math.max(a.length, b.length)]
  if (longer < LEAST_LENGTH || shorter < longer * LEAST_LETTERS) return false
  let before = 0
  while (before < shorter && a[before] === b[before]) before++
  let after = 0
  while (after < shorter - before && a.at(-1 - after) === b.at(-1 - after)) after++
  return before + after >= longer * LEAST_LETTERS
}

/** How much a pair supports the pair of the lines directly below: a cue belongs to its speech. */
export function support(matching: Matching, i: number): number {
  const kind = matching.old.lines[i]?.kind
  return kind === 'cue' || kind === 'aside' || kind === 'heading' ? 0.5 : 0.25
}
