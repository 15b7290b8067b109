import { byRows, where, type TokenClass } from '../token-class.ts'
import { slashDate } from './dates.ts'
import { cardinal, ordinal } from './number-words.ts'

const NAMES: Readonly<Record<string, string>> = { 2: 'half', 4: 'quarter' }
const VULGAR: Readonly<Record<string, string>> = {
  '½': '1/2',
  '¼': '1/4',
  '¾': '3/4',
  '⅓': '1/3',
  '⅔': '2/3',
  '⅛': '1/8',
  '⅜': '3/8',
  '⅝': '5/8',
  '⅞': '7/8',
  '⅕': '1/5',
  '⅖': '2/5',
  '⅗': '3/5',
  '⅘': '4/5',
  '⅙': '1/6',
  '⅚': '5/6',
}

const fraction = (above: string, below: string): string => {
  const name = NAMES[below] ?? ordinal(below)
  if (Number(above) === 1) return `one ${name}`
  return `${cardinal(above)} ${name === 'half' ? 'halves' : `${name}s`}`
}

/** "two and a half", "three and a quarter". */
const behindWhole = (above: string, below: string) =>
  ` and ${fraction(above, below).replace(/^one (?=half|quarter)/, 'a ')}`

const SIGNS = Object.keys(VULGAR).join('')
const vulgar = (sign: string) => VULGAR[sign]!.split('/') as [string, string]

/** Denominators of recipes and tools. */
const USUAL = new Set(['2', '3', '4', '5', '6', '8', '10', '16', '32', '64', '100', '1000'])
const DATE_BEFORE = /\b(?:on|since|by|until|till|before|after|from|through|dated|due|of|date:?) $/i
const SCORE_BEFORE =
  /\b(?:gave|give|gives|rate|rated|score|scored|got|scale|mark|marks|solid|strong|grade|mine's|it's|was|is|an?) (?:(?:it|him|her|them|you|the \p{L}+|of \p{L}+,) )?(?:an? |mine's )?$/iu
/** "I rate this place 2/10", "I'd say 6/10." */
const RATED = /\b(?:(?:rate|rates|rated|rating|give|gives|gave|giving) (?:\p{L}+ ){1,3}(?:an? )?|say )$/iu
/** "As a kisser? 6/10.", "Honestly, 6/10.", "My pain is at 6/10": a mark stands alone, unless a day was asked for. */
const ALONE_BEFORE = /(?:^|[.?!:,]["')]?\s)["'(]?$/
const ALONE_AFTER =
  /^["')]?(?:\s?$|[.!?,;)](?!\d)|\s?[-–—]|\s(?:tops|easy|easily|at best|at most|maybe|for|if|with|on|but|and|stars)\b)/i
const MARKED =
  /\b(?:rate[sd]?|rating|score[sd]?|reviews?|average|grade|pain|perfect|yelp|gets?|getting|earn(?:s|ed)?|deserves?|stars)\b[^.!?]{0,16}$/i
const DATED =
  /\b(?:when|what day|which day|date|super|title|chyron|card)\b[^.!]{0,12}$|\b(?:mon|tues|wednes|thurs|fri|satur|sun)(?:day)?\.?,\s$/i

const isMark = (below: string, before: string, rest: string): boolean => {
  if (/^\sstars?\b/.test(rest)) return true
  if (DATED.test(before) || !/^(?:5|10|100)$/.test(below)) return false
  return (
    (MARKED.test(before) && !/^\s(?:of|teaspoon|cup|inch|mile|share|stake)/.test(rest)) ||
    (below === '10' && ALONE_BEFORE.test(before) && ALONE_AFTER.test(rest))
  )
}

const HALF_OF =
  /^ ?(?:an? )?(?:hours?|miles?|inch(?:es)?|blocks?|seconds?|minutes?|days?|years?|months?|weeks?|dozen|pounds?|cups?)\b/i

const slashed = (above: string, below: string, before: string, rest: string, isBritish = false) => {
  const [one, two] = [Number(above), Number(below)]
  if (/^(?:24\/7|9\/11|7\/11)$/.test(`${above}/${below}`)) return `${cardinal(above)} ${cardinal(below)}`
  if (two === 0) return `${cardinal(above)} ${cardinal(below)}`
  if (one === 20 || (one === two && one > 12)) return `${cardinal(above)} ${cardinal(below)}`
  if (one >= 40) return `${pressure(above)} over ${pressure(below)}`
  if (/^ (?:of|the size)\b/.test(rest) && one < two && !DATE_BEFORE.test(before))
    return fraction(above, below)
  if ((below === '10' && RATED.test(before)) || isMark(below, before, rest))
    return `${cardinal(above)} out of ${cardinal(below)}`
  const date = slashDate(above, below, undefined, isBritish)
  if (date && (DATE_BEFORE.test(before) || DATED.test(before))) return date
  if (below === '10' && (one >= 10 || SCORE_BEFORE.test(before))) return `${cardinal(above)} out of ten`
  if (one < two && USUAL.has(below)) return fraction(above, below)
  return date ?? `${cardinal(above)} ${one > two ? 'over' : 'out of'} ${cardinal(below)}`
}

/** "one forty" as doctors and weighers say it. */
const pressure = (digits: string) =>
  digits.length === 3 && !digits.endsWith('00')
    ? `${cardinal(digits[0]!)} ${digits[1] === '0' ? 'oh ' : ''}${cardinal(Number(digits.slice(1)))}`
    : cardinal(digits)

/** Fractions, marks out of ten, pressures, and days written as fractions. */
export const fractions: TokenClass = {
  name: 'fraction',
  find: where(
    (text) => /\d\/\d|[\u00BC-\u00BE\u2150-\u215E]/.test(text),
    byRows([
      [new RegExp(String.raw`(?<=\d) ?[${SIGNS}]`, 'gu'), ([sign]) => behindWhole(...vulgar(sign.trim()))],
      [/(?<!\d ?)½[ -](?=\p{L})/gu, 'half '],
      [new RegExp(`[${SIGNS}]`, 'gu'), ([sign]) => fraction(...vulgar(sign))],
      // "2/3rds", "1/100th"
      [
        /(?<![\w/.])(\d{1,3})\/(\d{1,4})(?:st|nd|rd|th|ths|rds|nds)(?!\p{L})/giu,
        ([, above, below]) => fraction(above!, below!),
      ],
      // "2 1/2 hours", "2-1/2"
      [
        /(?<=(?<![\p{L}\d/.,])\d{1,3})[ -](\d{1,2})\/(2|3|4|5|6|8|16|32|64)(?![\w/]|\.\d)/gu,
        ([, above, below]) => (Number(above) < Number(below) ? behindWhole(above!, below!) : undefined),
      ],
      [
        /(?<![\w/.])1\/2(?:-| ?)(?![\w/]|\.\d|\d)/g,
        ({ 0: match, index, input }) => {
          const rest = input.slice(index + 3)
          const [unit] = HALF_OF.exec(rest.replace(/^-/, ' ')) ?? []
          if (unit === undefined)
            return /^(?:-|\s(?:past|dressed|dead|empty|full|asleep|the|price)\b)/.test(rest)
              ? 'half '
              : `one half${match.endsWith(' ') ? ' ' : ''}`
          return /^ ?an? /i.test(unit) || /s$/i.test(unit.trim())
            ? 'half '
            : `half ${/hour/i.test(unit) ? 'an' : 'a'} `
        },
      ],
      [
        /(?<![\w/.$£€])(\d{1,3})\/(\d{1,3})(?![\w/]|\.\d)/g,
        ({ 1: above, 2: below, index, 0: match, input }, { isBritish }) =>
          slashed(
            above!,
            below!,
            input.slice(Math.max(0, index - 24), index),
            input.slice(index + match.length, index + match.length + 12),
            isBritish,
          ),
      ],
    ]),
  ),
}
