import data from '../../data/words.json' with { type: 'json' }
import { wordSet } from '../word-set.ts'
import type { Gender } from './cue-words.ts'
import { isDemonym } from './demonyms.ts'
import { HONORIFICS, NOUNS, PLURALS } from './word-lists.ts'

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
  isDemonym: boolean
  /** An age in years: `45`, `40s`, `forties`, `elderly`. */
  years: number | undefined
}

const TOKEN = /[^\s.,;:!?()[\]"“”„'‘’—–\-/…*_]+(?:['’][^\s.,;:!?()[\]"“”„'‘’—–\-/…*_]+)*|[.,;:!?()—–]|--/g
const SIGN = /^[.,;:!?()—–-]/
const STOPS = new Set(['.', '!', '?', ';'])
const ABBREVIATED = wordSet(data.beforeStops)
const YEARS: Readonly<Record<string, number>> = data.years

function yearsIn(word: string): number | undefined {
  const figures = /^(\d{1,2})(['’]?s)?$/.exec(word)
  if (figures) return Number(figures[1]) + (figures[2] ? 5 : 0)
  return Object.hasOwn(YEARS, word) ? YEARS[word] : undefined
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
    noun: own(NOUNS, language)?.get(lower),
    plural: language === 'en' ? own(PLURALS, lower) : undefined,
    honorific: own(HONORIFICS, lower),
    isDemonym: isDemonym(lower),
    years: yearsIn(lower),
  }
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
      if (raw === '.' && ABBREVIATED.has(tokens.at(-1)?.lower ?? '')) continue
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
