import data from '../../../data/romans.json' with { type: 'json' }
import { wordSet } from '../../word-set.ts'
import { cardinal, ordinal, year } from '../numbers/number-words.ts'
import type { SaidContext, TokenClass } from '../token-class.ts'
import { romanValue } from './roman-value.ts'

const TITLES = wordSet(data.titles)
const MONARCHS = wordSet(data.monarchs)
const NUMBERED = wordSet(data.numbered)
const PLACES = wordSet(data.places)
const THINGS = wordSet(data.things)
const NOT_TEN = wordSet(data.notTen)
const ORDINAL_BEFORE = wordSet(data.ordinalBefore)
/** Numbers that are words, names or other letters where nothing tells. */
const WORDS = wordSet(data.words)
const ONE_PLUS = wordSet(data.onePlus)
const ONE_NOUNS = wordSet(data.oneNouns)
const REIGNS = wordSet(data.reigns)
const SAID = wordSet(data.said)

const TOKEN =
  /(?<![\p{L}\p{N}'.&/])([IVXLCDM]{1,15}|[ivxlc]{1,8}|[\u2160-\u217F]{1,8})((?<=[A-Z])(?:th|st|nd|rd)|'[sS])?(?![\p{L}\p{N}&*]|'\p{L}|\.\p{L}|-(?![IVXLC]{1,8}\b)\p{L})/gu
/** The last three words of the same sentence, and a comma or full stop behind the last one. */
function wordsBefore(text: string, at: number): string[] {
  const [, run = '', stop = ''] =
    /((?:[\p{L}']+\.?\s){0,2}[\p{L}']+)([,.]?)[\s-]$/u.exec(text.slice(Math.max(0, at - 60), at)) ?? []
  const words = run.split(' ').map((word) => word.replace(/\.$/, ''))
  return [words.at(-3) ?? '', words.at(-2) ?? '', words.at(-1) ?? '', stop]
}
/** The first of a range or of two: "Parts I and II", "acts III-IV". */
const FIRST_OF =
  /(?:^|[\s-])([\p{L}]+)\.?\s[IVXLC]{1,8}(?:\s?[-–&,]\s?|\s(?:and|or|to|through|of|and|AND|OR|TO|THROUGH|OF)\s)$/u
const ENDS = /^['"]?\s*(?:$|[-–—:.,;!?)\]"])/
const CONTINUES =
  /^\s?(?:[-–&]\s?[IVX]+\b|\s(?:of|OF)\b|\s(?:and|or|to|through|AND|OR|TO|THROUGH)\s(?:(?:part|act|book|chapter|scene)\s)?[IVX]+\b(?!\s\p{Ll}))/iu
const THIRD_PERSON =
  /^\s(?:is|was|has|begins|ends|opens|starts|closes|covers|takes|sets|introduces|contains|deals|concerns|describes|follows|tells|goes|does|shows|features|comes|runs|lasts|veterans?|curtain|finale|IS|WAS|HAS|BEGINS|ENDS|OPENS)\b/

type Place = {
  /** The word before, in small letters and as written, and the two before it. */
  last: string
  written: string
  second: string
  secondWritten: string
  third: string
  /** A comma or full stop behind the word before. */
  stop: string
  after: string
  isSmall: boolean
}

/** "Part I of III", "World War I was", and never "the part I love". */
function isOne(place: Place, context: SaidContext): boolean {
  const { last, written, second, third, after } = place
  const isNamed = written !== written.toLowerCase() && !context.isAllCapitals
  if (CONTINUES.test(after)) return true
  if (ONE_PLUS.has(last) && ONE_NOUNS.has(/^\s(\p{L}+)/u.exec(after)?.[1]?.toLowerCase() ?? '')) return true
  if (last === 'war' && second === 'world') return isNamed || ENDS.test(after) || THIRD_PERSON.test(after)
  if (place.isSmall && ENDS.test(after)) return true
  if (ENDS.test(after))
    return (
      isNamed ||
      context.isHeading ||
      context.isCaption ||
      /^(?:act|scene|chapter|psalm)$/.test(last) ||
      (context.isAllCapitals && !/^(?:the|that|this|best)$/.test(second))
    )
  const isDetermined =
    /^(?:the|that|this|every|each|a|any|my|your|his|her|which)$/.test(second) ||
    /^(?:the|that|this|every)$/.test(third)
  return THIRD_PERSON.test(after) && !isDetermined && (isNamed || context.isAllCapitals || last === 'act')
}

/** "George I spoke no English", not "George I told you". */
function isFirst({ second, after }: Place, isTitled: boolean): boolean {
  const [, next = '', further = ''] = /^\s(\p{L}+)(?:\s(\p{L}+))?/u.exec(after) ?? []
  if (isTitled || /^(?:under|of|reign|coronation)$/.test(second))
    return !/^(?:am|love|think|know|need|want|have|can|will|do|swear|see)$/.test(next)
  if (/^\s(?:of|and)\s\p{Lu}/u.test(after) || ENDS.test(after) || after.startsWith("'s"))
    return second !== 'me' && !after.startsWith(',')
  if (second !== '' && !/^(?:when|until|after|before|because|since|then|and|but|that)$/.test(second))
    return false
  if (
    /^\p{Ll}{2,}s$/u.test(next) &&
    !/^(?:was|guess|miss|always|confess|pass|press|kiss|discuss|dress|toss|cross|perhaps)$/.test(next)
  )
    return true
  if (second !== '') return /^(?:ruled|reigned|died|spoke|abdicated|became)$/.test(next)
  return (
    REIGNS.has(next) &&
    !SAID.has(further) &&
    !further.endsWith('ing') &&
    !/^(?:you|him|her|to|it|them)$/.test(further)
  )
}

const isSingle = (roman: string) => roman.length === 1

function read(roman: string, ending: string, place: Place, text: string, from: number, context: SaidContext) {
  const value = romanValue(roman)
  if (value === undefined) return undefined
  const { last, written, second, after } = place
  const isOwnSign = /[\u2160-\u217F]/.test(roman)
  const isCapital = written !== '' && /^\p{Lu}/u.test(written)
  const isOrdinal = /^(?:th|st|nd|rd)$/.test(ending)
  const nth = () => ordinal(value) + (ending === '' ? '' : "'s")
  const plain = () =>
    (value >= 1000 && value < 2200 ? year(String(value).padStart(4, '0')) : cardinal(value)) +
    (ending === '' ? '' : "'s")
  if (isOrdinal) return value > 1 ? ordinal(value) : undefined
  if (isOwnSign) return isCapital && MONARCHS.has(last) ? `the ${nth()}` : plain()

  const first = FIRST_OF.exec(text.slice(Math.max(0, from - 40), from))
  if (
    first &&
    NUMBERED.has(first[1]!.toLowerCase()) &&
    !/\sI\s(?:and|or|to)\s$/.test(text.slice(Math.max(0, from - 7), from))
  )
    return plain()
  if (first && NUMBERED.has(first[1]!.toLowerCase()) && roman !== 'I') return plain()

  const isTitled = TITLES.has(second) && isCapital
  if (
    place.stop === '' &&
    !place.isSmall &&
    isCapital &&
    last !== 'peter' &&
    (MONARCHS.has(last) || isTitled) &&
    !/[LCDM]/.test(roman) &&
    !(isSingle(roman) && last === 'malcolm')
  ) {
    if (roman !== 'I') return `the ${nth()}`
    return isFirst(place, isTitled) ? `the ${nth()}` : undefined
  }
  if (NUMBERED.has(last) && (place.stop === '' || /^(?:vol|fig|pp)$/.test(last))) {
    if (place.isSmall && /^[xlc]$/.test(roman)) return undefined
    if (roman === 'I' || roman === 'i') return isOne(place, context) ? plain() : undefined
    if (/^[CDML]$/.test(roman)) return /^(?:psalm|bowl|chapter)$/.test(last) ? plain() : undefined
    if (roman === 'X' && NOT_TEN.has(last)) return undefined
    if (place.isSmall && isSingle(roman) && !ENDS.test(after) && !CONTINUES.test(after)) return undefined
    return plain()
  }
  if (place.isSmall)
    return text[from - 1] === '(' && after.startsWith(')') && roman.length > 1 ? plain() : undefined
  if (
    /^(?:century|centuries)/.test(after.trim()) ||
    ORDINAL_BEFORE.has(/^\s(\p{L}+)/u.exec(after)?.[1]?.toLowerCase() ?? '')
  )
    return roman.length > 1 ? nth() : undefined
  if (isSingle(roman)) {
    if (place.stop !== '') return undefined
    const isPlace =
      PLACES.has(last) &&
      (context.isHeading || context.kind === 'Character' || isCapital) &&
      ENDS.test(after) &&
      /^[IV]$/.test(roman)
    return isPlace && (context.isHeading || roman === 'V') ? plain() : undefined
  }
  if (WORDS.has(roman)) {
    const isEnd =
      /^(?:IV|VI|XI|LIX|CIX)$/.test(roman) &&
      ENDS.test(after) &&
      isCapital &&
      !/^(?:an?|the|her|his|my|aunt|mr|president|mister)$/.test(last)
    const isThing = isCapital && PLACES.has(last) && /^(?:IV|VI|XI)$/.test(roman)
    if (!isEnd && !isThing) return roman === 'IV' && isSon(place, context) ? `the ${nth()}` : undefined
    return isSon(place, context) && roman === 'IV' ? `the ${nth()}` : plain()
  }
  if (roman.length <= 3 && !/^[IVXL]+$/.test(roman)) return undefined
  if (/^(?:I{2,3}|V)$/.test(roman) && isSon(place, context)) return `the ${nth()}`
  return plain()
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
    for (const { 0: all, 1: roman = '', 2: ending = '', index } of text.matchAll(TOKEN)) {
      const [third = '', second = '', written = '', stop = ''] = wordsBefore(text, index)
      const place: Place = {
        last: written.toLowerCase(),
        written,
        second: second.toLowerCase(),
        secondWritten: second,
        stop,
        third: third.toLowerCase(),
        after: text.slice(index + all.length, index + all.length + 30),
        isSmall: roman === roman.toLowerCase() && !/[\u2160-\u216F]/.test(roman),
      }
      const words = read(roman, ending, place, text, index, context)
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
