import { wordSet } from '../word-set.ts'
import { genderOfName, type Gender } from './cue-words.ts'
import { WEIGHT, type Findings } from './evidence.ts'
import type { Mention, NameIndex } from './mentions.ts'
import type { Token } from './tokens.ts'
import { COUNTS } from './word-lists.ts'

const APPOSITION_REACH = 7
/** Words that may appear between a name and its apposition. */
const AFTER_NAME = wordSet(', ( ) — – -- late early mid in age aged about now his her years year is was')
const DETERMINERS = wordSet('a an the another our their une un ein eine una en')
const ENDS_PHRASE = wordSet('with who in of at and on to from for as whose by has is')
const BEFORE_NAME = wordSet(', : ( — – -- named called')
/** "The men:" introduces at most this many names. */
const MAX_LISTED = 4
const BETWEEN_LISTED = wordSet(', and &')
const AFTER_LISTED = wordSet('( , : and & . ! — – --')

/** The persons announced by "two men": how many are left, and whether one has been named. */
type Count = { gender: Gender; left: number; isBegun: boolean }

/** Reads words around names in action: "his wife SANDRA", "Two men, SHAG and BO", "BO (40s), a burly man". */
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

  /** `used` contains the nouns already assigned to an earlier name. */
  read(tokens: readonly Token[], at: number, mention: Mention, used: Set<number>): void {
    const { length } = mention
    const isTold = this.#readBefore(tokens, at, mention, used)
    this.#readCount(tokens, at, mention)
    let next = at + length
    // Skips a surname that is in no cue.
    while (next < at + length + 2 && tokens[next]?.isCapital && !this.#names.at(tokens, next)) next++
    const start = next
    let years: number | undefined
    while (
      next < start + APPOSITION_REACH &&
      (tokens[next]?.years !== undefined || AFTER_NAME.has(tokens[next]?.lower ?? ''))
    ) {
      years ??= tokens[next]!.years
      next++
    }
    const first = tokens[start]
    if (next === start || !(first!.isSign || first!.lower === 'is' || first!.lower === 'was')) return
    if (years !== undefined) this.#findings.noteYears(mention, years)
    // "A woman (ADA), a man (BO) and a dog": the next noun belongs to someone else.
    if (isTold) return
    if (DETERMINERS.has(tokens[next]?.lower ?? '') || tokens[next]?.isPossessive)
      this.#readApposition(tokens, next + 1, mention, used)
  }

  /** Returns whether the name is in apposition to a noun before it. */
  #readBefore(tokens: readonly Token[], at: number, mention: Mention, used: ReadonlySet<number>): boolean {
    const { person, length } = mention
    const evidence = this.#findings.evidence[person]!
    const previous = tokens[at - 1]
    const beyond = tokens[at - 2]
    if (previous?.isCapital && previous.honorific)
      this.#findings.addHonorific(mention, previous.honorific, previous.lower)
    else if (previous?.noun) evidence.add(previous.noun, WEIGHT.before, previous.lower)
    else if (previous?.isCapital && genderOfName(previous.upper)) this.#readFirstName(tokens, at - 1, mention)
    else if (
      beyond?.noun &&
      BEFORE_NAME.has(previous!.lower) &&
      !used.has(at - 2) &&
      tokens[at + length]?.isSign
    ) {
      evidence.add(beyond.noun, WEIGHT.before / 2, beyond.lower)
      return true
    }
    return false
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

  #readApposition(tokens: readonly Token[], from: number, mention: Mention, used: Set<number>): void {
    const { person } = mention
    for (let at = from; at < from + APPOSITION_REACH; at++) {
      const token = tokens[at]
      if (!token || (token.isSign && token.lower !== ',') || ENDS_PHRASE.has(token.lower)) return
      if (token.years !== undefined) this.#findings.noteYears(mention, token.years)
      else if (token.isDemonym) this.#findings.accents[person] ??= token.lower
      if (!token.noun) continue
      this.#findings.add(person, token.noun, WEIGHT.apposition, token.lower)
      used.add(at)
      return
    }
  }
}
