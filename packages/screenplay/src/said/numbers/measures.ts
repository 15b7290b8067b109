import { byRows, where, type SaidContext, type TokenClass } from '../token-class.ts'
import { cardinal } from './number-words.ts'

/** Abbreviation, one, more; those with a capital are read as written only. */
const UNITS: readonly (readonly [pattern: string, one: string, more: string])[] = [
  ['km\\/hr?|kph|kmh', 'kilometer per hour', 'kilometers per hour'],
  ['km\\/s(?:ec)?', 'kilometer per second', 'kilometers per second'],
  ['m\\/s', 'meter per second', 'meters per second'],
  ['mph|mi\\/hr?', 'mile per hour', 'miles per hour'],
  ['ft\\/s(?:ec)?', 'foot per second', 'feet per second'],
  ['fps', 'frame per second', 'frames per second'],
  ['rpm', 'R P M', 'R P M'],
  ['psi', 'P S I', 'P S I'],
  ['sq\\.? ?ft', 'square foot', 'square feet'],
  ['sq\\.? ?in', 'square inch', 'square inches'],
  ['sq\\.? ?mi', 'square mile', 'square miles'],
  ['cu\\.? ?ft', 'cubic foot', 'cubic feet'],
  ['fl\\.? ?oz', 'fluid ounce', 'fluid ounces'],
  ['km²|km2', 'square kilometer', 'square kilometers'],
  ['m²', 'square meter', 'square meters'],
  ['km', 'kilometer', 'kilometers'],
  ['cm', 'centimeter', 'centimeters'],
  ['mm', 'millimeter', 'millimeters'],
  ['kg|kgs', 'kilogram', 'kilograms'],
  ['mg', 'milligram', 'milligrams'],
  ['mcg|µg', 'microgram', 'micrograms'],
  ['lbs?', 'pound', 'pounds'],
  ['oz', 'ounce', 'ounces'],
  ['ft', 'foot', 'feet'],
  ['mi', 'mile', 'miles'],
  ['yds?', 'yard', 'yards'],
  ['ml', 'milliliter', 'milliliters'],
  ['cc', 'C C', 'C Cs'],
  ['gal', 'gallon', 'gallons'],
  ['qts?', 'quart', 'quarts'],
  ['tbsp', 'tablespoon', 'tablespoons'],
  ['tsp', 'teaspoon', 'teaspoons'],
  ['hrs?', 'hour', 'hours'],
  ['mins?', 'minute', 'minutes'],
  ['secs?', 'second', 'seconds'],
  ['yrs?', 'year', 'years'],
  ['mos?(?=\\.)|mos', 'month', 'months'],
  ['wks?', 'week', 'weeks'],
]
/** What is counted in millions. */
const MILLIONS =
  'people|copies|views|viewers|followers|fans|users|subscribers|dollars|euros|pounds|bucks|votes|jobs|men|women|children|kids|deaths|dead|inhabitants|listeners|readers|streams|downloads|hits|likes|cars|homes|households|books|records|tickets|refugees|immigrants|customers|Americans|souls|acres|barrels'
/** Capitals matter: "5 g" is no "5G". */
const EXACT: readonly (readonly [pattern: string, one: string, more: string])[] = [
  ['kHz', 'kilohertz', 'kilohertz'],
  ['MHz', 'megahertz', 'megahertz'],
  ['GHz', 'gigahertz', 'gigahertz'],
  ['Hz', 'hertz', 'hertz'],
  ['kW', 'kilowatt', 'kilowatts'],
  ['MW', 'megawatt', 'megawatts'],
  ['(?<=\\d)W(?!\\.)', 'watt', 'watts'],
  ['kV', 'kilovolt', 'kilovolts'],
  ['(?<=\\d)V(?!\\.)', 'volt', 'volts'],
  ['dB', 'decibel', 'decibels'],
  ['[kK]B', 'kilobyte', 'kilobytes'],
  ['MB', 'megabyte', 'megabytes'],
  ['GB', 'gigabyte', 'gigabytes'],
  ['TB', 'terabyte', 'terabytes'],
  ['m(?= \\p{Ll}|[.,;)]|$)', 'meter', 'meters'],
  ['g(?= \\p{Ll}|[.,;)]|$)', 'gram', 'grams'],
  ['(?<=\\d)L(?=[ -]\\p{Ll})', 'liter', 'liters'],
]
const AFTER_NUMBER = String.raw`(?<=(?<![\p{L}#])(?:\d|[\u00BC-\u00BE])[\s-]?|\b(?:one|two|three|four|five|six|seven|eight|nine|ten|twelve|few|several)\s)`
const END = String.raw`(?![\p{L}\d'])\.?`

/** "A ten pound sack", "the 20 km hike", but "the 20 km we walked". */
const DETERMINED =
  /(?:^|[^\p{L}])(?:an?|the|this|that|his|her|its|my|your|our|their|each|every|another|one|old|new|tiny|big|huge)(?: (?:\p{Ll}{3,10},? )?)[\d.,/½¼¾–-]{1,12}[\s-]?$/iu
const NOUN =
  /^ (?!(?:of|in|on|at|to|from|by|up|down|away|off|out|over|under|apart|deep|tall|high|long|wide|thick|across|old|ago|later|earlier|ahead|behind|below|above|before|after|and|or|but|for|with|is|was|are|were|I|you|he|she|we|they|it|if|when|that|than|left|more|tops|max|each|per|an?|the|north|south|east|west|inland|straight|flat)\b)\p{L}{2,}/iu

/** "1/4", not "1 1/4". */
const PART_OF_ONE = /(?<!\d[\d/ -]{0,3})(?:[1-9]\/\d{1,2}|[½¼¾⅓⅔⅛⅜⅝⅞])\s?$/

/** "50-lb.", "35mm": before a noun, or of a film or a gun, a unit is one. */
const isOne = (before: string, rest: string, unit: string): boolean => {
  if (/(?<![\d.,/])1[\s-]?$|(?<![\p{L}-])one $/iu.test(before)) return true
  if (/\d-$/.test(before) || PART_OF_ONE.test(before)) return true
  if (unit.toLowerCase() === 'mm' && /(?<!\d)(?:7|8|9|10|16|35|40|50|70|85)\s?$/.test(before)) return true
  if (/^[WV]$/.test(unit)) return NOUN.test(rest)
  return DETERMINED.test(before) && NOUN.test(rest)
}

/** The stop of an abbreviation ends the sentence where a capital follows. */
const endsSentence = (rest: string, { isAllCapitals }: SaidContext): boolean =>
  /^["')\]]{0,2}\s*$/.test(rest) || (!isAllCapitals && /^["')\]]?\s["'(]?\p{Lu}(?!\p{Lu})/u.test(rest))

const unitRow = (flags: string) => {
  return ([pattern, one, more]: readonly [string, string, string]) =>
    [
      new RegExp(`${AFTER_NUMBER}(?:${pattern})${END}`, flags),
      ({ 0: match, index, input }: RegExpExecArray, context: SaidContext) => {
        const before = input.slice(Math.max(0, index - 28), index)
        const rest = input.slice(index + match.length, index + match.length + 24)
        const stop = match.endsWith('.') && endsSentence(rest, context) ? '.' : ''
        const space = /[\s-]$/.test(before) ? '' : ' '
        return `${space}${stop === '' && isOne(before, rest, match) ? one : more}${stop}`
      },
    ] as const
}

/** No quote is open before a place: a mark there is an inch. */
const isQuoteClosed = (text: string, at: number): boolean =>
  (text.slice(0, at).match(/(?<!\d)"/g)?.length ?? 0) % 2 === 0

const DEGREES = ({ 0: match, index, input }: RegExpExecArray): string => {
  const before = input.slice(Math.max(0, index - 28), index)
  const rest = input.slice(index + match.length, index + match.length + 24)
  const scale = /[C℃]/.test(match) ? ' Celsius' : /[F℉]/.test(match) ? ' Fahrenheit' : ''
  const isSingle =
    scale === '' && (DETERMINED.test(before) ? NOUN.test(rest) : /(?<![\d.,])1\s?$/.test(before))
  return ` degree${isSingle || /(?<![\d.,])1\s?$/.test(before) ? '' : 's'}${scale}`
}

const feetAndInches = (feet: string, inches: string) =>
  `${cardinal(feet)} foot${inches === '0' ? '' : ` ${cardinal(inches)}`}`

/** Units, degrees and percent next to a number, which is a token of its own. */
export const measures: TokenClass = {
  name: 'measure',
  find: where(
    (text) => /\d|[\u00BC-\u00BE]|\b(?:yr|mo|wk|hr|min|lb|ft|oz)s?\./i.test(text),
    byRows([
      // Six foot two.
      [
        /(?<![\d.,'"])([3-8])['′] ?(1[01]|\d)(?:["″]|''|(?!\d))/g,
        ([, feet, inches]) => feetAndInches(feet!, inches!),
      ],
      [
        /(?<=(?<![\d.,])\d{1,3})\s?['′](?=\s?[x×]\s?\d|\s(?:across|tall|wide|long|deep|high|of|by|down|up|away|from)\b|[.,;]?$)/g,
        ({ index, input }) => {
          const before = input.slice(Math.max(0, index - 3), index)
          return /^\s?['′]\s?[x×]/.test(input.slice(index)) ? ' ' : before.endsWith(' 1') ? ' foot' : ' feet'
        },
      ],
      [/(?<=\d['′]? ?[x×] ?\d{1,3})['′](?!\w)/g, ' '],
      [
        /(?<=(?<![\d.,])\d{1,3}(?:\.\d{1,2})?)\s?(?:"|″)(?!\w)/g,
        ({ 0: match, index, input }) => {
          if (match.trim() === '"' && !isQuoteClosed(input, index)) return undefined
          const before = input.slice(Math.max(0, index - 28), index)
          const rest = input.slice(index + match.length, index + match.length + 24)
          return isOne(before, rest, 'in') ? ' inch' : ' inches'
        },
      ],
      // Where it is not the word "in".
      [
        /(?<=\d\s?(?:ft|feet|foot)\.? \d{1,2}\s?)in\b\.?|(?<=\d[\s-]?)in\.(?=\s(?:by|x|tall|long|wide|thick|deep|high|of|from|across|and|or|\p{Ll})|[,;])/gu,
        ({ 0: match, index, input }) => {
          const before = input.slice(Math.max(0, index - 28), index)
          const rest = input.slice(index + match.length, index + match.length + 24)
          return ` ${isOne(before, rest, 'in') ? 'inch' : 'inches'}`
        },
      ],
      [new RegExp(String.raw`(?<=\d\s?)m\.?(?=\s(?:${MILLIONS})\b)`, 'gi'), ' million'],
      // A road: "4 m. north of the mill", "9 m. from town".
      [
        /(?<=\d\s?)m\.(?=\s(?:(?:due\s)?(?:north|south|east|west|[ns]\.?[ew]\.?|[nsew]\.)|outside|beyond|past|from)\b)/giu,
        ({ index, input }) =>
          /(?<![\d.,])1\s?$/.test(input.slice(Math.max(0, index - 4), index)) ? ' mile' : ' miles',
      ],
      // "4 m. 20 s."
      [/(?<=\d\s?)m\.?(?=\s\d{1,2}\s?s\b)/g, ' minutes'],
      [/(?<=\dm\.?\s\d{1,2}\s?|\d\sm\.?\s\d{1,2}\s?)s\b(?!')(?:\.(?= \p{Ll}))?/gu, ' seconds'],
      ...UNITS.map(unitRow('giu')),
      ...EXACT.map(unitRow('gu')),
      [/(?<=\d\s?)(?:°\s?[CF](?!\p{L})|[℃℉]|°)/gu, DEGREES],
      [/(?<=\d)\s?%-(?=\d)/g, ' percent to '],
      [/(?<=\d)\s?%ers\b/g, ' percenters'],
      [/(?<=\d\s?)%/g, ' percent'],
    ]),
  ),
}
