import { byRows, where, type TokenClass } from '../token-class.ts'
import { cardinal, decimal, digitByDigit, ordinal, plural, year } from './number-words.ts'

/** Four digits without a comma are said as a year: "fourteen oh eight". */
const digitsOf = (digits: string, isBritish = false): string => {
  if (digits.includes(',')) return cardinal(digits, isBritish)
  if (digits.length === 4) return year(digits, isBritish)
  return digits.length > 6 && !digits.endsWith('000') ? digitByDigit(digits) : cardinal(digits, isBritish)
}

const COUNT = String.raw`(?:\d{1,3}(?:,\d{3}){1,5}(?![\d,]\d)|\d+)`
const LARGE: Readonly<Record<string, string>> = { M: 'million', B: 'billion', T: 'trillion' }

/** What no other class of numbers claimed. */
export const plainNumbers: TokenClass = {
  name: 'number',
  find: where(
    (text) => /\d/.test(text),
    byRows([
      [
        new RegExp(String.raw`(?<![\d.,])(${COUNT})(?:st|nd|rd|th)(?![\p{L}\d])`, 'giu'),
        ([, digits], { isBritish }) => ordinal(digits!, isBritish),
      ],
      [
        new RegExp(String.raw`(?<![\d.,:])(${COUNT})ish(?!\p{L})`, 'giu'),
        ([, digits], { isBritish }) => `${digitsOf(digits!, isBritish)}ish`,
      ],
      [
        /(?<![\d.,])(100|1000|1,000)s(?= of\b)/g,
        ([, digits]) => (digits === '100' ? 'hundreds' : 'thousands'),
      ],
      // "the 1950s", "two 11s"
      [
        new RegExp(String.raw`(?<![\d.,])(${COUNT})s(?![\p{L}\d])`, 'giu'),
        ([, digits]) => plural(digitsOf(digits!)),
      ],
      [/(?<![\d.,])([12]\d)(\d0)'s(?!\p{L})/gu, ([, century, decade]) => plural(year(century! + decade!))],
      [/(?<![\d.,])([2-9]0)'s(?!\p{L})/gu, ([, decade]) => plural(cardinal(decade!))],
      // "2.3M followers"
      [
        /(?<=\d\.\d{1,3})[MBT](?=\s\p{L}{2})|(?<=\d)M(?=\s\p{L}{2,20}s\b)/gu,
        ([letter]) => ` ${LARGE[letter]}`,
      ],
      [
        /\d{1,3}(?:,\d{3}){1,5}\.\d+|(?<!\d)\d*\.\d+/g,
        ({ 0: written, index, input }, { isBritish }) =>
          written.startsWith('.') && /[\p{L}\d]$/u.test(input.slice(Math.max(0, index - 1), index))
            ? undefined
            : decimal(written, isBritish),
      ],
      [new RegExp(COUNT, 'g'), ([digits], { isBritish }) => digitsOf(digits, isBritish)],
    ]),
  ),
}
