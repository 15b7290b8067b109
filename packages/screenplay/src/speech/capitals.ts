import data from '../../data/words.json' with { type: 'json' }
import { wordSet } from '../word-set.ts'

/** Acronyms with a vowel that are spelled; those without a vowel are recognized by that. */
const SPELLED = wordSet(data.capitals.spelled)
/** Spelled acronyms that are not a word in any language, so that they are recognized in lower case as well. */
const SPELLED_ALWAYS = wordSet(data.capitals.spelledAlways)
/** Words without a vowel, which are not acronyms. */
const VOWELLESS = wordSet(data.capitals.vowelless)
const INTERJECTION = /^(?:H*M+|S+H+|[GB]R+|Z+|P+S+T+|P?F+T*)$/
const VOWEL = /[AEIOUYÀ-ÖØ-Ý]/

const isSpelled = (word: string) =>
  SPELLED.has(word) ||
  (word.length <= 5 &&
    /^[A-Z]+$/.test(word) &&
    !VOWEL.test(word) &&
    !VOWELLESS.has(word) &&
    !INTERJECTION.test(word))

/** A word in Latin script, including apostrophes ("DON'T"), but not next to a digit ("MI6", "R2D2"). */
const WORD = /(?<![\p{L}\p{M}\p{N}])[\p{Script=Latin}\p{M}]+(?:'[\p{Script=Latin}\p{M}]+)*(?![\p{L}\p{N}])/gu
const LOWER = /\p{Ll}/u
const LETTER = /\p{L}/u

const capitalised = (word: string) => word.charAt(0) + word.slice(1).toLowerCase()

/** A letter with a full stop or "&" is an initial or part of an abbreviation: "U.S.", "J. EDGAR", "Q&A". */
const isInitial = (word: string, at: number, text: string) =>
  word.length === 1 &&
  (text[at + 1] === '.' ||
    text[at + 1] === '&' ||
    text[at - 1] === '&' ||
    (text[at - 1] === '.' && /(?<!\p{L})\p{L}$/u.test(text.slice(at - 3, at - 1))))

/** "FBI'S" is an acronym with an ending; "O'BRIEN" has two capitals. */
const asWord = (word: string, small: (word: string) => string): string => {
  const [head = '', ...tail] = word.split("'")
  if (isSpelled(head)) return [head, ...tail.map((part) => part.toLowerCase())].join("'")
  if (head === 'O' && tail.length === 1) return `O'${capitalised(tail[0] ?? '')}`
  return small(word)
}

export const isAllCapitals = (text: string): boolean =>
  LETTER.test(text) && !LOWER.test(text) && text !== text.toLowerCase()

/** Mistyped capitals: "cONTINUOUS", "MeLISSA", "NEwsroom". "TVs" is correct. */
const ODD_CAPITALS = /\p{Ll}\p{Lu}{2}|\p{Lu}{2}\p{Ll}{2}/u

/** Mistyped capitals in an all-caps style: "nighT", "CuT", "DAy". "PhD" and "McCUE" are correct. */
const STYLED_CAPITALS =
  /^(?!PhD$|.*Mc).*\p{Ll}'?\p{Lu}(?:'s)?$|^\p{Lu}{2,}(?!s$)\p{Ll}$|\p{Lu}{2}\p{Ll}\p{Lu}/u

const isCapitals = (word: string) =>
  word.length > 1 && word === word.toUpperCase() && word !== word.toLowerCase()

/** Also "WILL's". */
const isShouted = (word: string) =>
  isCapitals(word.split("'")[0] ?? '') || isCapitals(word) || ODD_CAPITALS.test(word)

/** "2ND FLOOR" and "1920S": the ending of a number is not a word. */
const smallEndings = (text: string) =>
  text.replace(
    /\b(\d+)('?)(ST|ND|RD|TH|S)\b/g,
    (_, digits: string, quote: string, ending: string) => digits + quote + ending.toLowerCase(),
  )

/** Capitalizes words in all caps: "the SCREEN DOOR" becomes "the Screen Door". Acronyms are kept. */
export const wordsFromCapitals = (text: string): string =>
  smallEndings(text).replace(WORD, (word) => (isShouted(word) ? asWord(word, capitalised) : word))

/** Does the same for a line in an all-caps style, whatever was typed. */
export const wordsFromStyle = (text: string): string =>
  wordsFromCapitals(
    text.replace(WORD, (word) => {
      const small = word.toLowerCase()
      if (SPELLED_ALWAYS.has(small)) return small.toUpperCase()
      return STYLED_CAPITALS.test(word) ? small : word
    }),
  )

/** Converts an all-caps text to a sentence: "THE SCREEN DOOR" becomes "The screen door". Acronyms and I are kept. */
export const sentenceFromCapitals = (text: string): string =>
  smallEndings(text)
    .replace(WORD, (word, at: number, whole: string) =>
      isInitial(word, at, whole)
        ? word
        : /^I(?:'|$)/.test(word)
          ? `I${word.slice(1).toLowerCase()}`
          : asWord(word, (each) => each.toLowerCase()),
    )
    .replace(
      /(^|[.!?]["')]?\s+)(["'([]?)(\p{Ll})/gu,
      (_, before: string, opening: string, letter: string) => before + opening + letter.toUpperCase(),
    )
