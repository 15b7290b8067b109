import { ordinal } from '../english/number-words.ts'

const MONTHS = 'January February March April May June July August September October November December'.split(
  ' ',
)
const MONTH =
  'Jan(?:uary)?|Feb(?:ruary)?|Mar(?:ch)?|Apr(?:il)?|May|June?|July?|Aug(?:ust)?|Sept?(?:ember)?|Oct(?:ober)?|Nov(?:ember)?|Dec(?:ember)?'
const MONTH_THEN_DAY = new RegExp(
  String.raw`\b(${MONTH})\.? (\d{1,2})(?:st|nd|rd|th)?\b(?![\d:%'’-]|\.\d|,\d)(?:,? (\d{4})\b)?`,
  'gi',
)
const DAY_THEN_MONTH = new RegExp(
  String.raw`\b([Tt]he )?(\d{1,2})(?:st|nd|rd|th)? (of )?(${MONTH})\b(?! I\b)`,
  'g',
)

const nameOf = (month: string) =>
  MONTHS.find((name) =>
    name.startsWith(
      month
        .slice(0, 3)
        .replace(/^./, (letter) => letter.toUpperCase())
        .replace(/(?<=.)./g, (letter) => letter.toLowerCase()),
    ),
  ) ?? month

const inFull = (year: string | undefined) =>
  year === undefined ? '' : `, ${year.length > 2 ? year : (Number(year) > 30 ? '19' : '20') + year}`

const date = (day: number, month: number, year: string | undefined, isBritish: boolean) =>
  isBritish
    ? `the ${ordinal(String(day))} of ${MONTHS[month - 1]}${inFull(year)}`
    : `${MONTHS[month - 1]} ${ordinal(String(day))}${inFull(year)}`

/** "July fourth, 1776"; the British put the day first. */
export const plainDates = (text: string, isBritish: boolean): string =>
  text
    .replace(
      /(?<![\d/.-])(\d{4})-(\d\d)-(\d\d)(?![\d/-])/g,
      (all, year: string, month: string, day: string) =>
        Number(month) in MONTHS && Number(day) <= 31
          ? date(Number(day), Number(month), year, isBritish)
          : all,
    )
    .replace(
      /(?<![\d/.-])(\d{1,2})\/(\d{1,2})\/(\d{4}|\d\d)(?![\d/])/g,
      (all, first: string, second: string, year: string) => {
        const [one, two] = [Number(first), Number(second)]
        const isDayFirst = one > 12 || (isBritish && two <= 12)
        const [day, month] = isDayFirst ? [one, two] : [two, one]
        return month >= 1 && month <= 12 && day >= 1 && day <= 31 ? date(day, month, year, isBritish) : all
      },
    )
    .replace(MONTH_THEN_DAY, (all: string, month: string, day: string, year?: string) =>
      // "may 5" is no date unless it is written as one.
      Number(day) < 1 || Number(day) > 31 || /^[a-z]/.test(month)
        ? all
        : `${nameOf(month)} ${isBritish ? 'the ' : ''}${ordinal(String(Number(day)))}${inFull(year)}`,
    )
    .replace(DAY_THEN_MONTH, (all: string, the: string | undefined, day: string, _of, month: string) =>
      Number(day) < 1 || Number(day) > 31
        ? all
        : `${the ?? 'the '}${ordinal(String(Number(day)))} of ${nameOf(month)}`,
    )
