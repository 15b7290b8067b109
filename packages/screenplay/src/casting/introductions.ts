import type { Gender } from './cue-words.ts'
import { WEIGHT, type Findings } from './evidence.ts'
import type { Mention, NameIndex } from './mentions.ts'
import type { Token } from './tokens.ts'
import { COUNTS } from './words-of-gender.ts'

const set = (words: string) => new Set(words.split(' '))
const APPOSITION_REACH = 7
/** What may stand between a name and what is said of it. */
const AFTER_NAME = set(', ( ) — – -- late early mid in age aged about now his her years year is was')
const DETERMINERS = set('a an the another our their une un ein eine una en')
const ENDS_PHRASE = set('with who in of at and on to from for as whose by has is')
const BEFORE_NAME = set(', : — – -- named called')
/** "The men:" introduces so many. */
const LIST_AT_MOST = 4

/** Reads what stands around the names in action: "his wife SANDRA", "Two men, SHAG and BO", "BO (40s), a burly man". */
export class Introductions {
  readonly #names: NameIndex
  readonly #findings: Findings
  readonly #met = new Set<number>()
  #counted: { gender: Gender; left: number } | undefined

  constructor(names: NameIndex, findings: Findings) {
    this.#names = names
    this.#findings = findings
  }

  /** Nobody is counted any more. */
  endCount(): void {
    this.#counted = undefined
  }

  /** "Two men": those who are named first after it. */
  count(tokens: readonly Token[], at: number, gender: Gender): void {
    const count = Math.max(...[1, 2, 3].map((back) => COUNTS[tokens[at - back]?.lower ?? ''] ?? 0))
    const next = tokens[at + 1]
    if (count > 0 || (next?.isSign && !next.isStop)) this.#counted = { gender, left: count || LIST_AT_MOST }
  }

  /** The name at a token; `used` are the nouns that were said of a name already. */
  read(tokens: readonly Token[], at: number, mention: Mention, used: Set<number>): void {
    const { length } = mention
    this.#readBefore(tokens, at, mention, used)
    let next = at + length
    // A surname that no cue has.
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
    if (DETERMINERS.has(tokens[next]?.lower ?? '') || tokens[next]?.isPossessive)
      this.#readApposition(tokens, next + 1, mention, used)
  }

  #readBefore(
    tokens: readonly Token[],
    at: number,
    { person, length }: Mention,
    used: ReadonlySet<number>,
  ): void {
    const evidence = this.#findings.evidence[person]!
    const previous = tokens[at - 1]
    const beyond = tokens[at - 2]
    if (previous?.isCapital && previous.honorific)
      evidence.add(previous.honorific, WEIGHT.honorific, previous.lower)
    else if (previous?.noun) evidence.add(previous.noun, WEIGHT.before, previous.lower)
    else if (
      beyond?.noun &&
      BEFORE_NAME.has(previous!.lower) &&
      !used.has(at - 2) &&
      tokens[at + length]?.isSign
    )
      evidence.add(beyond.noun, WEIGHT.before / 2, beyond.lower)
    if (!this.#counted || this.#met.has(person)) return void this.#met.add(person)
    this.#met.add(person)
    const { gender } = this.#counted
    evidence.add(gender, WEIGHT.counted, gender === 'male' ? 'men' : 'women')
    if (--this.#counted.left === 0) this.#counted = undefined
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
