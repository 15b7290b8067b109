import { wordSet } from '../../word-set.ts'
import { ageAt, type AgeInText } from './ages.ts'
import type { Gender } from '../cue-words.ts'
import { LEVEL } from './evidence.ts'
import { DETERMINERS, NOT_OLD, OLD, POSSESSIVES, SMALL, stageOfPair, YEARS_OF, YOUNG } from './life-words.ts'
import type { Token } from './tokens.ts'
import { WAYS_OF_SPEAKING } from '../word-lists.ts'

/** A description of one person: "a retired headmistress", "their son", "a girl of nine". */
export type Phrase = {
  from: number
  /** Index of the token after it. */
  to: number
  determiner: string
  gender: Gender | undefined
  /** Index of the noun that states the gender. */
  nounAt: number | undefined
  isPerson: boolean
  /** Whether it is the relative of someone else: "her father", "Lily's grandmother". */
  isRelative: boolean
  isTwin: boolean
  years: number | undefined
  level: number
  accent: string | undefined
  /** Index of a name that it introduces: "a toddler known to everybody as BOO". */
  nameAt: number | undefined
}

const REACH = 10
const INDEFINITE = wordSet('a an one another un une ein eine una um uma')
const ENDS = wordSet(
  'with who whom whose in of at and or but on to from for as by has have had is was are were be been will would can could than that which while when where behind beside under over through into onto out up down off near next after before because if so then about around like without wearing holding carrying named called known aged at avec qui dans mit der die das con que e et und y',
)
const NAMING = wordSet(
  'named called christened nicknamed dubbed namens nommé nommée appelé appelée llamado llamada genannt chiamato chiamata',
)

const SPOUSES = /^(?:wife|husband|spouse|partner)$/
const MARRIED_AT = 24
const PARENTS = /(?:father|mother|dad|mum|mom|parent|mama|papa)$/

const lowerAt = (tokens: readonly Token[], at: number) => tokens[at]?.lower ?? ''
export const isPersonToken = (token: Token | undefined) =>
  token !== undefined &&
  (token.noun !== undefined || token.isPerson || token.stage?.kind === 'noun' || token.stage?.kind === 'hint')

const isPersonSoon = (tokens: readonly Token[], at: number) => {
  for (let next = at; next < at + 5; next++) {
    const token = tokens[next]
    if (
      !token ||
      (token.isSign && token.lower !== ',') ||
      DETERMINERS.has(token.lower) ||
      POSSESSIVES.has(token.lower) ||
      (next > at && ENDS.has(token.lower) && token.lower !== 'and')
    )
      return false
    if (isPersonToken(token)) return true
  }
  return false
}

/** Whether a word without a determiner can start a description. */
const startsBare = (tokens: readonly Token[], at: number) => {
  const token = tokens[at]!
  return (
    isPersonToken(token) ||
    token.stage !== undefined ||
    token.accent !== undefined ||
    OLD.has(token.lower) ||
    YOUNG.has(token.lower) ||
    SMALL.has(token.lower) ||
    stageOfPair(token.lower, lowerAt(tokens, at + 1)) !== undefined ||
    (token.number !== undefined && ageAt(tokens, at, false) !== undefined)
  )
}

class Reader {
  readonly phrase: Phrase
  readonly #tokens: readonly Token[]
  readonly #isName: (at: number) => boolean
  #isOld = false
  #isYoung = false
  #isSmall = false
  #head = ''

  constructor(tokens: readonly Token[], from: number, isName: (at: number) => boolean) {
    this.#tokens = tokens
    this.#isName = isName
    this.phrase = {
      from,
      to: from,
      determiner: '',
      gender: undefined,
      nounAt: undefined,
      isPerson: false,
      isRelative: false,
      isTwin: false,
      years: undefined,
      level: 0,
      accent: undefined,
      nameAt: undefined,
    }
  }

  age(years: number, level: number): void {
    if (level < this.phrase.level) return
    this.phrase.years = years
    this.phrase.level = level
  }

  /** "In her sixties" states a gender too. */
  #stated({ years, end }: AgeInText, from: number): void {
    this.age(years, LEVEL.stated)
    const owner = ownerIn(this.#tokens, from, end)
    if (!owner || this.phrase.gender) return
    this.phrase.gender = owner.gender
    this.phrase.nounAt = owner.at
  }

  read(): Phrase | undefined {
    const { phrase } = this
    const tokens = this.#tokens
    const first = tokens[phrase.from]
    if (!first || first.isSign) return undefined
    let at = phrase.from
    const isOwner = POSSESSIVES.has(first.lower) || (first.isPossessive && first.number === undefined)
    if (DETERMINERS.has(first.lower) || isOwner) {
      phrase.determiner = isOwner ? 'his' : first.lower
      phrase.isRelative = isOwner
      at++
    } else if (!startsBare(tokens, at)) return undefined
    at = this.#readWords(at)
    this.#finish(at)
    if (at === phrase.from || (phrase.determiner !== '' && at === phrase.from + 1 && !this.#isName(at)))
      return undefined
    phrase.to = at
    phrase.to = this.#readAfter(at)
    return phrase
  }

  #readWords(from: number): number {
    const tokens = this.#tokens
    const { phrase } = this
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
      if (this.#isName(at)) break
      const age = token.number ? ageAt(tokens, at, false) : undefined
      if (age) {
        this.#stated(age, at)
        at = age.end
        continue
      }
      const pair = stageOfPair(lower, lowerAt(tokens, at + 1))
      if (pair) {
        this.age(pair.years, pair.kind === 'hint' ? LEVEL.hint : LEVEL.stage)
        if (pair.kind === 'noun' || isPersonToken(tokens[at + 1])) {
          phrase.isPerson = true
          this.#noun(at + 1)
        }
        at += 2
        continue
      }
      if (ENDS.has(lower) && !(lower === 'and' && !phrase.isPerson && isPersonSoon(tokens, at + 1))) break
      if (token.isPossessive && token.number === undefined) {
        phrase.isRelative = true
        phrase.isPerson = false
        phrase.gender = phrase.years = undefined
        phrase.level = 0
        this.#isOld = this.#isYoung = this.#isSmall = false
        at++
        continue
      }
      if (isPersonToken(token)) {
        // "A child star": only the last noun is the person.
        if (phrase.isPerson && phrase.level <= LEVEL.stage && (phrase.years ?? 99) < 13) {
          phrase.years = undefined
          phrase.level = 0
        }
        phrase.isPerson = true
        this.#noun(at)
      } else if (phrase.isPerson) break
      else if (OLD.has(lower)) this.#isOld = true
      else if (YOUNG.has(lower)) this.#isYoung = true
      else if (SMALL.has(lower)) this.#isSmall = true
      if (token.accent) phrase.accent ??= token.accent
      const { stage } = token
      // "Retired from football" says little.
      if (stage && lowerAt(tokens, at + 1) !== 'from')
        this.age(stage.years, stage.kind === 'hint' ? LEVEL.hint : LEVEL.stage)
      at++
    }
    return at
  }

  #noun(at: number): void {
    const token = this.#tokens[at]!
    this.#head = token.lower
    this.phrase.isTwin ||= token.lower === 'twin' || this.#tokens[at - 1]?.lower === 'twin'
    if (!token.noun) return
    this.phrase.gender = token.noun
    this.phrase.nounAt = at
  }

  /** "Old", "young" and "little" depend on the noun. */
  #finish(at: number): void {
    const { phrase } = this
    const isHeaded = phrase.isPerson || this.#isName(at)
    if (!isHeaded) return
    const isChild = phrase.years !== undefined && phrase.years < 14 && phrase.level < LEVEL.stated
    if (this.#isSmall && isChild) this.age(YEARS_OF.youngChild - 1, LEVEL.stage)
    else if (this.#isYoung && isChild) this.age(YEARS_OF.youngChild, LEVEL.stage)
    else if (this.#isYoung && phrase.level <= LEVEL.hint) this.age(YEARS_OF.young, LEVEL.stage)
    else if (this.#isSmall && !phrase.isPerson && phrase.years === undefined)
      this.age(YEARS_OF.youngChild, LEVEL.hint)
    else if (this.#isOld && phrase.determiner !== 'his' && !NOT_OLD.has(this.#head) && !isChild)
      this.age(YEARS_OF.old, LEVEL.stage)
  }

  /** "Of nine", "in her sixties", "about forty", "from Dublin", "called BREE". */
  #readAfter(from: number): number {
    const tokens = this.#tokens
    const { phrase } = this
    let at = from
    for (let count = 0; count < 5; count++) {
      const lower = lowerAt(tokens, at)
      if (lower === 'of' || lower === 'de') {
        const age = ageAt(tokens, at + 1, true)
        const pair = this.#pairAfter(at + 1)
        // "His wife of forty years".
        const span = SPOUSES.test(this.#head) ? tokens[at + 1]?.number?.value : undefined
        if (span !== undefined && lowerAt(tokens, at + 2) === 'years') {
          this.age(span + MARRIED_AT, LEVEL.hint)
          at += 3
          continue
        }
        // "A father of five".
        if (age && age.years < 16 && PARENTS.test(this.#head)) {
          at = age.end
          continue
        }
        if (age) {
          this.#stated(age, at)
          at = age.end
          continue
        }
        if (pair) {
          at = pair
          continue
        }
        break
      }
      if (lower === 'from' && tokens[at + 1]?.place) {
        phrase.accent ??= tokens[at + 1]!.place
        at += 2
        continue
      }
      if (lower === '(') {
        const age = ageAt(tokens, at + 1, true)
        if (age && tokens[age.end]?.isSign) {
          this.age(age.years, LEVEL.stated)
          at = age.end + 1
          continue
        }
        break
      }
      if (lower === 'whose') {
        const age = ageAt(tokens, at + 1, false)
        if (age) this.#stated(age, at)
        break
      }
      if (NAMING.has(lower) || (lower === 'known' && count >= 0)) {
        for (let next = at + 1; next < at + 6; next++)
          if (this.#isName(next)) {
            phrase.nameAt = next
            return next
          }
        break
      }
      const age = ageAt(tokens, at, false)
      if (age) {
        this.#stated(age, at)
        at = age.end
        continue
      }
      if (lower === 'with' || lower === 'in') {
        const accent = accentWithin(tokens, at)
        if (accent) phrase.accent ??= accent
      }
      break
    }
    return at
  }

  #pairAfter(at: number): number | undefined {
    for (const start of [at, at + 1]) {
      const pair = stageOfPair(lowerAt(this.#tokens, start), lowerAt(this.#tokens, start + 1))
      if (!pair) continue
      this.age(pair.years, LEVEL.stage)
      return start + 2
    }
    return undefined
  }
}

/** "His" or "her" in an age: "in her sixties". */
export function ownerIn(
  tokens: readonly Token[],
  from: number,
  to: number,
): { gender: Gender; at: number } | undefined {
  for (let at = from; at < to; at++) {
    const { lower } = tokens[at]!
    if (lower === 'her') return { gender: 'female', at }
    if (lower === 'his') return { gender: 'male', at }
  }
  return undefined
}

/** The accent before a word such as "accent" or "brogue". */
export function accentBefore(tokens: readonly Token[], at: number): string | undefined {
  for (let back = at - 1; back > at - 4; back--) {
    const accent = tokens[back]?.accent ?? tokens[back]?.place
    if (accent) return accent
  }
  return undefined
}

/** "With a thick Irish accent", "in a Kerry brogue". */
function accentWithin(tokens: readonly Token[], from: number): string | undefined {
  for (let at = from + 1; at < from + 12; at++) {
    const token = tokens[at]
    if (!token || token.isStop) return undefined
    const accent = WAYS_OF_SPEAKING.has(token.lower) ? accentBefore(tokens, at) : undefined
    if (accent) return accent
  }
  return undefined
}

export const isPersonPhrase = ({ isPerson }: Phrase) => isPerson

export const isIndefinite = ({ determiner }: Phrase) => determiner === '' || INDEFINITE.has(determiner)

/** The description that starts at a token; `isName` says whether a character's name starts at a token. */
export const phraseAt = (
  tokens: readonly Token[],
  from: number,
  isName: (at: number) => boolean,
): Phrase | undefined => new Reader(tokens, from, isName).read()
