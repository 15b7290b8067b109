import { byRows, where, type TokenClass, matchesOf } from '../token-class.ts'
import { cardinal, digitByDigit, inHalves } from './number-words.ts'

const pair = (one: string, two: string) => `${shortly(one)} ${twoOf(two)}`
/** "one twelve" points. */
const shortly = (digits: string) =>
  digits.length === 3 && !digits.endsWith('00') ? inHalves(digits) : cardinal(digits)
const twoOf = (digits: string) =>
  digits === '0' ? 'oh' : /^0\d$/.test(digits) ? `oh ${cardinal(digits[1]!)}` : shortly(digits)

const SCORE_BEFORE =
  /\b(?:won|win|wins|lost|lose|score|scored|lead|leads|leading|trail|trailing|up|down|tied|tie|beat|final|record|game|set|series|ahead|behind|match|it's|was|is)\b[^.!?\d]{0,16}$/i
const ENDS =
  /^(?:\s?[.,!?;:)"'—]|\s?-|\s*$|\s(?:on|at|in|over|and|or|here|for|that|this|now|by|is|was|we|I|you|it|with|from)\b)/

/** Of a shop or an office: "open, 9-5", "MON.-FRI., 10-6". */
const HOURS_BEFORE =
  /\b(?:open|hours|from|work|working|(?:mon|tues?|wed|thurs?|fri|sat|sun)(?:days?|\.)?),? $/i

/** Wins and losses of a team: "We're 0-6". */
const RECORD_BEFORE = /\b(?:we|they|you)(?:['’]re| are| were) $/i

const SPLIT = /^\s(?:split|chance|odds|shot|deal|partner|partners|proposition|custody|share|blend|mix|raid)/i

const isSplit = (one: number, two: number) => one + two === 100 && one % 5 === 0

/** "10-4", "20-20", "7-6": numbers side by side, no range. */
const sideBySide = (
  one: string,
  two: string,
  before: string,
  rest: string,
  hasScore: boolean,
): string | undefined => {
  const [low, high] = [Number(one), Number(two)]
  if (HOURS_BEFORE.test(before)) return undefined
  if (
    one === '10' &&
    two.length <= 2 &&
    ENDS.test(rest) &&
    !/\b(?:from|between|pages?|pp\.|lines?|ages?|numbers?|scenes?|chapters?) $/i.test(before)
  )
    return pair(one, two)
  if (one === '7' && two === '11') return 'seven eleven'
  if (two === '1' && low >= 10) return undefined
  if (low === high) return `${cardinal(one)}-${twoOf(two)}`
  if (isSplit(low, high) && (SPLIT.test(rest) || ENDS.test(rest))) return `${cardinal(one)}-${cardinal(two)}`
  if (one === '1' && two === '2' && /\b(?:old|the|a) $/i.test(before)) return pair(one, two)
  if (one === '9' && two === '5') return undefined
  // "0-60 in four seconds"
  if (low === 0 && high >= 30 && /^ (?:in|under)\b/.test(rest)) return undefined
  if (RECORD_BEFORE.test(before) && ENDS.test(rest))
    return `${low === 0 ? 'oh' : cardinal(one)} and ${high === 0 ? 'oh' : cardinal(two)}`
  if (low > high || hasScore || SCORE_BEFORE.test(before)) return pair(one, two)
  return undefined
}

const CODE = /(?<![\d-])(\d{1,2})-(\d{1,2})(?![\d-])/g

/** All codes of a text ask for the same. */
let known: { text: string; falling: readonly string[] } = { text: '', falling: [] }

/** The different codes of a text whose second number is the smaller one. */
function fallingIn(text: string): readonly string[] {
  if (known.text !== text) {
    const codesIn = [...matchesOf(text, CODE)].filter(([, a, b]) => Number(a) > Number(b))
    known = { text, falling: [...new Set(codesIn.map(([code]) => code))] }
  }
  return known.falling
}

export const codes: TokenClass = {
  name: 'code',
  find: where(
    (text) => /\d[-–]\d/.test(text),
    byRows([
      // "4-1-9-3", "36-24-36"
      [
        /(?<![\p{L}\d.,/$£€-])\d{1,2}(?:-\d{1,2}){2,10}(?![\p{L}\d/-]|[.,]\d)/gu,
        ([code]) =>
          code
            .split('-')
            .map((part) => cardinal(part))
            .join(', '),
      ],
      [
        /(?<![\p{L}\d.,:/$£€%°'-])(\d{1,3})[-–](\d{1,3})(?![\p{L}\d/%°'"-]|[.,:]\d|\s?(?:to|percent|lbs?|ft|oz|km|mph|hours?|minutes?|mins?|days?|years?|miles?|inches|feet|people|men|women|yards?|pounds?|seconds?|weeks?|months?|times|degrees|dollars|bucks)\b)/gu,
        ({ 0: match, 1: one, 2: two, index, input }) =>
          sideBySide(
            one!,
            two!,
            input.slice(Math.max(0, index - 40), index),
            input.slice(index + match.length, index + match.length + 16),
            fallingIn(input).some((other) => other !== match),
          ),
      ],
    ]),
  ),
}

/** What stays between two numbers: "5-6 men", "1914-1918", "8-inch". */
export const ranges: TokenClass = {
  name: 'range',
  find: where(
    (text) => /\d/.test(text),
    byRows([
      [/(?<=\d),(?=\d{1,2}(?!\d))/g, ', '],
      [/(?<=\d(?:%|°|st|nd|rd|th|s|\s?[ap]\.?m\.?)?)\s?[-–—]\s?(?=[$£€.]?\d)/gi, ' to '],
      [/(?<=\d)-(?=\p{Lu}(?!\p{L}))|(?<=(?<!\p{L})\p{Lu}{1,4})-(?=\d)/gu, ' '],
    ]),
  ),
}

const PHONE =
  /(?<![\w.-])(?:\+?1[-. ])?(?:\(\d{3}\)[ -]?|\d{3}[-. ])?\d{3}[-.]\d{4}(?![\w-])|(?<=\b\p{L}{4,10} )\d-\d{4}(?![\w-])/gu
const CALLED =
  /(?<=\bthe )411(?! \p{Ll}+s\b)|(?<=\b(?:call|calls|called|calling|dial|dials|dialed|dialing|phone|phoned|text|ring) )(?:[2-8]11|988|999|112|911)(?!\d|[.,]\d|-\d)/giu

/** Groups of a telephone number: "eight hundred" or each digit. */
const group = (digits: string) =>
  /^[89]00$/.test(digits) ? `${cardinal(digits[0]!)} hundred` : digitByDigit(digits)

export const telephones: TokenClass = {
  name: 'telephone',
  find: where(
    (text) => /\d/.test(text),
    byRows([
      [
        PHONE,
        ([phone]) =>
          phone
            .split(/\D+/)
            .filter((part) => part !== '')
            .map((part, index, all) => (index < all.length - 1 ? group(part) : digitByDigit(part)))
            .join(', '),
      ],
      [CALLED, ([digits]) => digitByDigit(digits)],
      [
        /(?<![\d.,$£€#-])911(?!\d|[.,]\d|%|-\d|s\b)/g,
        ({ index, input }) => {
          const isCar = /\b(?:an?|his|her|my|your|Porsche|red|old) $/i.test(
            input.slice(Math.max(0, index - 10), index),
          )
          return isCar &&
            !/^ (?:operator|call|dispatch|center|tape|record)/i.test(input.slice(index + 3, index + 14))
            ? 'nine eleven'
            : 'nine one one'
        },
      ],
    ]),
  ),
}

const sumRows = (isSum: boolean) =>
  byRows([
    [/\bmc(?=²)/g, 'M C'],
    [/(?<=[\p{L}\d])²/gu, ' squared'],
    [/(?<=[\p{L}\d])³/gu, ' cubed'],
    [/(?<=[\p{L}\d²³)]) ?= ?(?=[\p{L}\d(√-])/gu, ' equals '],
    [/(?<=[\d²)]) ?\+ ?(?=[\d(])/g, ' plus '],
    [/(?<=\d ?)÷(?= ?\d)/g, ' divided by '],
    [/(?<=\d)['′]? ?[x×] ?(?=\d)/gi, isSum ? ' times ' : ' by '],
    ...(isSum ? [[/(?<=\d) [-–−] (?=\d)/g, ' minus '] as const] : []),
    // "an A- in art", "a B+"
    [/(?<=\b(?:an?|straight|got|my|his|her|solid) [A-F])\+(?![\p{L}\d])/giu, ' plus'],
    [
      /(?<=\b(?:an?|straight|got|my|his|her|solid) [A-D])-(?=\s(?:in|on|from|for|and|or|is|was)\b|[.,!?])/giu,
      ' minus',
    ],
    [/(?<=^|[^\d\s]\s|[("'])[-−](?=\.?\d)/g, 'minus '],
  ])
const [calculations, signsOfSums] = [sumRows(true), sumRows(false)]

/** A calculation on a blackboard. */
export const sums: TokenClass = {
  name: 'sum',
  find: where(
    (text) => /[=×÷²³+]|\d['′]?\s?[xX]|[-−]\s?[.\d]|\bA-F/.test(text),
    (text, context) => (/[=×÷]|\d [*+] \d/.test(text) ? calculations : signsOfSums)(text, context),
  ),
}
