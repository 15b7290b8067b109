import type { Reference } from './pronouns.ts'

/** Trust in a pronoun that refers to the last speaker or the previous paragraph. */
const CARRIED = 0.5

/** Whom a paragraph has mentioned so far. */
export class References {
  /** In this sentence. */
  here: Reference[] = []
  /** In the sentence before. */
  before: readonly Reference[]
  /** In earlier sentences of the paragraph. */
  readonly earlier: Reference[] = []
  /** Share of a pronoun's weight if it refers to the sentence before. */
  trust = CARRIED

  constructor(carried: readonly Reference[]) {
    this.before = carried
  }

  /** Those to whom a pronoun refers first. */
  get nearest(): readonly Reference[] {
    return this.here.length > 0 ? this.here : this.before
  }

  get all(): readonly Reference[] {
    return [...this.here, ...this.before, ...this.earlier]
  }

  endSentence(): void {
    if (this.here.length === 0) return
    if (this.trust === 1) this.earlier.push(...this.before)
    this.before = this.here
    this.trust = 1
    this.here = []
  }
}
