import data from '../../data/english-words.json' with { type: 'json' }
import { COMMON_WORDS } from '../casting/common-words.ts'
import { wordSet } from '../word-set.ts'

/** Guesses the language of a Latin text; `scores` from 0 to 1 by language. Undefined if the text is too unclear. */
export type GuessLanguage = (
  text: string,
) => { language: string; scores: Readonly<Record<string, number>> } | undefined

/**
 * `sure`: a language that the words show. `own`: the script's language. `open`: neither, as in "No." or "Bonjour,
 * Claire."; the lines around it decide.
 */
export type LineLanguage = { sure: string } | 'own' | 'open'

const WORD = /[\p{L}\p{M}]+/gu
/** English words that no other language here uses. */
const ENGLISH = wordSet(data.english)
const ENGLISH_ENDING = /\p{L}['’](?:m|re|ll|ve|d|s)(?!\p{L})|n['’]t(?!\p{L})/iu
const BEYOND_ENGLISH = /[^\p{ASCII}\p{P}\p{S}\s]|[¿¡]/u

/** Fewer words may be a greeting, a name or an exclamation that speakers of any language use. */
const MIN_WORDS = 3
const MIN_LETTERS = 12
/** Smallest share of words without a capital letter: "Pedro Martínez de la Cruz" is a name. */
const MIN_SMALL = 0.5
/** How much likelier than the script's language another one must be, by the number of its common words in the line. */
const MARGINS = [0.3, 0.2, 0.1]
/** Number of words in a line that needs none of the common words. */
const MANY_WORDS = 5

/** The words of a language that none of the other languages has among its common words. */
const ownWords = new Map<string, ReadonlySet<string>>()
function wordsOnlyIn(language: string): ReadonlySet<string> {
  const known = ownWords.get(language)
  if (known) return known
  const others = Object.entries(COMMON_WORDS).filter(([other]) => other !== language)
  const common = [...(COMMON_WORDS[language] ?? [])].filter(
    (word) => !others.some(([, words]) => words.has(word)),
  )
  const words = language === 'en' ? ENGLISH : new Set(common)
  ownWords.set(language, words)
  return words
}

/** The language of a line with Latin letters in a script in the language `own`. Calls `guess` only for doubtful lines. */
export function languageOfLatin(text: string, own: string, guess: GuessLanguage): LineLanguage {
  const all = text.match(WORD) ?? []
  const words = new Set(all.map((word) => word.toLowerCase()))
  const onlyOwn = wordsOnlyIn(own)
  if (own === 'en' && ENGLISH_ENDING.test(text)) return 'own'
  if ([...words].some((word) => onlyOwn.has(word))) return 'own'
  if (words.size < MIN_WORDS || all.join('').length < MIN_LETTERS) return 'open'
  const isCapitals = text === text.toUpperCase()
  const small = all.filter((word) => word === word.toLowerCase()).length
  if (small < all.length * MIN_SMALL && !isCapitals) return 'open'
  const { language, scores } = guess(text) ?? {}
  const common = language === undefined ? undefined : COMMON_WORDS[language]
  if (language === undefined || !scores || !common) return 'open'
  if (language === own) return 'own'
  const found = [...words].filter((word) => common.has(word)).length
  const signs = found + Number(own === 'en' && BEYOND_ENGLISH.test(text))
  // A line of capitals may be a list of names.
  if (isCapitals ? signs < 2 : signs === 0 && words.size < MANY_WORDS) return 'open'
  const margin = (scores[language] ?? 0) - (scores[own] ?? 0)
  return margin >= (MARGINS[signs] ?? MARGINS.at(-1)!) ? { sure: language } : 'open'
}

/** Whether a short text has a common word or a letter of a language other than English, as "Sí." does. */
export const readsLike = (text: string, language: string): boolean =>
  BEYOND_ENGLISH.test(text) ||
  (text.toLowerCase().match(WORD) ?? []).some((word) => COMMON_WORDS[language]?.has(word))
