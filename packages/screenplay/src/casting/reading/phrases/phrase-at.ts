import { ageAt } from '../ages/age-at.ts'
import {
  DETERMINERS,
  NOT_OLD,
  OLD,
  POSSESSIVES,
  SMALL,
  stageOfPair,
  YEARS_OF,
  YOUNG,
  type Stage,
} from '../ages/life-words.ts'
import { LEVEL } from '../evidence.ts'
import { isEnd, lowerAt, type Token } from '../tokens.ts'
import { PhraseDraft, type Phrase } from './phrase.ts'
import { readAfterNoun } from './phrase-after.ts'
import { ENDS, isPersonSoon, isPersonToken, startsBare } from './phrase-words.ts'

const REACH = 10
/** An adjective of a child says how old the child is. */
const CHILD_UNDER = 14
/** "A child star": the first noun describes the second. */
const CHILD_NOUN_UNDER = 13

/** "The elder sister" may be young. */
const COMPARING = new Set(['elder', 'senior'])

const FIGURATIVE = new Set([
  'birthday',
  'pretty',
  'golden',
  'cover',
  'call',
  'poster',
  'working',
  'party',
  'old',
])

const levelOf = ({ kind }: Stage): number => (kind === 'hint' ? LEVEL.hint : LEVEL.stage)

/** The description that starts at a token; `isName` says whether a character's name starts at a token. */
export const phraseAt = (
  tokens: readonly Token[],
  from: number,
  isName: (at: number) => boolean,
): Phrase | undefined =>
  tokens[from]?.startsPhrase ? new PhraseReader(tokens, from, isName).read() : undefined

const isHead = (next: Token | undefined): boolean => isEnd(next) || ENDS.has(next!.lower)

class PhraseReader {
  readonly #draft: PhraseDraft
  readonly #tokens: readonly Token[]
  readonly #isName: (at: number) => boolean
  #isOld = false
  #isYoung = false
  #isSmall = false

  constructor(tokens: readonly Token[], from: number, isName: (at: number) => boolean) {
    this.#draft = new PhraseDraft(tokens, from)
    this.#tokens = tokens
    this.#isName = isName
  }

  read(): Phrase | undefined {
    const { phrase } = this.#draft
    const tokens = this.#tokens
    const first = tokens[phrase.from]!
    let at = phrase.from
    const isOwner = POSSESSIVES.has(first.lower) || (first.isPossessive && first.number === undefined)
    if (DETERMINERS.has(first.lower) || isOwner) {
      phrase.determiner = isOwner ? 'his' : first.lower
      phrase.isRelative = isOwner
      at++
    } else if (!startsBare(tokens, at)) return undefined
    at = this.#readWords(at)
    this.#finish(at)
    const isDeterminerOnly = phrase.determiner !== '' && at === phrase.from + 1 && !this.#isName(at)
    if (at === phrase.from || isDeterminerOnly) return undefined
    phrase.to = at
    phrase.to = readAfterNoun(this.#draft, at, this.#isName)
    return phrase
  }

  /** Returns the index after the noun. */
  #readWords(from: number): number {
    const tokens = this.#tokens
    const { phrase } = this.#draft
    let at = from
    while (at < from + REACH) {
      const token = tokens[at]
      if (!token) break
      const { lower } = token
      if (token.isSign) {
        if (lower !== ',' || phrase.isPerson || at === from || !isPersonSoon(tokens, at + 1)) break
        at++
        continue
      }
      if (this.#isName(at) || (at > from && POSSESSIVES.has(lower))) break
      const age = token.number ? ageAt(tokens, at, false) : undefined
      if (age) {
        this.#draft.noteStatedAge(age, at)
        // "Their six-year-old".
        if (phrase.determiner !== '' && lowerAt(tokens, age.end - 1) === 'old' && isHead(tokens[age.end]))
          phrase.isPerson = true
        at = age.end
        continue
      }
      const pair = stageOfPair(lower, lowerAt(tokens, at + 1))
      if (pair) {
        this.#draft.noteAge(pair.years, levelOf(pair))
        if (pair.kind === 'noun' || isPersonToken(tokens[at + 1])) this.#draft.noteNoun(at + 1)
        at += 2
        continue
      }
      if (ENDS.has(lower) && !(lower === 'and' && !phrase.isPerson && isPersonSoon(tokens, at + 1))) break
      // "The ferryman's a Georgian": the verb.
      if (token.isPossessive && DETERMINERS.has(lowerAt(tokens, at + 1))) break
      if (token.isPossessive && token.number === undefined) {
        this.#startRelative()
        at++
        continue
      }
      if (phrase.isPerson && !isPersonToken(token)) break
      this.#readWord(token, at)
      at++
    }
    return at
  }

  /** "The old man's granddaughter": what was read describes someone else. */
  #startRelative(): void {
    const { phrase } = this.#draft
    phrase.isRelative = true
    phrase.isPerson = false
    phrase.gender = undefined
    this.#draft.forgetAge()
    this.#isOld = this.#isYoung = this.#isSmall = false
  }

  #readWord(token: Token, at: number): void {
    const { phrase } = this.#draft
    const { lower, accent, stage } = token
    if (isPersonToken(token)) {
      // "A child star": only the last noun is the person.
      const isChild = phrase.years !== undefined && phrase.years < CHILD_NOUN_UNDER
      if (phrase.isPerson && phrase.level <= LEVEL.stage && isChild) this.#draft.forgetAge()
      this.#draft.noteNoun(at)
    } else if (OLD.has(lower)) this.#isOld = true
    else if (YOUNG.has(lower)) this.#isYoung = true
    else if (SMALL.has(lower)) this.#isSmall = true
    if (accent) phrase.accent ??= accent
    // "An elderly German".
    if (
      accent &&
      !phrase.isPerson &&
      phrase.determiner !== '' &&
      phrase.determiner !== 'his' &&
      isHead(this.#tokens[at + 1])
    )
      phrase.isPerson = true
    // "Retired from football" says little.
    const next = this.#tokens[at + 1]
    // "The birthday boy" may be forty.
    const isCompared =
      FIGURATIVE.has(lowerAt(this.#tokens, at - 1)) ||
      (COMPARING.has(lower) && (isPersonToken(next) || next?.lower === 'by'))
    if (stage && next?.lower !== 'from' && !isCompared) this.#draft.noteAge(stage.years, levelOf(stage))
  }

  /** "Old", "young" and "little" depend on the noun. */
  #finish(at: number): void {
    const draft = this.#draft
    const { phrase } = draft
    const isHeaded = phrase.isPerson || this.#isName(at)
    if (!isHeaded) return
    const isChild = phrase.years !== undefined && phrase.years < CHILD_UNDER && phrase.level < LEVEL.stated
    if (this.#isSmall && isChild) draft.noteAge(YEARS_OF.youngChild - 1, LEVEL.stage)
    else if (this.#isYoung && isChild) draft.noteAge(YEARS_OF.youngChild, LEVEL.stage)
    else if (this.#isYoung && phrase.level <= LEVEL.hint) draft.noteAge(YEARS_OF.young, LEVEL.stage)
    else if (this.#isSmall && !phrase.isPerson && phrase.years === undefined)
      draft.noteAge(YEARS_OF.youngChild, LEVEL.hint)
    else if (this.#isOld && phrase.determiner !== 'his' && !NOT_OLD.has(draft.head) && !isChild)
      draft.noteAge(YEARS_OF.old, LEVEL.stage)
  }
}
