import { wordSet } from '../../../word-set.ts'
import { lowerAt, type Token } from '../tokens.ts'
import type { AgeInText } from './age-at.ts'

const SOFTENED = wordSet('barely just hardly only not')
const REACH = 6
/** What someone is old enough to be or do, with the age that it suggests. */
const ENOUGH_FOR: ReadonlyMap<string, number> = new Map(
  (
    [
      [72, 'grandfather grandmother grandad granddad gran grandma grandpa nan grandparent'],
      [52, 'father mother dad mum mom parent'],
      [72, 'remember recall fought known served danced met'],
      [18, 'drive vote drink'],
    ] as const
  ).flatMap(([years, words]) => words.split(' ').map((word) => [word, years] as const)),
)

/** "Old enough to be his grandfather". */
export function oldEnoughAt(tokens: readonly Token[], from: number): AgeInText | undefined {
  const start = SOFTENED.has(lowerAt(tokens, from)) ? from + 1 : from
  if (lowerAt(tokens, start) !== 'old' || lowerAt(tokens, start + 1) !== 'enough') return undefined
  const first = start + 2
  for (let at = first; at < first + REACH && tokens[at] && !tokens[at]!.isSign; at++) {
    const years = ENOUGH_FOR.get(tokens[at]!.lower)
    if (years !== undefined) return { years, end: at + 1 }
  }
  return undefined
}
