import type { DraftText } from './draft-text.ts'
import type { Pair } from './line-changes.ts'

const NONE = -1

/** The pairs found so far. */
export class Matching {
  readonly old: DraftText
  readonly next: DraftText
  readonly #newOf: Int32Array
  readonly #oldOf: Int32Array

  constructor(old: DraftText, next: DraftText) {
    this.old = old
    this.next = next
    this.#newOf = new Int32Array(old.keys.length).fill(NONE)
    this.#oldOf = new Int32Array(next.keys.length).fill(NONE)
  }

  newOf(i: number): number | undefined {
    const j = this.#newOf[i]
    return j === NONE ? undefined : j
  }

  oldOf(j: number): number | undefined {
    const i = this.#oldOf[j]
    return i === NONE ? undefined : i
  }

  isFree(i: number, j: number): boolean {
    return this.#newOf[i] === NONE && this.#oldOf[j] === NONE
  }

  pair(i: number, j: number): void {
    this.part(i, j)
    this.#newOf[i] = j
    this.#oldOf[j] = i
  }

  /** Removes the pairs of both lines. */
  part(i: number, j: number): void {
    const [newOfI, oldOfJ] = [this.newOf(i), this.oldOf(j)]
    if (newOfI !== undefined) this.#oldOf[newOfI] = NONE
    if (oldOfJ !== undefined) this.#newOf[oldOfJ] = NONE
    this.#newOf[i] = NONE
    this.#oldOf[j] = NONE
  }

  isEqual(i: number, j: number): boolean {
    return this.old.keys[i] === this.next.keys[j]
  }

  /** Number of words that two lines have in common. */
  shared(i: number, j: number): number {
    const words = new Set(this.old.words[i])
    return this.next.words[j]!.filter((word) => words.has(word)).length
  }

  /** In the order of the new lines. */
  pairs(): Pair[] {
    return Array.from(this.#oldOf, (i, j) => ({
      old: i,
      new: j,
      equal: i !== NONE && this.isEqual(i, j),
    })).filter(({ old }) => old !== NONE)
  }
}
