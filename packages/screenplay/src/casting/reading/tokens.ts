import data from '../../../data/words.json' with { type: 'json' }
import { wordSet } from '../../word-set.ts'
import { genderOfName, type Gender } from '../cue-words.ts'
import { accentOf, accentOfPlace } from '../demonyms.ts'
import { patternsWith, type Pattern } from './action/situations.ts'
import { mayStartAge } from './ages/age-words.ts'
import { yearOf } from './ages/dated-ages.ts'
import { isPersonNoun, stageOf, STARTING, type Stage } from './ages/life-words.ts'
import { numberOf, ordinalOf, type SimpleNumber } from './ages/number-words.ts'
import { GROUPS, HONORIFICS, NOUNS, PLURALS, SUBJECTS, WAYS_OF_SPEAKING } from '../word-lists.ts'

/** A word or punctuation mark with everything that is looked up for it; created once per distinct word. */
export type Token = {
  lower: string
  /** As in names: in capitals, without a possessive ending. */
  upper: string
  isCapital: boolean
  /** Whether it is in capitals: `JULES`. */
  isCaps: boolean
  isPossessive: boolean
  isSign: boolean
  /** Whether it ends a sentence. */
  isStop: boolean
  noun: Gender | undefined
  /** The gender of a first name. */
  firstName: Gender | undefined
  plural: Gender | undefined
  /** Several persons of any gender: `couple`. */
  group: boolean
  honorific: Gender | undefined
  /** A person by trade or role, of any gender: `nurse`. */
  isPerson: boolean
  /** Whether it refers to a person named elsewhere: `she`, `his`, `they`. */
  isPronoun: boolean
  /** Of a subject pronoun, also a contracted one: `he`, `she's`. */
  subject: Gender | undefined
  /** The accent of a people, `irish` for "Irish" and "Dubliner", and of a place. */
  accent: string | undefined
  place: string | undefined
  number: SimpleNumber | undefined
  /** Of the calendar: 1961. */
  year: number | undefined
  ordinal: number | undefined
  stage: Stage | undefined
  /** Whether a description of a person may start with it: "a", "her", "retired". */
  startsPhrase: boolean
  /** Whether an age may start with it: "forty", "mid", "pushing". */
  startsAge: boolean
  /** Situations that tell an age and have this word: "pension". */
  patterns: readonly Pattern[] | undefined
  /** Whether a lower-case word after it may be the name of a character: "the waitress". */
  leadsRole: boolean
  /** Whether a description of the person named before may follow it: a sign, "says". */
  announces: boolean
  /** Whether it says nothing about persons, except as part of a description or at the start of a sentence. */
  isPlain: boolean
}

/** The word at an index in lower case; empty after the end of the text. */
export const lowerAt = (tokens: readonly Token[], at: number): string => tokens[at]?.lower ?? ''
/** Whether a clause ends before a token: at a punctuation mark or at the end of the text. */
export const isEnd = (token: Token | undefined): boolean => !token || token.isSign

const TOKEN =
  /[^\s.,;:!?()[\]"“”„'‘’—–\-/…*_]+(?:['’][^\s.,;:!?()[\]"“”„'‘’—–\-/…*_]+)*|[.,;:!?()[\]—–]|--|(?<=\s)[-/](?=\s)/g
const SIGN = /^[.,;:!?()[\]—–/-]/
/** Square brackets are read like round ones, a hyphen between spaces like a dash, a slash like a comma. */
const ROUND: Readonly<Record<string, string>> = { '[': '(', ']': ')', '-': '–', '/': ',' }
const STOPS = new Set(['.', '!', '?', ';'])
const ABBREVIATED = wordSet(data.beforeStops)
const CONTRACTED = /['’](?:s|d|ll|re|ve)$/
/** "He's", "that's": the verb. */
const SHORT_FOR_IS = /^(?:s?he|it|that|this|who|what|where|there|here|how|let|everyone|everybody)['’]s$/i
const OTHER_PRONOUNS = wordSet("his her him himself herself they they're they’re")
/** "The kind of guy": not the German child. */
const NO_STAGES = wordSet('kind ado')
/** WORD and WOMAN, but not HUMAN or GERMAN. */
const NO_MAN = wordSet(data.noMen)

const BEFORE_ROLE = wordSet('the a an this that his her their another young old')
const SAY = wordSet('say says')

const nounOf = (word: string, language: string): Gender | undefined => {
  const noun = NOUNS.get(language)?.get(word)
  if (noun || language !== 'en' || word.length < 6) return noun
  if (word.endsWith('woman')) return 'female'
  return word.endsWith('man') && !NO_MAN.has(word) ? 'male' : undefined
}

function tokenOf(raw: string, language: string): Token {
  const isEnglish = language === 'en'
  const lower = ROUND[raw] ?? raw.toLowerCase()
  const isSign = SIGN.test(raw)
  const hasCapital = !isSign && lower !== raw
  const hasMark = raw.includes("'") || raw.includes('’')
  const isPossessive = hasMark && raw.length > 2 && /['’]s?$/i.test(raw) && !SHORT_FOR_IS.test(raw)
  const name = isPossessive ? raw.replace(/['’]s?$/i, '') : raw
  const noun = isSign ? undefined : nounOf(lower, language)
  // "Stavanger" is not a trade.
  const isTitleCase = hasCapital && raw !== raw.toUpperCase()
  const isPerson = !isSign && isPersonNoun(lower, !isTitleCase)
  const stage = isEnglish && NO_STAGES.has(lower) ? undefined : stageOf(lower)
  const number = isSign ? undefined : numberOf(lower, language)
  const accent = hasCapital ? accentOf(name.toLowerCase()) : undefined
  const subject = SUBJECTS.get(hasMark ? lower.replace(CONTRACTED, '') : lower)
  const upper = (hasMark ? name.replaceAll('’', "'") : name).replace(/^#/, '').toUpperCase()
  const plural = isEnglish ? PLURALS.get(lower) : undefined
  const group = isEnglish && GROUPS.has(lower)
  const isPronoun = subject !== undefined || OTHER_PRONOUNS.has(lower)
  const ordinal = isEnglish ? ordinalOf(lower) : undefined
  const isCapital = hasCapital || number?.kind === 'figures' || /^\d/.test(raw)
  const isDescriptive = Boolean(noun ?? stage ?? number ?? accent) || isPerson
  return {
    lower,
    upper,
    isCapital,
    isCaps: hasCapital && raw === raw.toUpperCase() && /\p{Lu}{2}/u.test(raw),
    isPossessive,
    isSign,
    isStop: STOPS.has(raw),
    noun,
    firstName: hasCapital ? genderOfName(upper) : undefined,
    plural,
    group,
    honorific: HONORIFICS.get(lower),
    isPerson,
    isPronoun,
    subject,
    accent,
    place: hasCapital ? accentOfPlace(lower) : undefined,
    number,
    year: isSign ? undefined : yearOf(lower),
    ordinal,
    stage,
    startsPhrase: !isSign && (isDescriptive || isPossessive || STARTING.has(lower)),
    startsAge: !isSign && (number !== undefined || mayStartAge(lower)),
    patterns: isEnglish && !isSign ? patternsWith(lower) : undefined,
    leadsRole: BEFORE_ROLE.has(lower),
    announces: isSign || SAY.has(lower),
    isPlain: !(
      isSign ||
      isCapital ||
      isPronoun ||
      group ||
      (plural ?? noun ?? ordinal) !== undefined ||
      WAYS_OF_SPEAKING.has(lower)
    ),
  }
}

/** The stop of an abbreviation: "Mr." */
const isPartOfWord = (raw: string, before: string | undefined) =>
  raw === '.' && before !== undefined && ABBREVIATED.has(before)

/** The place in a text of each token that `Vocabulary.split` returns. */
export function splitWords(text: string): { start: number; end: number }[] {
  const places: { start: number; end: number }[] = []
  let before: string | undefined
  for (const match of text.matchAll(TOKEN)) {
    const [raw] = match
    if (isPartOfWord(raw, before)) continue
    before = raw.toLowerCase()
    places.push({ start: match.index, end: match.index + raw.length })
  }
  return places
}

/** Most words kept for the next script of the same language. */
const MAX_WORDS = 30_000
const wordsByLanguage = new Map<string, Map<string, Token>>()

/** Splits texts of one language into tokens; equal words share one object. */
export class Vocabulary {
  readonly #language: string
  readonly #known: Map<string, Token>

  constructor(language: string) {
    this.#language = language
    const kept = wordsByLanguage.get(language)
    this.#known = kept && kept.size < MAX_WORDS ? kept : new Map()
    wordsByLanguage.set(language, this.#known)
  }

  split(text: string): Token[] {
    const tokens: Token[] = []
    for (const raw of text.match(TOKEN) ?? []) {
      if (raw === '.' && isPartOfWord(raw, tokens.at(-1)?.lower)) continue
      let token = this.#known.get(raw)
      if (!token) {
        token = tokenOf(raw, this.#language)
        this.#known.set(raw, token)
      }
      tokens.push(token)
    }
    return tokens
  }
}
