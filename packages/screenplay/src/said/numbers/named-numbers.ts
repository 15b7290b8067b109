import { byRows, where, type TokenClass } from '../token-class.ts'
import { cardinal, digitByDigit, inHalves, plural } from './number-words.ts'

const PLACES = String.raw`rooms?|rm\.?|suites?|ste\.?|apartment|apt\.?|flat|ward|cell|locker|flight|highway|hwy\.?|route|rte\.?|rt\.?|interstate|freeway|unit|gate|channel|marker|stall|studio|berth|box|bus|form|section|sector|code`
const PLACE_NUMBER = new RegExp(
  String.raw`(?<=\b(?:${PLACES}) )[1-9]\d{2,3}(?!\d|[.,:/-]\d|\s?[%°$£€])`,
  'giu',
)
/** In a sentence, "in the room 200 people wait" names no room. */
const NO_PLACE = /^ (?:people|men|women|guests|soldiers|chairs|dollars|feet|miles|years|kids|students|of)\b/i

const STREET_AHEAD = String.raw`(?=[A-Z]? (?:(?:[NSEW]|[NS][EW]|north|south|east|west)\.? )?(?:[\p{L}\d.']+ ){1,3}(?:st|street|aven?u?e?|dr|drive|blvd|boulevard|rd|road|lane|ln|court|ct|place|pl|way|terrace|square|sq|parkway|pkwy|highway|hwy)\b)`

const CALIBRES =
  /(?<![\p{L}\d)])\.(?:(\d{2,3})([sS])\b|(22|25|32|38|40|44|45|50|223|243|270|303|308|338|357|380|410))(?!\d|%|\s?(?:percent|seconds?|miles?|inch|of|points?|pounds?|lbs?|ounces?|oz|grams?|kilos?|liters?|gallons?|acres?|feet|ft|volts?|amps?|mg|ml)\b)/gu
/** "He blew a .22" is no gun. */
const DRUNK = /\b(?:blew|blow|blows|alcohol|BAC)\b.{0,12}$/

/** Numbers of rooms, flights, roads and guns: "two thirty-seven". */
export const namedNumbers: TokenClass = {
  name: 'named number',
  find: where(
    (text) => /\d/.test(text),
    byRows([
      [/(?<![\d.,])007(?![\d.,]\d|\d)/g, 'double oh seven'],
      [
        PLACE_NUMBER,
        ({ 0: digits, index, input }) => {
          if (NO_PLACE.test(input.slice(index + digits.length))) return undefined
          return digits.endsWith('000') ? undefined : halves(digits)
        },
      ],
      // "905 Elm Dr."
      [
        new RegExp(String.raw`(?<![\p{L}\d.,$£€#/-])[1-9]\d{2}${STREET_AHEAD}`, 'giu'),
        ([digits]) => halves(digits),
      ],
      // Roads and planes.
      [
        /(?<=\bthe )[1-9]0[1-9](?='s\b|\s(?:is|was|to|at|in|freeway|north|south|east|west)\b)/gi,
        ([digits]) => halves(digits),
      ],
      [/(?<![\d.,$£€#-])7[0-8]7(?!\d|[.,]\d|%)/g, ([digits]) => halves(digits)],
      // "a 211 in progress", "a 180"
      [
        /(?<=\b(?:an?|possible) )(?:[1-9]\d[1-9](?=\s(?:in progress|and|on|at|in|over|down|here)\b|[.,!?])|(?:180|360)(?=\s(?:on|at|and|in)\b|[.,!?]|$))(?![.,]\d)/gi,
        ([digits]) => halves(digits),
      ],
      [
        /\b(401|403|457) ?\(?([kKbB])\)?(?!\p{L})/gu,
        ([, digits, letter]) => `${halves(digits!)} ${letter!.toUpperCase()}`,
      ],
      [/(?<=\b\p{L}+-)[1-9]\d\d(?!\d|[.,]\d)(?<!00)/gu, ([digits]) => halves(digits)],
      // "is at 907.", "a 404 area code", "ext. 204"
      [
        /(?<=\b(?:at|in|to|into|from|on|is) )[1-9]0[1-9](?=\s*$|[.,;!?](?!\d))|[1-9]\d{2}(?= area code)|(?<=\b(?:ext\.|extension) )[1-9]\d{2}(?!\d)/gi,
        ([digits]) => halves(digits),
      ],
      [
        /(?<=\barea code\b[^.!?]{0,40}\b(?:an?|or|and|from) )[2-9][01]\d(?!\d|[.,]\d|%)/gi,
        ([digits]) => halves(digits),
      ],
      // ".30-06", ".45-70"
      [
        /(?<![\p{L}\d)])\.(30|32|38|44|45|50)-(06|20|30|40|55|70|90)(?![\d%])/gu,
        ([, calibre, second]) => `${cardinal(calibre!)} ${second === '06' ? 'ought six' : cardinal(second!)}`,
      ],
      [
        CALIBRES,
        ({ 1: several, 2: s, 3: one, index, input }) => {
          if (DRUNK.test(input.slice(Math.max(0, index - 20), index))) return undefined
          const calibre = (several ?? one)!
          const words = calibre.length > 2 ? inHalves(calibre) : cardinal(calibre)
          return s === undefined ? words : plural(words)
        },
      ],
      [
        /(?<=\b(?:bats|batting|batted|hit|hits|hitting|average is|average was|average of|averaging) )\.(\d{3})(?!\d)/gi,
        ([, average]) => (average!.startsWith('0') ? `oh ${cardinal(Number(average))}` : inHalves(average!)),
      ],
      // "'57 Chevy", "winter of '09"
      [
        /(?<![\p{L}\d])'(\d\d)(?![\d'.,]\d|\d|s\b|')/gu,
        ([, short]) => (short!.startsWith('0') ? `oh ${cardinal(short![1]!)}` : cardinal(short!)),
      ],
      [/(?<![\p{L}\d])'([2-9]0)'?s(?!\p{L})/giu, ([, decade]) => plural(cardinal(decade!))],
      // "#2", "No. 5", "Nos. 3 and 4"
      [/#\s?(?=\d)/g, 'number '],
      [/\bNos\.\s?(?=\d)/gi, 'numbers '],
      [
        /\bNo\.\s?(?=\d)/gi,
        ({ 0: match, index, input }, { kind }) => {
          const before = input.slice(Math.max(0, index - 3), index)
          const rest = input.slice(index + match.length, index + match.length + 30)
          const isSentence = kind === 'Dialogue' || kind === 'Action' || kind === 'Parenthetical'
          if (!isSentence || /[\p{L}\d,;(]\s?"?$/u.test(before))
            return /\bhell $/i.test(input.slice(0, index)) ? undefined : 'number '
          return /[?!]["')]?\s$/.test(before) || /^\d+ (?:of\b|\p{L}{2,}s\b(?<!\bis|was))/iu.test(rest)
            ? undefined
            : 'number '
        },
      ],
      // "10.0.0.7", "version 3.2.1"
      [
        /(?<![\d.])\d{1,5}(?:\.\d{1,5}){2,5}(?![\d.]*\d)/g,
        ([dotted]) =>
          dotted
            .split('.')
            .map((part) => cardinal(part))
            .join(dotted.split('.').length > 3 ? ' dot ' : ' point '),
      ],
      [/(?<![\p{L}\d])v\.?\s?(?=\d+\.\d)/giu, 'version '],
      [
        /(?<=\b(?:PIN|passcode|combination|serial number|badge|plate|code) (?:is |number |no\. )?:? ?)\d{4,12}(?!\d|[.,:]\d)/gi,
        ([digits]) => digitByDigit(digits),
      ],
      // Postal codes.
      [
        /(?<![\p{L}\d#$£€+='./:,-])\d{3}(?!00)\d\d(?=\s*(?:$|[-–—.,)?!"]))(?![.,]\d)/gu,
        ([digits]) => digitByDigit(digits),
      ],
      [/(?<![\d.,])0\d{1,5}(?!\d|[.,:]\d)/g, ([digits]) => digitByDigit(digits)],
    ]),
  ),
}

const halves = (digits: string) => inHalves(digits)

/** Little words that are no name of a model in a line of capitals: "NO 5", "TO 6". */
const WORDS = new Set('A AN AM AS AT BY DO GO HE I IF IN IS IT ME MY NO OF ON OR SO TO UP US WE'.split(' '))
const KNOWN = new Set('RPG SUV DDT LSD VHS UHF VHF'.split(' '))

/** "AK-47", "MI6", "B-52": letters before a number are spelled. */
export const models: TokenClass = {
  name: 'model',
  find: where(
    (text) => /\p{Lu}-?\d/u.test(text),
    byRows([
      [
        /(?<![\p{L}\d'.])\p{Lu}{1,3}(?:-(?=\d)|(?=\d))/gu,
        ([match]) => {
          const letters = match.replace('-', '')
          if (match.endsWith('-') && WORDS.has(letters) && letters !== 'I') return undefined
          if (letters.length === 3 && !KNOWN.has(letters) && /[AEIOUY]/.test(letters)) return undefined
          return `${[...letters].join(' ')} `
        },
      ],
    ]),
  ),
}
