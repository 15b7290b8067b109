import { wordSet } from '../word-set.ts'
import { genderOfName, type Gender } from './cue-words.ts'
import { WEIGHT, type Findings } from './evidence.ts'
import type { Mention, NameIndex } from './mentions.ts'
import type { Token } from './tokens.ts'
import { COUNTS } from './word-lists.ts'

const BEFORE_NAME = wordSet(', : ( — – -- named called')
/** "The men:" introduces at most this many names. */
const MAX_LISTED = 4
const BETWEEN_LISTED = wordSet(', and &')
const AFTER_LISTED = wordSet('( , : and & . ! — – --')

/** The persons announced by "two men": how many are left, and whether one has been named. */
type Count = { gender: Gender; left: number; isBegun: boolean }

/** Reads words around names in action: "Mr. BAUM", "DAVID BAUM", "Two men, SHAG and BO". */
export class Introductions {
  readonly #names: NameIndex
  readonly #findings: Findings
  readonly #met = new Set<number>()
  #counted: Count | undefined

  constructor(names: NameIndex, findings: Findings) {
    this.#names = names
    this.#findings = findings
  }

  endCount(): void {
    this.#counted = undefined
  }

  /** Starts counting after "two men": names that follow directly, or start a later sentence. */
  count(tokens: readonly Token[], at: number, gender: Gender): void {
    const count = Math.max(...[1, 2, 3].map((back) => COUNTS[tokens[at - back]?.lower ?? ''] ?? 0))
    const next = tokens[at + 1]
    if (count > 0 || (next?.isSign && !next.isStop))
      this.#counted = { gender, left: count || MAX_LISTED, isBegun: false }
  }

  read(tokens: readonly Token[], at: number, mention: Mention): void {
    const previous = tokens[at - 1]
    if (previous?.isCapital && previous.honorific)
      this.#findings.addHonorific(mention, previous.honorific, previous.lower)
    else if (previous?.isCapital && genderOfName(previous.upper)) this.#readFirstName(tokens, at - 1, mention)
    this.#readCount(tokens, at, mention)
  }

  #readCount(tokens: readonly Token[], at: number, { person, length }: Mention): void {
    const isMet = this.#met.has(person)
    this.#met.add(person)
    const counted = this.#counted
    if (!counted || isMet) return
    const previous = tokens[at - 1]
    const next = tokens[at + length]
    const isNamed =
      previous === undefined || previous.isStop
        ? next === undefined || AFTER_LISTED.has(next.lower)
        : (counted.isBegun ? BETWEEN_LISTED : BEFORE_NAME).has(previous.lower) ||
          previous.plural !== undefined
    // "Two men drag NORA into a van": NORA is not one of them.
    if (!isNamed || this.#findings.isOther(person, counted.gender)) return void (this.#counted = undefined)
    this.#findings.add(person, counted.gender, WEIGHT.counted, counted.gender === 'male' ? 'men' : 'women')
    counted.isBegun = true
    if (--counted.left === 0) this.#counted = undefined
  }

  /** DAVID BAUM if the cue is BAUM. */
  #readFirstName(tokens: readonly Token[], at: number, { person }: Mention): void {
    const { upper } = tokens[at]!
    if (this.#findings.cues[person] || this.#names.at(tokens, at)) return
    this.#findings.add(person, genderOfName(upper)!, WEIGHT.firstName, upper)
  }
}
