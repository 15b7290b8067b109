import { byRows, type SaidContext, type TokenClass } from '../token-class.ts'
import { endsSentence } from '../words/letters.ts'

const POINTS: Readonly<Record<string, string>> = {
  N: 'north',
  S: 'south',
  E: 'east',
  W: 'west',
  NE: 'northeast',
  NW: 'northwest',
  SE: 'southeast',
  SW: 'southwest',
  NNE: 'north-northeast',
  ENE: 'east-northeast',
  ESE: 'east-southeast',
  SSE: 'south-southeast',
  SSW: 'south-southwest',
  WSW: 'west-southwest',
  WNW: 'west-northwest',
  NNW: 'north-northwest',
}
const STREET = String.raw`(?:st|ave?|blvd|rd|ln|dr|ct|pl|sq|hwy|pkwy|ter|street|avenue|boulevard|road|lane|drive|court|place|square|highway|parkway|way|terrace)`
const AREAS =
  'side|wing|wall|gate|end|tower|entrance|corner|lot|face|ridge|slope|shore|bank|bridge|exit|stairwell|lawn|door|hall|hallway|corridor|terminal|platform|pier|dock|parking|field|fence|rim|perimeter|quadrant|sector|bay|garden|building|bound|campus|coast|beach|pole|africa|korea|dakota|carolina|virginia|america|ireland|vietnam|london|chicago|philly|philadelphia|hollywood|berlin|jerusalem|sudan|yemen|atlantic|pacific|jersey|hampton|sea|texas|california|bronx|boston|side|compton|central|rampart|lobby|courtyard|meadow|woods|balcony|deck|stairs|elevator|portal|tunnel'
/** "40 S. MAPLE", "N. 5TH ST.", "E. WING", "N. KOREA", "14th St. NW"; not "S. Maple", who may be a person. */
const POINT = new RegExp(
  String.raw`(?<![\p{L}\p{N}.'])(?:([NS])\.?\s?([EW])|([NSEW]))(\.(?!\s?\p{L}\.)|(?![\p{L}\p{N}'.&/-]))` +
    String.raw`(?:(?=\s\d{1,3}(?:st|nd|rd|th)\b)|(?=\s(?:${AREAS})\b)|(?=\s(?:\p{L}[\p{L}'.]{0,20}\s){1,3}${STREET}\b)|(?<=\d\s\S{1,4})(?=\s\p{Lu}\p{L})|(?<=\b${STREET}\.?,?\s\S{1,4})(?=\s?(?:$|[,.;–—/)-]|\s\p{L})))`,
  'giu',
)

/** "Head N. on Route 9", "due SE", "then W. until". */
const COURSE = new RegExp(
  String.raw`(?<=\b(?:head|heads|headed|heading|steer|go|goes|going|drive|turn|due|bear|bearing|fly|sail|walk|run|face|faces|facing|course|then|runs|miles?|blocks?|further|farther|keep|wind|point|points|pointing|moving|traveling|running|looking|look|from the|to the|march|ride|continue|continuing|straight)\s)(?:([NS])\.?\s?([EW])|([NSEW]))(\.|(?![\p{L}\p{N}'.&/-]))(?=\s?(?:$|[,;!?)—-]|\s(?:on|until|till|for|to|along|from|at|of|and|then|past|by|toward|towards|across|through|into|over|\d|i-)\b))`,
  'giu',
)

const withStop = (point: string, match: RegExpMatchArray, context: SaidContext) =>
  match[0].endsWith('.') && endsSentence(match.input!, match.index! + match[0].length, context)
    ? `${point}.`
    : point

/** Points of the compass in addresses and places. */
export const compass: TokenClass = {
  name: 'compass',
  find: byRows([
    [
      COURSE,
      (match, context) => {
        const [all, vertical = '', horizontal = '', single = '', stop = ''] = match
        const written = all.replace(/[.\s]/g, '')
        if (written !== written.toUpperCase() || (single !== '' && stop === '')) return undefined
        const point = POINTS[vertical + horizontal + single]!
        return withStop(point, match, context)
      },
    ],
    // "crawls NW", "out of the SE": letters that are no word, except a state behind its town.
    [
      /(?<![\p{L}\p{N}.'@#/&-]|,\s?)(?:[NS][EW]|NN[EW]|SS[EW]|[EW][NS][EW])(?![\p{L}\p{N}'/&]|-\p{L}|\.\p{L})/gu,
      ([letters], { isAllCapitals, isHeading }) => (isAllCapitals || isHeading ? undefined : POINTS[letters]),
    ],
    // "corner of E. Tilden and 4th"
    [
      /(?<=\b(?:corner|intersection) of (?:\S{1,20} (?:and|&) )?)([NSEW])\.?(?=\s\p{Lu}|\s\d)/giu,
      ([point]) => POINTS[point!.charAt(0)],
    ],
    // "N. and S.", "I-95 N."
    [
      /(?<=\b[NSEW]\.?\s(?:and|or|to)\s|\b(?:I-|US-|Route |Rte\. |Hwy\. |Highway )\d{1,3}\s)([NSEW])(?:\.|(?![\p{L}\p{N}'.&/-]))/gu,
      (match, context) => withStop(POINTS[match[1]!]!, match, context),
    ],
    // "out of the N.E."; "The needle swings: N.", where a compass is near.
    [
      /(?<![\p{L}\p{N}.])([NS])\.\s?([EW])\.(?!\s?\p{L}\.)/gu,
      (match, context) => withStop(POINTS[match[1]! + match[2]!]!, match, context),
    ],
    [
      /(?<![\p{L}\p{N}.'])(?<=\b(?:needle|compass|wind|weathervane|arrow|bearing)\b[^]{0,60}\s)([NSEW]{1,2})\.?(?=\s(?:Then|then|and|And|to|or)\b|[,;!?]|\s?$)/gu,
      (match, context) =>
        POINTS[match[1]!] === undefined ? undefined : withStop(POINTS[match[1]!]!, match, context),
    ],
    [
      /(?<=(?:&|\/|\band|\bof|\bAND|\bOF|\bat|\bAT)\s)([NSEW])\.(?=\s\p{Lu}[\p{L}']+)/gu,
      (match, { isHeading, isCaption }) => (isHeading || isCaption ? POINTS[match[1]!] : undefined),
    ],
    [
      POINT,
      (match, { isHeading, isCaption }) => {
        const [all, vertical = '', horizontal = '', single = '', stop = ''] = match
        const letters = (vertical + horizontal + single).toUpperCase()
        const written = all.replace(/[.\s]/g, '')
        if (written !== written.toUpperCase()) return undefined
        // "in the W hotel", "Plan E side": without its full stop only in a heading or an address.
        if (
          single !== '' &&
          stop === '' &&
          !isHeading &&
          !isCaption &&
          !/\d\s$/.test(match.input!.slice(Math.max(0, match.index - 2), match.index))
        ) {
          if (
            !new RegExp(String.raw`\b${STREET}\.?,?\s$`, 'i').test(
              match.input!.slice(Math.max(0, match.index - 14), match.index),
            )
          )
            return undefined
        }
        return POINTS[letters]
      },
    ],
  ]),
}
