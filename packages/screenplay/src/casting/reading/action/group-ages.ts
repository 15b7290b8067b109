import { wordSet } from '../../../word-set.ts'
import { GROUPS } from '../../word-lists.ts'
import { ageAt } from '../ages/age-at.ts'
import { OLD, stageOfPair, YEARS_OF, YOUNG } from '../ages/life-words.ts'
import { LEVEL } from '../evidence.ts'
import { predicateAt } from '../phrases/predicates.ts'
import { lowerAt, type Token } from '../tokens.ts'

const BEFORE_AGE = wordSet('of , (')
const WORDS_BEFORE = 4

type GroupAge = { years: number; level: number; from: number; to: number }

/** "A young couple in their early thirties", "three elderly women", "twins of nine". */
export function ageOfGroup(tokens: readonly Token[], at: number): GroupAge | undefined {
  for (let next = at + 1; next <= at + 2; next++) {
    const isLed = BEFORE_AGE.has(lowerAt(tokens, next))
    const age = ageAt(tokens, isLed ? next + 1 : next, isLed)
    if (age) return { years: age.years, level: LEVEL.stated, from: at, to: age.end }
  }
  // "The twins are eleven."
  const predicate = predicateAt(tokens, at + 1, () => false)
  if (predicate?.years !== undefined)
    return { years: predicate.years, level: LEVEL.stated, from: at, to: predicate.to }
  const years = GROUPS.get(tokens[at]!.lower)
  if (years !== undefined) return { years, level: LEVEL.stage, from: at, to: at + 1 }
  for (let back = at - 1; back >= Math.max(0, at - WORDS_BEFORE); back--) {
    const { lower, isSign, stage, number } = tokens[back]!
    if (isSign) break
    const age = number ? ageAt(tokens, back, false) : undefined
    if (age && age.end <= at) return { years: age.years, level: LEVEL.stated, from: back, to: at + 1 }
    const known =
      stageOfPair(lowerAt(tokens, back - 1), lower) ?? stageOfPair(lower, tokens[back + 1]!.lower) ?? stage
    const told =
      known?.years ?? (YOUNG.has(lower) ? YEARS_OF.young : OLD.has(lower) ? YEARS_OF.old : undefined)
    if (told !== undefined) return { years: told, level: LEVEL.stage, from: back, to: at + 1 }
  }
  return undefined
}
