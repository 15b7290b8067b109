import data from '../../../data/abbreviations.json' with { type: 'json' }
import { wordSet } from '../../word-set.ts'
import { matchesOf, type SaidContext, type TokenClass } from '../token-class.ts'
import { endsSentence } from '../words/letters.ts'
import { gluedWords, numberedWord } from './numbered-words.ts'
import { isAfterIntro, isLabel, NUMBER_BEFORE, shortWords, tableOf, type ShortWord } from './short-word.ts'
import { street } from './streets.ts'
import { isTitle, title } from './titles.ts'

const ANYWHERE = tableOf(data.anywhere)
/** Of those, the ones that need their full stop outside headings. */
const ANYWHERE_WITH_STOP = wordSet(data.anywhereWithStop)
const WITH_STOP = tableOf(data.withStop)
const DAYS_AND_MONTHS = tableOf(data.daysAndMonths)
const BOOKS = tableOf(data.books)
/** In headings and captions; some only with their full stop, some also in cues. */
const PLACES = tableOf(data.places)
const PLACES_WITH_STOP = wordSet(data.placesWithStop)
const NOT_IN_CUES = wordSet(data.placesNotInCues)

const COUNTY = /\b(?:orange|cook|kings|harlan|bucks|dade|clark|marin|monroe|essex|kent)\s$/i

/** "CO. LINE" is a county, "HALE & CO." and "Co. B" are companies. */
const company = ({ before, after, context }: ShortWord): string | undefined => {
  if (/^\s[A-Z]\b/.test(after) || /(?:&|\band)\s$/i.test(before)) return 'company'
  if (!isLabel(context)) return undefined
  return isAfterIntro(before) || COUNTY.test(before) || !/\p{L}\s$/u.test(before) ? 'county' : 'company'
}

/** "EST. SHOT", "est. 1901", "Est. value". */
const established = ({ word, after, context }: ShortWord): string | undefined => {
  if (/^\s\d/.test(after)) return 'established'
  if (
    /^\s(?:value|cost|time|age|arrival|damage|weight|number|total|price|height|worth|loss|distance)/i.test(
      after,
    )
  )
    return 'estimated'
  const isShot = isLabel(context) || /^\sshot/i.test(after) || (word === 'EST' && /^\s?[-–—]/.test(after))
  return isShot ? 'establishing' : undefined
}

function place({ small, hasStop, before, after, context }: ShortWord): string | undefined {
  const isCue = context.kind === 'Character'
  if (!isLabel(context) && !isCue) return undefined
  const said = PLACES.get(small)
  if (said === undefined || (!hasStop && PLACES_WITH_STOP.has(small))) return undefined
  if (isCue) return NOT_IN_CUES.has(small) ? undefined : said
  if (small === 'med' && /^\s(?:close|full|long|wide|two|three|group|shot|angle)\b/i.test(after))
    return 'medium'
  if (small === 'sc' && !hasStop && !/\b(?:to|of)\s$/i.test(before)) return undefined
  if (small === 'sen') return /^\sbldg/i.test(after) ? said : undefined
  if (small === 'pres') return /^\ssuite/i.test(after) ? said : undefined
  if (small === 'so' && !/^\s\p{L}/u.test(after)) return undefined
  if (small === 'corr' && /\bof\s$/i.test(before)) return 'corrections'
  return small === 'fl' && /,\s$/.test(before) ? undefined : said
}

/** "on Mon. at noon", "until Sept. or so"; "Sat." and "Mar." may be another word. */
function dayOrMonth({ word, small, hasStop, before, after, context }: ShortWord): string | undefined {
  const said = DAYS_AND_MONTHS.get(small)
  if (said === undefined || !hasStop || word === small || context.isAllCapitals) return undefined
  if (/^(?:tues|thurs|sept|feb|oct|nov)$/.test(small)) return said
  const isDated = /^,?\s(?:\d|\p{Ll}|morning|night|at)/u.test(after) && !/^[.!?]?\s$/.test(before)
  return isDated || /\b(?:on|by|until|every|last|next|this|in|since|or|and|to|closed|open)\s$/i.test(before)
    ? said
    : undefined
}

/** "the fl. above", "top fl.": "12 fl. oz." has none. */
const FLOOR_BEFORE =
  /\b(?:the|this|that|same|next|top|ground|bottom|lower|upper|main|every|each|wrong|right|other|another|last|any|entire|whole|our|my|your|his|her|their|which|what)\s$/i
const floor = ({ small, hasStop, before }: ShortWord): string | undefined =>
  small === 'fl' && hasStop && FLOOR_BEFORE.test(before) ? 'floor' : undefined

const isWithoutStop = ({ word, small, before, context }: ShortWord): boolean => {
  if (isLabel(context)) return true
  if (ANYWHERE_WITH_STOP.has(small)) return word === 'Pvt'
  if (word === word.toUpperCase() && /^(?:rm|wk|yr)$/.test(small)) return false
  return small !== 'mos' || NUMBER_BEFORE.test(before)
}

function anywhere(token: ShortWord): string | undefined {
  const { word, small, hasStop, before } = token
  const said = ANYWHERE.get(small)
  // "MOS" is without sound, "HR" is an office.
  if (said === undefined || word === 'MOS') return undefined
  // "MSG" is on food too.
  if (/^(?:MSG|TXT)S?$/.test(word)) return undefined
  if ((small === 'ft' || word === 'HR') && !NUMBER_BEFORE.test(before) && !/\brush\s$/i.test(before))
    return undefined
  if (/^(?:jr|sr)$/.test(small))
    return (hasStop || /\p{L},?\s$/u.test(before)) && word !== small ? said : undefined
  return hasStop || isWithoutStop(token) ? said : undefined
}

function read(token: ShortWord): string | undefined {
  const { small, hasStop, word, context } = token
  if (small === 'co' && hasStop) return company(token)
  if (small === 'est' && hasStop) return established(token)
  if (small === 'sc' && hasStop && context.type === 'Transition') return 'scene'
  const book = hasStop && /^\s\d{1,3}:\d/.test(token.after) ? BOOKS.get(small) : undefined
  if (book !== undefined && word !== small) return book
  const found = numberedWord(token) ?? street(token) ?? title(token) ?? place(token)
  if (found !== undefined) return found
  if (/^v$/.test(word) && hasStop && /\p{Lu}\p{L}+\s$/u.test(token.before)) return 'versus'
  return floor(token) ?? dayOrMonth(token) ?? anywhere(token) ?? (hasStop ? WITH_STOP.get(small) : undefined)
}

const DAY = 'mon|tues?|wed|thu(?:rs?)?|fri|sat|sun'
const RANGE_OF_DAYS = new RegExp(String.raw`\b(${DAY})\.?\s?[-–]\s?(${DAY})\b\.?`, 'gi')

/** "M-F" in a line with hours. */
const WEEKDAYS =
  /(?<=\d.{0,30})(?<![\p{L}\p{N}-])M\s?[-–]\s?F(?![\p{L}\p{N}-])|(?<![\p{L}\p{N}-])M\s?[-–]\s?F(?=[\s,:]{1,2}\d)/gu

/** More of the same name: "Smith Mfg. Co.", "King Jr. Blvd." */
const NAME_GOES_ON = /^\s(?:Co|Inc|Ltd|Corp|Jr|Sr|Blvd|Ave|St|Rd|Apt|Bldg|Hwy)\b/

/** A full stop that ends the sentence as well is kept. */
const withStop = (words: string, hasStop: boolean, text: string, to: number, context: SaidContext): string =>
  hasStop && !NAME_GOES_ON.test(text.slice(to, to + 6)) && endsSentence(text, to, context)
    ? `${words}.`
    : words

/** Short words of places, streets, titles, times and books in full. */
export const abbreviations: TokenClass = {
  name: 'abbreviation',
  *find(text, context) {
    yield* gluedWords(text)
    for (const { 0: all, 1: one = '', 2: two = '', index } of matchesOf(text, RANGE_OF_DAYS)) {
      const to = index + all.length
      const [first, last] = [one, two].map((day) => DAYS_AND_MONTHS.get(day.slice(0, 3).toLowerCase()))
      yield { from: index, to, words: withStop(`${first} to ${last}`, all.endsWith('.'), text, to, context) }
    }
    for (const { 0: all, index } of matchesOf(text, WEEKDAYS))
      yield { from: index, to: index + all.length, words: 'Monday to Friday' }
    for (const token of shortWords(text, context)) {
      const words = read(token)
      if (words === undefined) continue
      const { from, to, hasStop, small } = token
      const isCut =
        isTitle(words, small) || words === 'versus' || (/^(?:jr|sr)$/.test(small) && token.before === '')
      yield { from, to, words: isCut ? words : withStop(words, hasStop, text, to, context) }
    }
  },
}
