import { cardinal, digitsInWords, ordinal } from '../english/number-words.ts'
import NUMBERS from '../../../data/numbers.json' with { type: 'json' }

const digitByDigit = (digits: string) =>
  digits
    .replace(/\D/g, '')
    .replace(/\d/g, (digit) => ` ${digit === '0' ? 'oh' : digitsInWords(digit)}`)
    .trim()

/** Halves of three or four digits: "three fifty-seven", "eleven oh one". */
const inHalves = (digits: string): string => {
  const [high, low] = [digits.slice(0, -2), digits.slice(-2)]
  if (low === '00') return `${cardinal(high)} hundred`
  return `${cardinal(high)} ${low.startsWith('0') ? `oh ${cardinal(low[1]!)}` : cardinal(low)}`
}

const PHONE = /(?<![\w.-])(?:\+?1[-. ])?(?:\(\d{3}\) ?|\d{3}[-. ])?\d{3}[-.]\d{4}(?![\w-])/g
const BEFORE_ROOM =
  /\b(room|suite|apartment|apt\.?|flight|highway|route|interstate|unit|cell|locker) (\d{3,4})\b(?![,.:]?\d)/gi
const FRACTIONS: Readonly<Record<string, string>> = NUMBERS.fractions
const VULGAR: Readonly<Record<string, string>> = NUMBERS.vulgar
const UNITS: Readonly<Record<string, string[]>> = NUMBERS.units
const UNIT = new RegExp(
  String.raw`(?<![\w.,-])(-?\d+(?:,\d{3})*(?:\.\d+)?)(?:\s|-)?(${Object.keys(UNITS).join('|')})(?![\p{L}\p{N}])(?:\.(?=\s+\p{Ll}|(?<=ft\.)\s+\d))?`,
  'gu',
)

/** Where it is not the word "in". */
const INCHES =
  /(?<![\d.,])(\d+)\s?in\b(?:(?<=\d\s?(?:ft|feet|foot)\.? \d+\s?in)\.?|\.(?=\s(?:by|x|tall|long|wide|thick|deep|high|of)\b))/g

const fraction = (above: string, below: string): string => {
  if (Number(above) === 0 || Number(above) >= Number(below) || Number(below) > 16)
    return `${cardinal(above)} ${cardinal(below)}`
  const name = FRACTIONS[below] ?? ordinal(below)
  if (Number(above) === 1) return `one ${name}`
  return `${cardinal(above)} ${name === 'half' ? 'halves' : `${name}s`}`
}

/** "MI6": two letters and more are spelled. */
const spelled = (letters: string) =>
  letters.length === 1 ? letters : [...letters].map((letter) => `${letter}.`).join('')

/** Numbers that are not read as they are written: telephones, calibres, heights, fractions, ranges, units. */
export const plainNumbers = (text: string): string =>
  text
    .replace(
      /[\u00BC-\u00BE\u2153\u2154]/g,
      (sign: string, at: number) => `${/\d/.test(text[at - 1] ?? '') ? ' and ' : ''}${VULGAR[sign]}`,
    )
    .replace(PHONE, (phone) =>
      phone
        .split(/\D+/)
        .filter((part) => part !== '')
        .map(digitByDigit)
        .join(', '),
    )
    .replace(/(?<![\d.,$£€-])([49]11|999)(?!\d|[.,]\d|%|-\d|\s?(?:\p{L}+s)\b)/gu, digitByDigit)
    .replace(/(?<![\d.,$£€])(\d{1,2})\/(7|11)(?![\d/])/g, (all: string, one: string, two: string) =>
      all === '24/7' || all === '9/11' ? `${cardinal(one)} ${cardinal(two)}` : fraction(one, two),
    )
    // Six foot two.
    .replace(/(?<![\d.])([3-8])' ?(1[01]|\d)(?:["”]|(?!\d))/g, (_, feet: string, inches: string) =>
      inches === '0' ? `${cardinal(feet)} foot` : `${cardinal(feet)} foot ${cardinal(inches)}`,
    )
    .replace(
      /(?<![\w)])\.(22|25|32|38|40|44|45|50|357|380)(?![\d%]|\s?(?:percent|seconds?|miles?|inch))/g,
      (_, calibre: string) => (calibre.length > 2 ? inHalves(calibre) : cardinal(calibre)),
    )
    .replace(BEFORE_ROOM, (_, what: string, digits: string) =>
      /^0|000$/.test(digits) ? `${what} ${digitByDigit(digits)}` : `${what} ${inHalves(digits)}`,
    )
    .replace(/(?<![\d.,$£€-])7([0-8])7(?!\d|[.,]\d)/g, (all) => inHalves(all))
    .replace(
      /(?<![\w/.])(?:(\d{1,3}) )?(\d{1,2})\/(\d{1,2})(?![\w/]|\.\d)/g,
      (_, whole: string | undefined, above: string, below: string) => {
        const part = fraction(above, below)
        return whole === undefined ? part : `${whole} and ${part.replace(/^one (?=half)/, 'a ')}`
      },
    )
    .replace(INCHES, (_, number: string) => `${number} inch${number === '1' ? '' : 'es'}`)
    .replace(UNIT, (_, number: string, sign: string) => `${number} ${UNITS[sign]![number === '1' ? 0 : 1]}`)
    .replace(
      /(-?\d+(?:\.\d+)?)\s?°\s?([CF]\b)?/g,
      (_, number: string, scale: string | undefined) =>
        `${number} degree${number === '1' ? '' : 's'}${scale === 'C' ? ' Celsius' : scale === 'F' ? ' Fahrenheit' : ''}`,
    )
    .replace(/(?<![\w.-])(\d{1,4})-(\d{1,4})(?![\w-]|\.\d)/g, '$1 to $2')
    .replace(/(?<![\p{L}\p{N}])-(?=[\d.])/gu, 'minus ')
    .replace(/#\s?(?=\d)|\bNo\. ?(?=\d)/g, 'number ')
    .replace(/\b(\d+)x(\d+)\b/gi, '$1 by $2')
    .replace(/(?<=\d)\s?[x×]\s?(?=\d)/g, ' times ')
    .replace(/(?<=\d)x\b/g, ' times')
    // "MI6", "R2D2", "C4", "3D", "B-52": letters and digits are apart; "4th" and "80s" stay.
    .replace(/(?<![\p{L}\p{N}])(\p{Lu}{1,3})-?(?=\d)/gu, (_, letters: string) => `${spelled(letters)} `)
    .replace(/(?<=\d)-?(\p{Lu}{1,3})(?!\p{L})/gu, (_, letters: string) => ` ${spelled(letters)}`)
    .replace(/(?<=\p{L})-?(?=\d)/gu, ' ')
    .replace(/(?<=\d)(?=\p{Lu})|(?<=\d)(?=(?!(?:st|nd|rd|th|s|ing|ed)\b)\p{Ll})/gu, ' ')
    .replace(/(?<=\d)-(?=\p{L})/gu, ' ')
    .replace(/(?<![\d.,])0\d{1,3}\b(?![.,:]\d)/g, digitByDigit)
