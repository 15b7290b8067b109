import { PLAINLY } from './dictionary.ts'
import { withEd, withIng, withS, type Lexicon } from './lexicon.ts'
import { cardinal, decimal, digitsInWords, ordinal, year } from './number-words.ts'

const DIGITS = /^\d+$/
const ORDINAL = /^(?:st|nd|rd|th)$/
const CURRENCIES: Readonly<Record<string, readonly [string, string]>> = {
  $: ['dollar', 'cent'],
  '£': ['pound', 'pence'],
  '€': ['euro', 'cent'],
}

export const isCurrency = (sign: string): boolean => Object.hasOwn(CURRENCIES, sign)

/** A number with what may end it: "1980s", "23rd", "1,234.5". */
export const isNumber = (word: string, isHead: boolean): boolean =>
  /\d/.test(word) &&
  (isHead ? /^-?[\d,.]+$/ : /^[\d,.]+$/).test(word.replace(/(?:ing|'d|ed|'s|st|nd|rd|th|s)$/, ''))

const amount = (number: string, sign: string, isBritish: boolean): string => {
  const [whole = '', cents = ''] = number.split('.')
  const [unit, hundredth] = CURRENCIES[sign]!
  const parts = [
    { number: whole === '' ? '0' : whole, unit },
    { number: cents === '' ? '0' : cents.padEnd(2, '0'), unit: hundredth },
  ]
  const said = parts.filter((part) => Number(part.number) > 0)
  return (said.length > 0 ? said : parts.slice(0, 1))
    .map(
      (part) =>
        `${cardinal(part.number, isBritish)} ${part.unit}${Number(part.number) === 1 || part.unit === 'pence' ? '' : 's'}`,
    )
    .join(' and ')
}

/** A room, a flight, a number inside a word: "two oh five", "seven forty-seven". */
const grouped = (digits: string): string => {
  if (digits.startsWith('0') || digits.length > 3) return digitsInWords(digits)
  if (digits.length < 3 || digits.endsWith('00')) return cardinal(digits)
  const rest = digits.slice(1)
  return `${cardinal(digits[0]!)} ${rest.startsWith('0') ? `oh ${cardinal(rest[1]!)}` : cardinal(rest)}`
}

const dotted = (number: string): string =>
  number
    .split('.')
    .filter((part) => part !== '')
    .map((part) =>
      part.startsWith('0') || (part.length !== 2 && /[1-9]/.test(part.slice(1)))
        ? digitsInWords(part)
        : cardinal(part),
    )
    .join(' ')

type Form = {
  ending: string
  sign: string | undefined
  isHead: boolean
  isBritish: boolean
  isBelowZero: boolean
}

const inWords = (number: string, { ending, sign, isHead, isBritish, isBelowZero }: Form): string => {
  const digits = number.replaceAll(',', '')
  if (DIGITS.test(digits) && ORDINAL.test(ending)) return ordinal(digits, isBritish)
  if (DIGITS.test(number) && number.length === 4 && sign === undefined && !isBelowZero) {
    return year(number, isBritish)
  }
  if (!isHead && !digits.includes('.')) return grouped(digits)
  if (!isHead || digits.split('.').length > 2) return dotted(digits)
  if (sign !== undefined && /^\d*(?:\.\d{0,2}|\.0*)?$/.test(digits)) return amount(digits, sign, isBritish)
  return DIGITS.test(digits) ? cardinal(digits, isBritish) : decimal(digits, isBritish)
}

const ended = (phonemes: string, ending: string, isBritish: boolean): string | undefined => {
  if (ending === 's' || ending === "'s") return withS(phonemes, isBritish)
  if (ending === 'ed' || ending === "'d") return withEd(phonemes, isBritish)
  return ending === 'ing' ? withIng(phonemes, isBritish) : phonemes
}

/** Phonemes of a number (see {@link isNumber}); undefined where nothing can be said. `sign` is that of a currency. */
export function readNumber(
  lexicon: Lexicon,
  word: string,
  { sign, isHead }: { sign?: string | undefined; isHead: boolean },
): string | undefined {
  const ending = /[a-z']+$/.exec(word)?.[0] ?? ''
  const number = word.slice(0, word.length - ending.length).replace(/^-/, '')
  if (!/\d/.test(number)) return undefined
  const isBelowZero = word.startsWith('-')
  const { isBritish } = lexicon
  const words = inWords(number, { ending, sign, isHead, isBritish, isBelowZero })
  const said = (isBelowZero ? `minus ${words}` : words)
    .split(/[^a-z]+/)
    .filter((each) => each !== '')
    .flatMap((each) => numberWord(lexicon, each) ?? [])
    .join(' ')
  return said === '' ? undefined : ended(said, ending, isBritish)
}

const numberWord = (lexicon: Lexicon, word: string): string | undefined =>
  lexicon.isKnown(word)
    ? lexicon.lookup(word, { ...PLAINLY, stress: word === 'point' ? -2 : undefined })
    : lexicon.withS(word, PLAINLY)
