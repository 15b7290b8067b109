import { inWords } from '@andscene/screenplay/speech/numbers'
import NUMBERS from '../../../data/numbers.json' with { type: 'json' }

const SCALES = ['', ' thousand', ' million', ' billion', ' trillion', ' quadrillion']
const ORDINALS: Readonly<Record<string, string>> = NUMBERS.ordinals
/** Longer numbers are read digit by digit. */
const LONGEST = 15

const belowThousand = (number: number, and: string): string => {
  const rest = number % 100
  if (number < 100) return inWords(rest)
  const hundreds = `${inWords(Math.floor(number / 100))} hundred`
  return rest === 0 ? hundreds : `${hundreds}${and}${inWords(rest)}`
}

export const digitsInWords = (digits: string): string =>
  [...digits].map((digit) => inWords(Number(digit))).join(' ')

/** British readers put an "and" before the tens, American ones none. */
const andOf = (isBritish: boolean) => (isBritish ? ' and ' : ' ')

export function cardinal(digits: string, isBritish = false): string {
  const and = andOf(isBritish)
  if (digits.length > LONGEST) return digitsInWords(digits)
  let number = Number(digits)
  if (number < 1000) return belowThousand(number, and)
  const last = number % 1000
  const groups: string[] = []
  for (let scale = 0; number > 0; scale++) {
    const group = number % 1000
    if (group > 0) groups.unshift(belowThousand(group, and) + SCALES[scale])
    number = Math.floor(number / 1000)
  }
  // "one thousand and one"
  const smallest = last > 0 && last < 100 && groups.length > 1 ? and + groups.pop() : ''
  return groups.join(' ') + smallest
}

export const ordinal = (digits: string, isBritish = false): string =>
  cardinal(digits, isBritish).replace(/[a-z]+$/, (word) => ORDINALS[word] ?? word.replace(/y$/, 'ie') + 'th')

/** "nineteen oh-five", "two thousand and five", "twenty ten". `digits` are four. */
export function year(digits: string, isBritish = false): string {
  const high = Number(digits.slice(0, 2))
  const low = Number(digits.slice(2))
  if (high === 0 || (high % 10 === 0 && low < 10)) return cardinal(digits, isBritish)
  if (low === 0) return `${cardinal(String(high))} hundred`
  return `${cardinal(String(high))} ${low < 10 ? 'oh-' : ''}${cardinal(String(low))}`
}

export const decimal = (number: string, isBritish = false): string => {
  const [whole = '', fraction = ''] = number.split('.')
  const before = whole === '' ? '' : cardinal(whole, isBritish)
  return fraction === '' ? before : `${before} point ${digitsInWords(fraction)}`.trim()
}
