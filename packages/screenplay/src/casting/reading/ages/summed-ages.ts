import { wordSet } from '../../../word-set.ts'
import { isEnd, lowerAt, type Token } from '../tokens.ts'
import { ageAhead, ageBehind } from './near-ages.ts'
import { numberAt, type NumberInText } from './number-at.ts'
import { isPastVerb } from './past-verbs.ts'

const STARTS = wordSet('at was')
const UNITS = wordSet("years years' years’ year seasons winters summers springs harvests")
const AFTER_UNIT = wordSet('ago later on in now since straight and back inside after service')
const OF_AGE = wordSet('age girl boy lad child kid')
const MORE = wordSet('straight more long full whole')
/** Ages at which something starts. */
const EARLIEST = 4
const LATEST = 60

const BORN = wordSet('born came arrived')
const CHILDREN = wordSet('him her them daughter son child baby twins')
const BIRTH_REACH = 6
const YOUNGEST_PARENT = 13

/** "Her mother had her at thirty-five", "who was twenty-nine when she was born", with the child's age. */
function parentIn(tokens: readonly Token[]): { years: number; from: number; to: number } | undefined {
  for (let at = 2; at < tokens.length; at++) {
    const before = lowerAt(tokens, at - 1)
    if (!tokens[at]!.number || (before !== 'at' && before !== 'was')) continue
    const number = numberAt(tokens, at)!
    if (number.value < YOUNGEST_PARENT) continue
    const isHad =
      before === 'at' &&
      CHILDREN.has(lowerAt(tokens, at - 2)) &&
      (lowerAt(tokens, at - 3) === 'had' || lowerAt(tokens, at - 4) === 'had')
    const after = tokens.slice(number.end, number.end + BIRTH_REACH)
    const isBorn =
      before === 'was' && after[0]?.lower === 'when' && after.some(({ lower }) => BORN.has(lower))
    const child = isHad || isBorn ? (ageBehind(tokens, at - 1) ?? ageAhead(tokens, number.end)) : undefined
    if (child !== undefined) return { years: number.value + child, from: at - 1, to: number.end }
  }
  return undefined
}

/** "At twenty", "was twenty", "at the age of twenty", "as a girl of twenty". */
const isStartBefore = (tokens: readonly Token[], at: number): boolean =>
  STARTS.has(lowerAt(tokens, at - 1)) ||
  (lowerAt(tokens, at - 1) === 'of' && OF_AGE.has(lowerAt(tokens, at - 2)))

/** Whether a sentence is about the past: "at thirty she looks as ten years ago" has no sum. */
function isPast(tokens: readonly Token[], within: number): boolean {
  let from = within
  while (from > 0 && !tokens[from - 1]!.isStop) from--
  for (let at = from; tokens[at] && !tokens[at]!.isStop; at++) if (isPastVerb(tokens[at]!.lower)) return true
  return false
}

/** "She entered the convent at eighteen; that was sixty years ago": the sum of an age and of the years since. */
export function summedAgeIn(
  tokens: readonly Token[],
): { years: number; from: number; to: number } | undefined {
  const parent = parentIn(tokens)
  if (parent) return parent
  let start: NumberInText | undefined
  let startAt = 0
  let span: NumberInText | undefined
  let spanAt = 0
  for (let at = 0; at < tokens.length; at++) {
    const number = tokens[at]!.number && !tokens[at - 1]?.number ? numberAt(tokens, at) : undefined
    if (!number) continue
    const unit = MORE.has(lowerAt(tokens, number.end)) ? number.end + 1 : number.end
    if (UNITS.has(lowerAt(tokens, unit))) {
      const after = tokens[unit + 1]
      if (!isEnd(after) && !AFTER_UNIT.has(after!.lower)) continue
      span = number
      spanAt = at
    } else if (
      isStartBefore(tokens, at) &&
      number.value >= EARLIEST &&
      number.value <= LATEST &&
      isPast(tokens, at)
    ) {
      start = number
      startAt = at - 1
    }
  }
  if (!start || !span) return undefined
  return {
    years: start.value + span.value,
    from: Math.min(startAt, spanAt),
    to: Math.max(start.end, span.end + 1),
  }
}
