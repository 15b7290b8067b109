import data from '../../../data/ages.json' with { type: 'json' }
import { wordSet } from '../../word-set.ts'
import type { Token } from './tokens.ts'

/** An age that the text states in numbers; `end` is the index of the token after it. */
export type AgeInText = { years: number; end: number }

/** Words before a number, such as "the wrong side of", with the years that they add; longest first. */
const BEFORE = new Map<string, { words: readonly string[]; shift: number }[]>()
for (const [shift, phrases] of Object.entries(data.before))
  for (const phrase of phrases) {
    const [first = '', ...words] = phrase.split(' ')
    const known = BEFORE.get(first) ?? []
    known.push({ words, shift: Number(shift) })
    BEFORE.set(
      first,
      known.sort((a, b) => b.words.length - a.words.length),
    )
  }
const PARTS: Readonly<Record<string, number>> = data.parts
const HARD = wordSet(data.hard)
const AFTER = wordSet(data.after)
const POSSESSIVES = wordSet('his her their the my your its sa ses seinen ihren sus')
/** A person in a decade is counted as this many years older than its start: "60s" are up to 64 years. */
const WITHIN_DECADE = 4
const OLDEST = 115
const EARLIER = 6

const lowerAt = (tokens: readonly Token[], at: number) => tokens[at]?.lower ?? ''

/** The number at a token, in one or more words: "thirty four", "two and twenty", "three score and ten". */
export function numberAt(tokens: readonly Token[], at: number): { value: number; end: number } | undefined {
  const first = tokens[at]?.number
  if (!first || first.kind === 'decade' || first.kind === 'about') return undefined
  const { value, kind } = first
  const next = tokens[at + 1]
  if (kind === 'ten') {
    const joined = /^(?:y|et|e|and)$/.test(next?.lower ?? '') ? 2 : 1
    const one = tokens[at + joined]?.number
    const isPart =
      one?.kind === 'unit' && (one.value < 10 || (value % 20 === 0 && value > 50 && joined === 1))
    return isPart ? { value: value + one.value, end: at + joined + 1 } : { value, end: at + 1 }
  }
  if (kind === 'unit') {
    if (next?.lower === 'score') {
      const rest = /^and$/.test(lowerAt(tokens, at + 2)) ? numberAt(tokens, at + 3) : undefined
      return { value: value * 20 + (rest?.value ?? 0), end: rest?.end ?? at + 2 }
    }
    const ten = next?.lower === 'and' ? tokens[at + 2]?.number : undefined
    if (ten?.kind === 'ten' && value < 10 && ten.value < 100) return { value: value + ten.value, end: at + 3 }
    if (
      value < 10 &&
      next?.number?.kind === 'ten' &&
      next.number.value < 100 &&
      next.number.value !== 0 &&
      value === 4 &&
      next.number.value === 20
    )
      return {
        value: 80 + (tokens[at + 2]?.number?.kind === 'unit' ? tokens[at + 2]!.number!.value : 0),
        end: at + (tokens[at + 2]?.number?.kind === 'unit' ? 3 : 2),
      }
  }
  return { value, end: at + 1 }
}

/** A decade of life: "forties", "early to mid 40s", "his late thirties". */
function decadeAt(tokens: readonly Token[], from: number): AgeInText | undefined {
  let at = from
  let within: number | undefined
  while (at < from + EARLIER) {
    const { lower, isSign } = tokens[at] ?? { lower: '', isSign: true }
    const part = Object.hasOwn(PARTS, lower) ? PARTS[lower] : undefined
    if (part !== undefined) within = within === undefined ? part : (within + part) / 2 + 1
    else if (isSign || !(POSSESSIVES.has(lower) || lower === 'to' || lower === 'or' || lower === 'very'))
      break
    at++
  }
  const number = tokens[at]?.number
  if (number?.kind === 'decade') {
    if (number.value === 10)
      return { years: within === undefined ? 16 : Math.min(10 + within + 1, 19), end: at + 1 }
    return { years: number.value + (within ?? WITHIN_DECADE), end: at + 1 }
  }
  // "Mid thirty", German "Mitte vierzig".
  if (within !== undefined && number?.value !== undefined && number.value % 10 === 0 && number.value > 10)
    return { years: number.value + within, end: at + 1 }
  return undefined
}

const UNITS = wordSet(
  'kilos miles pounds dollars euros people minutes hours times metres meters yards stones tons grams inches degrees pages guests others points votes francs quid bucks thousands millions years days weeks months seconds',
)
/** "Pushing seventy pours", but not "pushing seventy kilos". */
const isVerb = ({ lower }: Token) => /[^s]s$/.test(lower) && !UNITS.has(lower)

const isTeenOrMore = (token: Token | undefined) => (token?.number?.value ?? 0) > 12

const isFree = (token: Token | undefined) => !token || token.isSign || AFTER.has(token.lower)

/** The words before a number at a token: how many tokens, and how many years they add. */
function prefixAt(tokens: readonly Token[], at: number) {
  for (const { words, shift } of BEFORE.get(lowerAt(tokens, at)) ?? [])
    if (words.every((word, offset) => lowerAt(tokens, at + 1 + offset) === word))
      return { end: at + 1 + words.length, shift }
  return undefined
}

/** Years old, years of age, months. Returns the years and the end, if the unit is one of age. */
function unitAt(
  tokens: readonly Token[],
  at: number,
): { perYear: number; end: number; isAge: boolean } | undefined {
  const unit = lowerAt(tokens, at)
  const next = lowerAt(tokens, at + 1)
  // "Fifty-nine years on this earth", "sixty summers behind him".
  if (
    /^(?:years|summers|winters)$/.test(unit) &&
    /^(?:on|behind)$/.test(next) &&
    /^(?:this|earth|the|him|her|them)$/.test(lowerAt(tokens, at + 2))
  )
    return {
      perYear: 1,
      end: at + (lowerAt(tokens, at + 2) === 'this' || lowerAt(tokens, at + 2) === 'the' ? 4 : 3),
      isAge: true,
    }
  if (/^(?:years?|yrs?|y|ans?|jahre?|años?|anni|anos)$/.test(unit)) {
    if (/^(?:old|young|o|alt|alte|alter|jung)$/.test(next)) return { perYear: 1, end: at + 2, isAge: true }
    if (next === 'of' && lowerAt(tokens, at + 2) === 'age') return { perYear: 1, end: at + 3, isAge: true }
    return { perYear: 1, end: at + 1, isAge: /^(?:ans|años|anni|anos|yrs)$/.test(unit) }
  }
  if (/^(?:summers|winters|springs|birthdays)$/.test(unit)) return { perYear: 1, end: at + 1, isAge: true }
  if (/^(?:months?|weeks?|days?)$/.test(unit)) return { perYear: 52, end: at + 2, isAge: next === 'old' }
  return undefined
}

/**
 * The age that starts at a token. A number alone counts only if `isExpected`, and if no unit or noun follows it: "ten"
 * in "MARA, ten, waits", not in "ten minutes".
 */
export function ageAt(tokens: readonly Token[], from: number, isExpected: boolean): AgeInText | undefined {
  let at = from
  let shift = 0
  let isLed = isExpected
  for (let count = 0; count < 4; count++) {
    const prefix = prefixAt(tokens, at)
    if (!prefix) break
    const decade = decadeAt(tokens, prefix.end)
    if (decade) {
      const isOut =
        /^(?:out|none|neither)$/.test(lowerAt(tokens, prefix.end - 2)) ||
        lowerAt(tokens, prefix.end - 1) === 'of'
      const { lower: first } = tokens[at]!
      if (!isOut || /^(?:of|all)$/.test(first)) return decade
      // "Barely out of her teens" is 20, "not out of his teens" 19.
      const start = Math.floor(decade.years / 10) * 10
      return { years: start + (/^(?:not|neither|none)$/.test(first) ? 8 : 10), end: decade.end }
    }
    at = prefix.end
    shift += prefix.shift
    isLed ||=
      !/^(?:a|at|in|into|all|both|each|de|la|um|some|now|say|gut|fast|un|just|only|still|already)$/.test(
        tokens[from]!.lower,
      )
  }
  const decade = decadeAt(tokens, at)
  if (decade) return { years: decade.years + shift, end: decade.end }
  // "A hard sixty".
  if (at > from && tokens[at - 1]!.lower === 'a' && HARD.has(lowerAt(tokens, at))) {
    while (HARD.has(lowerAt(tokens, at)) || lowerAt(tokens, at) === 'and') at++
    isLed = true
  } else if (at > from && isExpected && tokens[at - 1]!.lower === 'a' && isTeenOrMore(tokens[at + 1])) {
    // "A lanky fifteen".
    if (tokens[at + 2]?.isSign && !tokens[at]?.isSign && !tokens[at]?.number) at++
  }
  const token = tokens[at]
  if (token?.number?.kind === 'about') {
    const years = token.number.value + shift + (/something|odd/.test(token.lower) ? WITHIN_DECADE : 0)
    const unit = unitAt(tokens, at + 1)
    return unit && !unit.isAge ? undefined : { years, end: unit?.end ?? at + 1 }
  }
  const number = numberAt(tokens, at)
  if (!number) return undefined
  let { value, end } = number
  if (token!.number!.kind === 'whole' && token!.lower.endsWith('yo')) return { years: value + shift, end }
  // "Twelve and a half".
  if (
    lowerAt(tokens, end) === 'and' &&
    lowerAt(tokens, end + 1) === 'a' &&
    lowerAt(tokens, end + 2) === 'half'
  )
    end += 3
  const next = lowerAt(tokens, end)
  if (/^(?:ish|odd|something)$/.test(next)) {
    const unit = unitAt(tokens, end + 1)
    if (unit && !unit.isAge) return undefined
    return { years: value + shift + (next === 'ish' ? 0 : WITHIN_DECADE), end: unit?.end ?? end + 1 }
  }
  const unit = unitAt(tokens, end)
  if (unit?.isAge) return { years: value / unit.perYear + (unit.perYear === 1 ? shift : 0), end: unit.end }
  if (unit || value > OLDEST) return undefined
  // "18 to 22", "12 or 13", "35-40".
  const link = /^(?:to|or|–|—|and)$/.test(next) ? end + 1 : end
  const upper = numberAt(tokens, link)
  if (
    upper &&
    upper.value > value &&
    upper.value <= value + 15 &&
    (link > end || token!.number!.kind === 'figures')
  ) {
    const later = unitAt(tokens, upper.end)
    if (later?.isAge || isFree(tokens[upper.end]))
      return isLed || later?.isAge
        ? { years: (value + upper.value) / 2, end: later?.isAge ? later.end : upper.end }
        : undefined
  }
  if (lowerAt(tokens, end) === 'or' && lowerAt(tokens, end + 1) === 'so') end += 2
  else if (lowerAt(tokens, end) === 'plus') end += 1
  return isLed && (isFree(tokens[end]) || (shift !== 0 && isVerb(tokens[end]!)))
    ? { years: value + shift, end }
    : undefined
}

/** An ordinal birthday: "her seventieth birthday", "celebrates his 40th". */
export function birthdayAt(tokens: readonly Token[], at: number): AgeInText | undefined {
  const ten = tokens[at]?.number?.kind === 'ten' ? tokens[at]!.number!.value : 0
  const ordinal = tokens[at + (ten ? 1 : 0)]?.ordinal
  if (ordinal === undefined || (ten > 0 && ordinal > 9)) return undefined
  const end = at + (ten ? 2 : 1)
  return { years: ten + ordinal, end: lowerAt(tokens, end) === 'birthday' ? end + 1 : end }
}
