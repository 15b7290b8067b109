import { wordSet } from '../../../word-set.ts'
import { genderOfName, type Gender } from '../../cue-words.ts'
import { COUNTS } from '../../word-lists.ts'
import { LEVEL, WEIGHT, type Aged, type Findings } from '../evidence.ts'
import type { Mention, NameIndex } from '../mentions.ts'
import { lowerAt, type Token } from '../tokens.ts'
import { ageOfGroup } from './group-ages.ts'

const BEFORE_NAME = wordSet(', : ( — – -- named called')
/** "The men:" introduces at most this many names. */
const MAX_LISTED = 4
/** Most words between the group and the colon before its names. */
const LIST_REACH = 30
const BETWEEN_LISTED = wordSet(', and &')
const ARE = wordSet('are turned turn have')
const AFTER_LISTED = wordSet('( , : and & . ! — – --')

/** The persons announced by "two men": how many are left, and whether one has been named. */
type Count = {
  gender: Gender | undefined
  aged: Aged | undefined
  left: number
  isBegun: boolean
  isCouple: boolean
}

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
  count(tokens: readonly Token[], at: number, text: string): void {
    const { plural, lower } = tokens[at]!
    const count = Math.max(...[0, 1, 2, 3].map((back) => COUNTS.get(lowerAt(tokens, at - back)) ?? 0))
    const next = tokens[at + 1]
    const isTold = ARE.has(next?.lower ?? '')
    if (count === 0 && !(next?.isSign && !next.isStop) && !isTold && !isListed(tokens, at)) return
    if (!plural && count === 0 && lower !== 'twins' && !isListed(tokens, at)) return
    const aged = ageOfGroup(tokens, at)
    if (isTold && !aged) return
    if (!plural && !aged) return
    const quote = aged && { text, from: Math.min(at, aged.from), to: aged.to }
    this.#counted = {
      gender: plural,
      aged: aged && { years: aged.years, level: aged.level, quote },
      left: count || (lower === 'twins' ? 2 : MAX_LISTED),
      isBegun: false,
      isCouple: lower === 'couple' || (lower === 'twins' && aged !== undefined),
    }
  }

  /** A name that is in no cue: IVO in "Two students: IVO and BEATRIX". */
  meetOther(tokens: readonly Token[], at: number): void {
    const counted = this.#counted
    if (!counted || counted.left < 2 || !BEFORE_NAME.has(lowerAt(tokens, at - 1))) return
    counted.isBegun = true
    counted.left--
  }

  read(tokens: readonly Token[], at: number, mention: Mention): void {
    const previous = tokens[at - 1]
    if (previous?.isCapital && previous.honorific)
      this.#findings.addHonorific(mention, previous.honorific, previous.lower)
    else if (previous?.firstName) this.#readFirstName(tokens, at - 1, mention)
    this.#readCount(tokens, at, mention)
  }

  #readCount(tokens: readonly Token[], at: number, mention: Mention): void {
    const { person, length } = mention
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
    // "A couple sit down. TINO orders."
    const isOpening = (previous === undefined || previous.isStop) && counted.isCouple
    const { gender, aged } = counted
    // "Two men drag NORA into a van": NORA is not one of them.
    if ((!isNamed && !isOpening) || (gender && this.#findings.isOther(person, gender)))
      return void (this.#counted = undefined)
    if (gender) this.#findings.add(person, gender, WEIGHT.counted, gender === 'male' ? 'men' : 'women')
    if (aged) this.#findings.noteAge(mention, aged.years, Math.min(aged.level, LEVEL.said), aged.quote)
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

/** "A bunch of teenagers loiter by the fountain: DANNY, LEILA". */
function isListed(tokens: readonly Token[], from: number): boolean {
  for (let at = from + 1; at < from + LIST_REACH && tokens[at] && !tokens[at]!.isStop; at++)
    if (tokens[at]!.lower === ':') return true
  return false
}
