import data from '../../../data/romans.json' with { type: 'json' }
import { wordSet } from '../../word-set.ts'
import { cardinal, ordinal, year } from '../numbers/number-words.ts'
import { matchesOf, type SaidContext, type TokenClass } from '../token-class.ts'
import { ENDS, isFirst, isOne, isSmallNumber, type Place } from './roman-one.ts'
import { romanValue } from './roman-value.ts'

const TITLES = wordSet(data.titles)
const MONARCHS = wordSet(data.monarchs)
const NUMBERED = wordSet(data.numbered)
/** Behind these, capitals may be letters: "exhibit V". */
const NUMBERED_IN_SMALL = wordSet(data.numberedInSmall)
const PLACES = wordSet(data.places)
const THINGS = wordSet(data.things)
const NOT_TEN = wordSet(data.notTen)
const ORDINAL_BEFORE = wordSet(data.ordinalBefore)
/** Numbers that are words, names or other letters where nothing tells. */
const WORDS = wordSet(data.words)

const REACH = 40

const TOKEN =
  /(?<![\p{L}\p{N}'.&/])([IVXLCDM]{1,15}|[ivxlc]{1,8}|[\u2160-\u217F]{1,8})((?<=[A-Z])(?:th|st|nd|rd)|'[sS])?(?![\p{L}\p{N}&*]|'\p{L}|\.\p{L}|-(?![IVXLCivxlc]{1,8}\b)\p{L})/gu
/** The last three words of the same sentence, and a comma or full stop behind the last one. */
function wordsBefore(text: string, at: number): string[] {
  const [last = '', ...others] = text
    .slice(Math.max(0, at - REACH), at)
    .replace(/[\s-]$/, '')
    .split(' ')
    .toReversed()
  const stop = /[,.]$/.exec(last)?.[0] ?? ''
  const end = others.findIndex((word) => !/^[\p{L}']+\.?$/u.test(word))
  const [second = '', third = ''] = end < 0 ? others : others.slice(0, end)
  return [third, second, last].map((word) => word.replace(/^["(]|[,.]$/g, '')).concat(stop)
}

/** The first of a range or of two: "Parts I and II", "acts III-IV". */
const FIRST_OF = /(?:^|[\s-])([\p{L}]+)\.?\s[IVXLC]{1,8}(?:\s?[-–&,]\s?|\s(?:and|or|to|through|of)\s)$/iu
const RULER_BEFORE = /(\p{Lu}\p{L}+)\s[IVX]{1,6}\s?(?:,|,?\s(?:and|or|to|AND|OR))\s$/u
const NO_NOUN = /^(?:an?|the|her|his|my|aunt|mr|president|mister)$/
/** Act and scene: "II.ii". */
const ACT_AND_SCENE = /(?<![\p{L}\p{N}.])([IVX]{1,4})\.([ivx]{1,5})(?![\p{L}\p{N}])/gu
type Token = { roman: string; text: string; from: number; place: Place; context: SaidContext }

const isCapital = ({ written }: Place) => /^\p{Lu}/u.test(written)
/** What is behind the number as a word. */
const wordAfter = ({ after }: Place) => /^\s(\p{L}+)/u.exec(after)?.[1]?.toLowerCase() ?? ''

/** "and", "to" or a hyphen before it: most numbers stand alone. */
const isLinked = (text: string, from: number, { last }: Place): boolean =>
  /^(?:and|or|to|through|of)$/.test(last) || /[-–&,]\s?$/.test(text.slice(Math.max(0, from - 2), from))
const firstWord = (pattern: RegExp, text: string, from: number): string =>
  pattern.exec(text.slice(Math.max(0, from - REACH), from))?.[1] ?? ''

/** Whether it is the number of a king: "Louis XIV", "Charles I or II", "Louis the XIV". */
function isRuler({ roman, text, from, place }: Token): boolean {
  if (place.stop !== '' || place.isSmall || /[LCDM]/.test(roman)) return false
  const ruler = isLinked(text, from, place) ? firstWord(RULER_BEFORE, text, from) : ''
  if (roman.length > 1 && MONARCHS.has(ruler.toLowerCase())) return true
  if (place.last === 'the') return roman.length > 1 && MONARCHS.has(place.second)
  const isTitled = TITLES.has(place.second)
  if (!isCapital(place) || !(MONARCHS.has(place.last) || isTitled)) return false
  if (roman.length === 1 && place.last === 'malcolm') return false
  return roman !== 'I' || isFirst(place, isTitled)
}

/** Whether it is the number of a thing: "Act IV", "psalm xc", "Parts I and II". */
function isNumber({ roman, text, from, place, context }: Token): boolean {
  const { last, after, stop } = place
  const first = isLinked(text, from, place) ? firstWord(FIRST_OF, text, from) : ''
  if (place.isSmall && /^[ivx]{2,6}$/.test(roman)) {
    if (NUMBERED_IN_SMALL.has(last) || NUMBERED_IN_SMALL.has(first.toLowerCase())) return true
  }
  if (NUMBERED.has(first.toLowerCase())) return roman !== 'I' || !/\s\p{Ll}/u.test(after.slice(0, 2))
  if (
    !NUMBERED.has(last) ||
    (stop !== '' && !/^(?:vol|vols|fig|pp|p|ch|chap|sec|art|pt|pts|bk|app|div|sc)$/.test(last))
  )
    return false
  if (/^i$/i.test(roman)) return isOne(place, context)
  if (/^[CDML]$/.test(roman)) return /^(?:psalm|bowl|chapter)$/.test(last)
  if (/^[xlc]$/.test(roman) || (roman === 'X' && NOT_TEN.has(last))) return false
  return !place.isSmall || roman.length > 1 || isSmallNumber(place)
}

/** Whether it is a number where no noun of the tables is before it. */
function isAlone({ roman, text, from, place, context }: Token): boolean {
  const { last, after, stop, isSmall } = place
  if (isSmall) return text[from - 1] === '(' && after.startsWith(')') && roman.length > 1
  if (roman.length === 1) {
    const isPlace = stop === '' && PLACES.has(last) && ENDS.test(after) && /^[IV]$/.test(roman)
    return isPlace && (context.isHeading || (roman === 'V' && isCapital(place)))
  }
  if (WORDS.has(roman)) {
    if (!/^(?:IV|VI|XI|LIX|CIX)$/.test(roman) || !isCapital(place)) return false
    return PLACES.has(last) || (ENDS.test(after) && !NO_NOUN.test(last))
  }
  return roman.length > 3 || /^[IVXL]+$/.test(roman)
}

function read(token: Token, ending: string): string | undefined {
  const { roman, place, context } = token
  const value = romanValue(roman)
  if (value === undefined) return undefined
  if (/^(?:th|st|nd|rd)$/.test(ending)) return value > 1 ? ordinal(value) : undefined
  const possessive = ending === '' ? '' : "'s"
  const nth = ordinal(value) + possessive
  const the = place.last === 'the' ? nth : `the ${nth}`
  const isYear = value >= 1000 && value < 2200
  const plain = (isYear ? year(String(value)) : cardinal(value)) + possessive
  if (/[\u2160-\u217F]/.test(roman)) return isCapital(place) && MONARCHS.has(place.last) ? the : plain
  if (isRuler(token)) return the
  if (isNumber(token)) return plain
  if (!place.isSmall && ORDINAL_BEFORE.has(wordAfter(place))) return roman.length > 1 ? nth : undefined
  if (/^(?:II|III|IV)$/.test(roman) && isSon(place, context)) return the
  return isAlone(token) ? plain : undefined
}

/** "Thurston Howell III" is the third of his name. */
function isSon({ last, second, secondWritten, written }: Place, context: SaidContext): boolean {
  if (
    second === '' ||
    /^(?:the|an?|this|her|his)$/.test(last) ||
    NUMBERED.has(last) ||
    PLACES.has(last) ||
    THINGS.has(last) ||
    context.isHeading
  )
    return false
  if (context.isAllCapitals) return context.kind === 'Character'
  return /^\p{Lu}\p{Ll}/u.test(written) && /^\p{Lu}/u.test(secondWritten)
}

/** Roman numbers: of kings, behind things and places, years. */
export const romans: TokenClass = {
  name: 'roman',
  *find(text, context) {
    for (const { 0: all, 1: act = '', 2: scene = '', index } of matchesOf(text, ACT_AND_SCENE)) {
      const values = [romanValue(act), romanValue(scene)]
      if (values.every((value) => value !== undefined))
        yield {
          from: index,
          to: index + all.length,
          words: values.map((value) => cardinal(value!)).join(', '),
        }
    }
    for (const { 0: all, 1: roman = '', 2: ending = '', index } of matchesOf(text, TOKEN)) {
      const [third = '', second = '', written = '', stop = ''] = wordsBefore(text, index)
      const place: Place = {
        last: written.toLowerCase().replace(/^sub-/, ''),
        written,
        second: second.toLowerCase(),
        secondWritten: second,
        stop,
        third: third.toLowerCase(),
        after: text.slice(index + roman.length, index + roman.length + 30),
        isSmall: roman === roman.toLowerCase() && !/[\u2160-\u216F]/.test(roman),
      }
      const words = read({ roman, text, from: index, place, context }, ending)
      if (words === undefined) continue
      const [range = ''] = /^\s?[-–]\s?(?=[IVXLC]+\b)/i.exec(place.after) ?? []
      yield {
        from: index,
        to: index + all.length + range.length,
        words: range === '' ? words : `${words} to `,
      }
    }
  },
}
