import data from '../../data/words.json' with { type: 'json' }
import { wordSet } from '../word-set.ts'
import type { Gender } from './cue-words.ts'
import { accentOf, accentOfPlace } from './demonyms.ts'
import { isPersonNoun, stageOf, type Stage } from './life-words.ts'
import { numberOf, ordinalOf, type SimpleNumber } from './numbers.ts'
import { HONORIFICS, NOUNS, PLURALS, SUBJECTS } from './word-lists.ts'

/** A word or punctuation mark with everything that is looked up for it; created once per distinct word. */
export type Token = {
  lower: string
  /** As in names: in capitals, without a possessive ending. */
  upper: string
  isCapital: boolean
  isPossessive: boolean
  isSign: boolean
  /** Whether it ends a sentence. */
  isStop: boolean
  noun: Gender | undefined
  plural: Gender | undefined
  honorific: Gender | undefined
  /** A person by trade or role, of any gender: `nurse`. */
  isPerson: boolean
  /** Of a subject pronoun, also a contracted one: `he`, `she's`. */
  subject: Gender | undefined
  /** The accent of a people, `irish` for "Irish" and "Dubliner", and of a place. */
  accent: string | undefined
  place: string | undefined
  number: SimpleNumber | undefined
  ordinal: number | undefined
  stage: Stage | undefined
}

const TOKEN = /[^\s.,;:!?()[\]"“”„'‘’—–\-/…*_]+(?:['’][^\s.,;:!?()[\]"“”„'‘’—–\-/…*_]+)*|[.,;:!?()—–]|--/g
const SIGN = /^[.,;:!?()—–-]/
const STOPS = new Set(['.', '!', '?', ';'])
const ABBREVIATED = wordSet(data.beforeStops)
const CONTRACTED = /['’](?:s|d|ll|re|ve)$/
/** WORD and WOMAN, but not HUMAN or GERMAN. */
const NO_MAN = wordSet(data.noMen)

const nounOf = (word: string, language: string): Gender | undefined => {
  const noun = own(NOUNS, language)?.get(word)
  if (noun || language !== 'en' || word.length < 6) return noun
  if (word.endsWith('woman')) return 'female'
  return word.endsWith('man') && !NO_MAN.has(word) ? 'male' : undefined
}

const own = <T>(table: Record<string, T>, key: string): T | undefined =>
  Object.hasOwn(table, key) ? table[key] : undefined

function tokenOf(raw: string, language: string): Token {
  const lower = raw.toLowerCase()
  const isSign = SIGN.test(raw)
  const isPossessive = !isSign && raw.length > 2 && /['’]s?$/i.test(raw)
  const name = isPossessive ? raw.replace(/['’]s?$/i, '') : raw
  return {
    lower,
    upper: name.replaceAll('’', "'").toUpperCase(),
    isCapital: lower !== raw || /^\d/.test(raw),
    isPossessive,
    isSign,
    isStop: STOPS.has(raw),
    noun: isSign ? undefined : nounOf(lower, language),
    plural: language === 'en' ? own(PLURALS, lower) : undefined,
    honorific: own(HONORIFICS, lower),
    isPerson: !isSign && isPersonNoun(lower),
    subject: own(SUBJECTS, lower.replace(CONTRACTED, '')),
    accent: lower !== raw ? accentOf(name.toLowerCase()) : undefined,
    place: lower !== raw ? accentOfPlace(lower) : undefined,
    number: numberOf(lower, language),
    ordinal: language === 'en' ? ordinalOf(lower) : undefined,
    stage: stageOf(lower),
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

/** Splits texts of one language into tokens; equal words share one object. */
export class Vocabulary {
  readonly #language: string
  readonly #known = new Map<string, Token>()

  constructor(language: string) {
    this.#language = language
  }

  split(text: string): Token[] {
    const tokens: Token[] = []
    for (const raw of text.match(TOKEN) ?? []) {
      if (isPartOfWord(raw, tokens.at(-1)?.lower)) continue
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
