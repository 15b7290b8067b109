import {
  amount,
  cardinal,
  digitsInWords,
  ordinal,
  year,
} from '@andscene/screenplay/said/numbers/number-words'
import { PLAINLY } from './dictionary.ts'
import { withS, type Lexicon } from './lexicon.ts'

const ORDINAL = /(?:st|nd|rd|th)$/

/** A number with what may end it: "1980s", "23rd", "1,234.5". */
export const isNumber = (word: string, isHead: boolean): boolean =>
  /\d/.test(word) && (isHead ? /^-?[\d,.]+$/ : /^[\d,.]+$/).test(word.replace(/(?:'s|st|nd|rd|th|s)$/, ''))

const inWords = (number: string, isOrdinal: boolean, isBritish: boolean): string => {
  const digits = number.replaceAll(',', '')
  if (isOrdinal && /^\d+$/.test(digits)) return ordinal(digits, isBritish)
  if (/^\d{4}$/.test(number)) return year(number, isBritish)
  if (/^-?\d*\.?\d+$/.test(digits)) return amount(digits, isBritish)
  return /^\d+$/.test(digits) ? cardinal(digits, isBritish) : digitsInWords(digits.replace(/\D/g, ''))
}

/**
 * Phonemes of a number (see {@link isNumber}) that a text in another language has; English texts have words. Undefined
 * where nothing can be said.
 */
export function readNumber(lexicon: Lexicon, word: string): string | undefined {
  const ending = /[a-z']+$/.exec(word)?.[0] ?? ''
  const number = word.slice(0, word.length - ending.length)
  if (!/\d/.test(number)) return undefined
  const { isBritish } = lexicon
  const said = inWords(number, ORDINAL.test(ending), isBritish)
    .split(/[^a-z]+/)
    .filter((each) => each !== '')
    .flatMap((each) => numberWord(lexicon, each) ?? [])
    .join(' ')
  return said !== '' && /^'?s$/.test(ending) ? withS(said, isBritish) : said || undefined
}

const numberWord = (lexicon: Lexicon, word: string): string | undefined =>
  lexicon.isKnown(word)
    ? lexicon.lookup(word, { ...PLAINLY, stress: word === 'point' ? -2 : undefined })
    : lexicon.withS(word, PLAINLY)
