import { lowerAt, type Token } from '../tokens.ts'
import type { AgeInText } from './age-at.ts'
import { numberAt } from './number-at.ts'

/** Most words of "At three score and ten". */
const LONGEST = 5

/** "At thirty-three he", "At 82, MARGE": the age before a subject. */
export function ageBefore(
  tokens: readonly Token[],
  at: number,
): { age: AgeInText; from: number } | undefined {
  const last = lowerAt(tokens, at - 1) === ',' ? at - 1 : at
  for (let from = last - 2; from >= Math.max(0, last - LONGEST); from--) {
    if (tokens[from]!.isSign) return undefined
    if (tokens[from]!.lower !== 'at') continue
    const number = numberAt(tokens, from + 1)
    return number?.end === last && number.value > 12
      ? { age: { years: number.value, end: last }, from }
      : undefined
  }
  return undefined
}
