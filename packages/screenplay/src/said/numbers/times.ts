import { byRows, where, type TokenClass } from '../token-class.ts'
import { cardinal } from './number-words.ts'

const minutes = (digits: string) => (Number(digits) < 10 ? `oh ${cardinal(digits)}` : cardinal(digits))

const half = (letter: string | undefined) => (letter === undefined ? '' : ` ${letter.toUpperCase()}.M.`)

const BEFORE = String.raw`(?<![\p{L}\d:.,$£€/-])`
const CLOCK = String.raw`(?<hour>[01]?\d|2[0-4]):(?<minute>[0-5]\d)`
const HALF = String.raw`\s?(?:(?<small>[ap])\.?\s?m\b(?:\.(?=[\p{Ll}\s)"',;:!?]|$))?|(?<big>[AP])\.?\s?M\b(?:\.(?=[\p{L}\s)"',;:!?]|$))?)`

/** "ten thirty P.M.", "nine o'clock", "fourteen hundred". */
const clock = (
  { hour = '', minute, second, small, big }: Partial<Record<string, string>>,
  isInRange: boolean,
): string => {
  const hours = cardinal(Number(hour))
  const letter = small ?? big
  const seconds = second === undefined ? '' : ` and ${cardinal(Number(second))} seconds`
  if (minute === undefined || (minute === '00' && (letter !== undefined || isInRange)))
    return hours + half(letter)
  if (minute !== '00') return `${hours} ${minutes(minute)}${seconds}${half(letter)}`
  if (second !== undefined) return `${hours}${seconds}`
  return Number(hour) > 12 || hour.startsWith('0') ? `${hours} hundred` : `${hours} o'clock`
}

const MILITARY_AFTER = String.raw`(?=\s?(?:hours|hrs|zulu)\b)`
const military = (digits: string) => {
  const [hour, minute] = [digits.slice(0, 2), digits.slice(2)]
  const hours = hour.startsWith('0') ? `oh ${hour === '00' ? 'oh' : cardinal(hour[1]!)}` : cardinal(hour)
  return `${hours} ${minute === '00' ? 'hundred' : minutes(minute)}`
}

/** Times of the day, verses of the Bible, odds. */
export const times: TokenClass = {
  name: 'time',
  find: where(
    (text) => /\d/.test(text),
    byRows([
      [
        new RegExp(
          String.raw`${BEFORE}${CLOCK}(?::(?<second>[0-5]\d))?(?:${HALF})?(?![\d%]|:\d|[.,]\d)`,
          'gu',
        ),
        ({ groups, input, index, 0: { length } }) =>
          clock(groups!, /^\s?(?:[-–]|to\b|noon\b|midnight\b)\s?/.test(input.slice(index + length))),
      ],
      // The end of a range: "2:00-4:30".
      [
        new RegExp(String.raw`(?<=\d\s?[-–]\s?)${CLOCK}(?:${HALF})?(?![\d%:])`, 'gu'),
        ({ groups }) => clock(groups!, true),
      ],
      // "9.20 p.m.", in headings "[09.20]".
      [
        new RegExp(String.raw`${BEFORE}(?<hour>1[0-2]|0?[1-9])\.(?<minute>[0-5]\d)${HALF}`, 'gu'),
        ({ groups }) => clock(groups!, false),
      ],
      [
        /(?<![\p{L}\d:.,$£€/-])(?<hour>2[0-3]|[01]\d)\.(?<minute>[0-5]\d)(?![\p{L}\d%]|[.,:]\d|\s?[$€£%°])/gu,
        ({ groups }, { isHeading }) => (isHeading ? clock(groups!, false) : undefined),
      ],
      [
        new RegExp(String.raw`(?<![\p{L}\d:.,$£€/])(?<hour>1[0-2]|0?[1-9])${HALF}(?!\d)`, 'gu'),
        ({ 0: match, groups, index, input }) =>
          // "Zimmer 10 am Ende": of its own in small type "am" is a word.
          match.endsWith(' am') && !/^(?:[^\p{L}]|$)/u.test(input.slice(index + match.length).trimStart())
            ? undefined
            : clock(groups!, false),
      ],
      [
        new RegExp(String.raw`(?<![\d.,])(?:[01]\d|2[0-4])[0-5]\d${MILITARY_AFTER}`, 'gi'),
        ([digits]) => military(digits),
      ],
      [
        /(?<=\b(?:at|by|until|till|since|from|before|after|to) )0\d[0-5]\d(?![\d,.:-]\d|\d|\p{L})/giu,
        ([digits]) => military(digits),
      ],
      [
        /(?<=\b(?:Psalms?|Proverbs|Job|Genesis|Exodus|Isaiah|Kings|Samuel|Matthew|Mark|Luke|John|Acts|Romans|Corinthians|Peter|Timothy|James|Revelation|Ephesians|Hebrews) )(\d{1,3}):(\d)(?![\d:])/gi,
        ([, chapter, verse]) => `${cardinal(chapter!)} ${cardinal(verse!)}`,
      ],
      // Verses: "John 3:16"; odds and formats: "20:1".
      [/(?<![\d:.,])(\d{1,3}):(\d{2,3})(?![\d:])/g, ([, one, two]) => `${cardinal(one!)} ${cardinal(two!)}`],
      [/(?<=(?<![\d:.,])\d{1,4}):(?=\d(?![\d:]))/g, ' to '],
    ]),
  ),
}
