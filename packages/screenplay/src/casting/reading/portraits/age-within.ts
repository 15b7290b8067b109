import { wordSet } from '../../../word-set.ts'
import { ageAt, type AgeInText } from '../ages/age-at.ts'
import { lowerAt, type Token } from '../tokens.ts'

const INTO = wordSet('in into')
const ADDING = wordSet('and but')
const AFTER_AGE = wordSet('if or at since last today this next tomorrow yesterday')

/** "Childhood sweethearts now in their seventies", "twice divorced and forty if a day". */
export function ageWithin(
  tokens: readonly Token[],
  from: number,
  to: number,
): { age: AgeInText; from: number; isShared: boolean } | undefined {
  for (let at = from; at < to; at++) {
    const { lower } = tokens[at]!
    const age = INTO.has(lower) ? ageAt(tokens, at, false) : undefined
    if (age)
      return { age, from: at, isShared: tokens.slice(at, age.end).some((token) => token.lower === 'their') }
    if (!ADDING.has(lower)) continue
    const next = lowerAt(tokens, at + 1) === 'is' ? at + 2 : at + 1
    const added = ageAt(tokens, next, true)
    const isLong = added && (added.years > 12 || added.end > next + 1)
    if (isLong && (tokens[added.end]?.isSign || AFTER_AGE.has(lowerAt(tokens, added.end))))
      return { age: added, from: next, isShared: false }
  }
  return undefined
}
