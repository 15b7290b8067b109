import { lowerAt, type Token } from '../tokens.ts'
import type { AgeInText } from './age-at.ts'
import { BETWEEN, PARTS } from './age-words.ts'

/** A person in a decade is counted as this many years older than its start: "60s" are up to 64 years. */
export const WITHIN_DECADE = 4
const HALF_DECADE = 5
const MOST_WORDS_BEFORE = 6
/** "Teens" start at ten, but no one in their teens is younger than 13. */
const TEENS = { start: 10, plain: 16, oldest: 19 }

/** A decade of life: "forties", "early to mid 40s", "his late thirties". */
export function decadeAt(tokens: readonly Token[], from: number): AgeInText | undefined {
  let at = from
  let within: number | undefined
  while (at < from + MOST_WORDS_BEFORE) {
    const token = tokens[at]
    const part = token && PARTS.get(token.lower)
    if (part !== undefined) within = within === undefined ? part : (within + part) / 2 + 1
    else if (!token || token.isSign || !BETWEEN.has(token.lower)) break
    at++
  }
  // "In his sixth decade".
  const ordinal = tokens[at]?.ordinal
  if (ordinal && ordinal > 1 && lowerAt(tokens, at + 1) === 'decade')
    return { years: ordinal * 10 - HALF_DECADE, end: at + 2 }
  const number = tokens[at]?.number
  if (number?.kind === 'decade') {
    const { value } = number
    const isTeens = value === TEENS.start
    const years = isTeens ? yearsInTeens(within) : value + (within ?? WITHIN_DECADE)
    return { years, end: at + 1 }
  }
  // "Mid thirty", German "Mitte vierzig".
  if (within !== undefined && number && number.value % 10 === 0 && number.value > 10)
    return { years: number.value + within, end: at + 1 }
  return undefined
}

const yearsInTeens = (within: number | undefined): number =>
  within === undefined ? TEENS.plain : Math.min(TEENS.start + within + 1, TEENS.oldest)
