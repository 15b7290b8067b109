import { byRows, where, type SaidContext, type TokenClass } from '../token-class.ts'
import { ordinal, year } from './number-words.ts'

const MONTHS = 'January February March April May June July August September October November December'.split(
  ' ',
)
const FULL = MONTHS.filter((month) => month !== 'May').join('|')
/** "march" and "may" are verbs too: a capital decides, and in a line of capitals what follows. */
const SHORT = 'Jan|Feb|Mar|Apr|Jun|Jul|Aug|Sept?|Oct|Nov|Dec'
const monthOf = (full: string, short: string) => String.raw`(?:${full}|(?:${short})\b\.?)`
const MONTH = monthOf(`${FULL}|May`, SHORT)
const CAPITALS = monthOf(`${FULL}|May`.toUpperCase(), SHORT.toUpperCase())
const DAY = String.raw`(?:3[01]|[12]\d|0?[1-9])(?:st|nd|rd|th|ST|ND|RD|TH)?`
/** Not part of a time, an amount, a range or a longer number. */
const DAY_ENDS = String.raw`(?![\p{L}\d:%'/]|[.,]\d|\s?[-–]\s?\d{3})`

const MONTH_THEN_DAY = new RegExp(
  String.raw`(?<![\p{L}\d])(?<month>${MONTH}|${CAPITALS}) (?<day>${DAY})(?:\s?[-–]\s?(?<last>${DAY}))?${DAY_ENDS}`,
  'gu',
)
const DAY_THEN_MONTH = new RegExp(
  String.raw`(?<![\p{L}\d.,/$£€-])(?<the>[Tt]he |THE )?(?<day>${DAY})(?: of| OF)? (?<month>${MONTH}|${CAPITALS})(?![\p{L}\d'])`,
  'gu',
)
const DATE_ENDS = /^(?:,? ?\d{4}\b|\s*$|\s?[.,;:!?)\]"-])/

/** "in Dec. 12 men", "by Aug. 30 of us", "last Dec. 31 guests": the month ends its sentence, and a count begins the next. */
const MONTH_THEN_COUNT = new RegExp(
  String.raw`(?<![\p{L}\d])(?:${SHORT}|${SHORT.toUpperCase()})\.(?= (?:3[01]|[12]\d|[1-9])(?![\p{L}\d:%'/]|[.,]\d|,? \d{4}|\s?[-–]\s?\d))`,
  'gu',
)
const COUNTED =
  /^ \d{1,2} (?:of (?:us|them|you|these|those)|people|men|women|kids|children|grand|\p{Ll}{3,}s(?<!\b(?:was|has|does|goes|comes|marks|seems|looks|works|gets|means|is)))\b/u

/** "since Oct. 14 months now" */
const LASTED =
  /^ \d{1,2} (?:of (?:us|them|you|these|those)|hours|days|weeks|months|years|decades|times|miles|inches|degrees|grand|hundred|thousand|million|dozen)\b/

const nameOf = (month: string): string => {
  const start = month.slice(0, 3).toLowerCase()
  return MONTHS.find((name) => name.toLowerCase().startsWith(start)) ?? month
}

const dayOf = (day: string) => ordinal(Number.parseInt(day, 10))

const inFull = (digits: string | undefined) => {
  if (digits === undefined) return ''
  return `, ${year(digits.length > 2 ? digits : (Number(digits) > 30 ? '19' : '20') + digits)}`
}

const date = (day: number, month: number, written: string | undefined, isBritish = false) =>
  isBritish
    ? `the ${ordinal(day)} of ${MONTHS[month - 1]}${inFull(written)}`
    : `${MONTHS[month - 1]} ${ordinal(day)}${inFull(written)}`

const isDate = (day: number, month: number) => month >= 1 && month <= 12 && day >= 1 && day <= 31

/** "5/10": the month is first, in Britain the day; "25/12" shows its order, and is said in it. */
export const slashDate = (
  first: string,
  second: string,
  written: string | undefined,
  isBritish = false,
): string | undefined => {
  const [one, two] = [Number(first), Number(second)]
  const isDayFirst = one > 12 || (isBritish && two <= 12)
  const [day, month] = isDayFirst ? [one, two] : [two, one]
  return isDate(day, month) ? date(day, month, written, isBritish || isDayFirst) : undefined
}

const MARCHED = /^ (?:miles|steps|blocks|paces|kilometers|km|hours|more|times|laps)\b/i

const ASKED = /^ of (?:you|us|them|these|those)\b/i

const isVerb = (month: string, rest: string, { isAllCapitals }: SaidContext) =>
  (/^march$/i.test(month) && MARCHED.test(rest)) ||
  (/^may$/i.test(month) && ASKED.test(rest)) ||
  (isAllCapitals && /^(?:march|may)$/i.test(month) && !DATE_ENDS.test(rest))

/** "July fourth, 1776"; a month at a full stop begins no date: "in March. 20 of them". */
export const dates: TokenClass = {
  name: 'date',
  find: where(
    (text) => /\d/.test(text),
    byRows([
      [
        /(?<![\d/.-])(\d{4})-(\d\d)-(\d\d)(?![\d/-])/g,
        ([, written, month, day], { isBritish }) =>
          isDate(Number(day), Number(month))
            ? date(Number(day), Number(month), written, isBritish)
            : undefined,
      ],
      [
        /(?<![\d/.-])(\d{1,2})[/-](\d{1,2})[/-](\d{4}|\d\d)(?![\d/-])/g,
        ([, first, second, written], { isBritish }) => slashDate(first!, second!, written, isBritish),
      ],
      [
        MONTH_THEN_COUNT,
        ({ 0: month, index, input }) => {
          const before = input.slice(Math.max(0, index - 12), index)
          const rest = input.slice(index + month.length, index + month.length + 30)
          const isCounted =
            /\bin $/i.test(before) ||
            (/\b(?:last|every|late|early|mid|back in) $/i.test(before) && COUNTED.test(rest)) ||
            (!/\bon $/i.test(before) && LASTED.test(rest))
          return isCounted ? `${nameOf(month)}.` : undefined
        },
      ],
      [
        MONTH_THEN_DAY,
        ({ 0: match, index, input, groups }, context) => {
          const { month = '', day = '', last } = groups ?? {}
          if (isVerb(month, input.slice(index + match.length), context)) return undefined
          const to = last === undefined ? '' : ` to ${dayOf(last)}`
          return `${nameOf(month)} ${context.isBritish ? 'the ' : ''}${dayOf(day)}${to}`
        },
      ],
      [
        DAY_THEN_MONTH,
        ({ 0: match, index, input, groups }, context) => {
          const { the, day = '', month = '' } = groups ?? {}
          const rest = input.slice(index + match.length)
          if (!/of/i.test(match) && the === undefined && !DATE_ENDS.test(rest)) return undefined
          if (isVerb(month, rest, context)) return undefined
          return `${the ?? 'the '}${dayOf(day)} of ${nameOf(month)}`
        },
      ],
      // "Sept. 1985": the month alone in full before a year.
      [
        new RegExp(
          String.raw`(?<![\p{L}\d])(?:${SHORT}|${SHORT.toUpperCase()})\b\.?(?=,? '?\d{2}(?:\d\d)?\b)`,
          'gu',
        ),
        ([month]) => nameOf(month),
      ],
    ]),
  ),
}
