import data from '../../../../data/ages.json' with { type: 'json' }
import { wordSet } from '../../../word-set.ts'
import { isEnd, lowerAt, type Token } from '../tokens.ts'
import { decadeAt, WITHIN_DECADE } from './decade-at.ts'
import { numberAt, type NumberInText } from './number-at.ts'
import { prefixAt } from './prefix-at.ts'
import { unitAt } from './unit-at.ts'

/** An age that the text states in numbers; `end` is the index of the token after it. */
export type AgeInText = { years: number; end: number }
/** What the words before a number say: the years they add, and whether a number without a unit counts. */
type Lead = { shift: number; isLed: boolean }

const HARD = wordSet(data.hard)
const AFTER = wordSet(data.after)
/** These alone do not make a number an age: "a ten", "at nine", "just three". */
const WEAK = wordSet('a at in into all both each de la um some now say gut fast un just only still already')
const BEYOND = wordSet('out none neither')
const OUT_OF_ALL = wordSet('of all')
const NOT_OUT = wordSet('not neither none')
const ROUGHLY = wordSet('ish odd something')
const MEASURES = wordSet('foot feet size apartment flat room number no bus route chapter scene page')
const SPAN_WORDS = wordSet('a one')
/** Years in each unit of a span. */
const SPANS: ReadonlyMap<string, number> = new Map([
  ['year', 1],
  ['years', 1],
  ['month', 1 / 12],
  ['months', 1 / 12],
  ['birthday', 1],
  ['birthdays', 1],
])
const RANGE = wordSet('to or – — and')
const YEARS = wordSet('years')
const GROWN = 16
const MOST_PREFIXES = 4
const OLDEST = 115
/** Years between the two ends of a range: "18 to 22". */
const WIDEST_RANGE = 15

const UNITS = wordSet(
  'kilos miles pounds dollars euros people minutes hours times metres meters yards stones tons grams inches degrees pages guests others points votes francs quid bucks thousands millions years days weeks months seconds',
)
/** "Pushing seventy pours", but not "pushing seventy kilos". */
const isVerb = ({ lower }: Token) => /[^s]s$/.test(lower) && !UNITS.has(lower)

const PAST_VERBS = wordSet('has had is was stood sat ran came went held')

const isTeenOrMore = (token: Token | undefined) => (token?.number?.value ?? 0) > 12

/** "Two years short of sixty", "four years the wrong side of fifty". */
function distantAt(tokens: readonly Token[], from: number): AgeInText | undefined {
  const span = SPAN_WORDS.has(lowerAt(tokens, from)) ? { value: 1, end: from + 1 } : numberAt(tokens, from)
  const unit = span && SPANS.get(lowerAt(tokens, span.end))
  const prefix = unit === undefined ? undefined : prefixAt(tokens, span!.end + 1)
  if (!prefix || prefix.shift === 0) return undefined
  const age = ageAt(tokens, prefix.end, true)
  if (!age || age.years < span!.value) return undefined
  return { years: age.years + Math.sign(prefix.shift) * span!.value * unit!, end: age.end }
}

/** "The 7:42". */
const isTime = (tokens: readonly Token[], at: number): boolean =>
  tokens[at]?.number?.kind === 'figures' &&
  lowerAt(tokens, at - 1) === ':' &&
  tokens[at - 2]?.number?.kind === 'figures'

const isFree = (token: Token | undefined) => !token || token.isSign || AFTER.has(token.lower)

/**
 * The age that starts at a token. A number alone counts only if `isExpected`, and if no unit or noun follows it: "ten"
 * in "MARA, ten, waits", not in "ten minutes".
 */
export function ageAt(tokens: readonly Token[], from: number, isExpected: boolean): AgeInText | undefined {
  if (!tokens[from]?.startsAge || isTime(tokens, from) || MEASURES.has(lowerAt(tokens, from - 1)))
    return undefined
  const distant = distantAt(tokens, from)
  if (distant) return distant
  let at = from
  let shift = 0
  let isLed = isExpected
  for (let count = 0; count < MOST_PREFIXES; count++) {
    const prefix = prefixAt(tokens, at)
    if (!prefix) break
    const decade = decadeAt(tokens, prefix.end)
    if (decade) return decadeAfter(tokens, at, prefix.end, decade)
    // "The wedding is at two."
    if (lowerAt(tokens, prefix.end - 1) === 'at' && !isTeenOrMore(tokens[prefix.end])) return undefined
    at = prefix.end
    shift += prefix.shift
    isLed ||= !WEAK.has(tokens[from]!.lower)
  }
  const decade = decadeAt(tokens, at)
  if (decade) return { years: decade.years + shift, end: decade.end }
  if (at > from && tokens[at - 1]!.lower === 'a') {
    const hard = afterHard(tokens, at)
    if (hard > at) {
      at = hard
      isLed = true
    } else if (isExpected && isAdjectiveOfAge(tokens, at)) at++
  }
  const number = tokens[at]?.number
  if (number?.kind === 'about') return aboutAt(tokens, at, shift)
  const whole = numberAt(tokens, at)
  if (!whole) return undefined
  // "34yo".
  if (number!.kind === 'whole' && tokens[at]!.lower.endsWith('yo'))
    return { years: whole.value + shift, end: whole.end }
  return yearsOf(tokens, at, whole, { shift, isLed })
}

/** "Barely out of her teens" is 20, "not out of his teens" 18. */
function decadeAfter(
  tokens: readonly Token[],
  from: number,
  to: number,
  { years, end }: AgeInText,
): AgeInText {
  const isOut = BEYOND.has(lowerAt(tokens, to - 2)) || lowerAt(tokens, to - 1) === 'of'
  const first = lowerAt(tokens, from)
  if (!isOut || OUT_OF_ALL.has(first)) return { years, end }
  const start = Math.floor(years / 10) * 10
  return { years: start + (NOT_OUT.has(first) ? 8 : 10), end }
}

/** "A hard sixty", "a fit and healthy seventy": the index of the number. */
function afterHard(tokens: readonly Token[], from: number): number {
  let at = from
  if (!HARD.has(lowerAt(tokens, at))) return at
  while (HARD.has(lowerAt(tokens, at)) || lowerAt(tokens, at) === 'and') at++
  return at
}

/** "A lanky fifteen". */
const isAdjectiveOfAge = (tokens: readonly Token[], at: number): boolean =>
  isTeenOrMore(tokens[at + 1]) &&
  tokens[at + 2]?.isSign === true &&
  !tokens[at]!.isSign &&
  !tokens[at]!.number

/** "Fortysomething", "40ish". */
function aboutAt(tokens: readonly Token[], at: number, shift: number): AgeInText | undefined {
  const { lower, number } = tokens[at]!
  const unit = unitAt(tokens, at + 1)
  if (unit && !unit.isAge) return undefined
  const within = /something|odd/.test(lower) ? WITHIN_DECADE : 0
  return { years: number!.value + shift + within, end: unit?.end ?? at + 1 }
}

/** The years of a whole number and what follows it: "forty", "nine months old", "18 to 22". */
function yearsOf(
  tokens: readonly Token[],
  at: number,
  { value, end: endOfNumber }: NumberInText,
  { shift, isLed }: Lead,
): AgeInText | undefined {
  let end = isAndAHalf(tokens, endOfNumber) ? endOfNumber + 3 : endOfNumber
  const next = lowerAt(tokens, end)
  if (ROUGHLY.has(next)) {
    const unit = unitAt(tokens, end + 1)
    if (unit && !unit.isAge) return undefined
    const within = next === 'ish' ? 0 : WITHIN_DECADE
    return { years: value + shift + within, end: unit?.end ?? end + 1 }
  }
  const unit = unitAt(tokens, end)
  if (unit?.isAge) return { years: value / unit.perYear + (unit.perYear === 1 ? shift : 0), end: unit.end }
  // "Six foot one, forty-three years, no small talk".
  const isWhole = lowerAt(tokens, at - 1) === ',' && isEnd(tokens[end + 1])
  if (unit && isLed && isWhole && value >= GROWN && YEARS.has(lowerAt(tokens, end)))
    return { years: value + shift, end: unit.end }
  if (unit || value > OLDEST) return undefined
  const isFigures = tokens[at]!.number!.kind === 'figures'
  const range = rangeFrom(tokens, value, end, isFigures)
  if (range) return isLed || range.isAge ? { years: range.years, end: range.end } : undefined
  if (lowerAt(tokens, end) === 'or' && lowerAt(tokens, end + 1) === 'so') end += 2
  else if (lowerAt(tokens, end) === 'plus') end += 1
  const isNumber = isFree(tokens[end]) || (shift !== 0 && isVerb(tokens[end]!))
  return isLed && isNumber ? { years: value + shift, end } : undefined
}

/** The age in "a boy of nine kneels": a number before a verb. */
export function ageBeforeVerb(tokens: readonly Token[], at: number): AgeInText | undefined {
  const first = numberAt(tokens, at)
  // "A girl of nine or ten comes".
  const second = first && lowerAt(tokens, first.end) === 'or' ? numberAt(tokens, first.end + 1) : undefined
  const number = second ?? first
  const verb = number && tokens[number.end]
  return verb && !verb.isSign && number.value <= OLDEST && (isVerb(verb) || PAST_VERBS.has(verb.lower))
    ? { years: number.value, end: number.end }
    : undefined
}

/** "Twelve and a half". */
const isAndAHalf = (tokens: readonly Token[], at: number): boolean =>
  lowerAt(tokens, at) === 'and' && lowerAt(tokens, at + 1) === 'a' && lowerAt(tokens, at + 2) === 'half'

/** "18 to 22", "12 or 13", "35-40": the middle of a range. */
function rangeFrom(
  tokens: readonly Token[],
  lower: number,
  from: number,
  isFigures: boolean,
): (AgeInText & { isAge: boolean }) | undefined {
  const isLinked = RANGE.has(lowerAt(tokens, from))
  const upper = isLinked || isFigures ? numberAt(tokens, isLinked ? from + 1 : from) : undefined
  if (!upper || upper.value <= lower || upper.value > lower + WIDEST_RANGE) return undefined
  const years = (lower + upper.value) / 2
  const unit = unitAt(tokens, upper.end)
  if (unit?.isAge) return { years, end: unit.end, isAge: true }
  return isFree(tokens[upper.end]) ? { years, end: upper.end, isAge: false } : undefined
}
