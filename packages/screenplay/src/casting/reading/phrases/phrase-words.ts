import { wordSet } from '../../../word-set.ts'
import { ageAt } from '../ages/age-at.ts'
import { DETERMINERS, OLD, POSSESSIVES, SMALL, stageOfPair, YOUNG } from '../ages/life-words.ts'
import { lowerAt, type Token } from '../tokens.ts'

/** Words that end a description. */
export const ENDS = wordSet(
  'with who whom whose in of at and or but on to from for as by has have had is was are were be been will would can could than that which while when where behind beside under over through into onto out up down off near next after before because if so then about around like without wearing holding carrying named called known aged at avec qui dans mit der die das con que e et und y',
)
const WORDS_TO_NOUN = 5

export const isPersonToken = (token: Token | undefined) =>
  token !== undefined &&
  (token.noun !== undefined || token.isPerson || token.stage?.kind === 'noun' || token.stage?.kind === 'hint')

/** Whether a noun for a person follows before another description or its end. */
export function isPersonSoon(tokens: readonly Token[], at: number): boolean {
  for (let next = at; next < at + WORDS_TO_NOUN; next++) {
    const token = tokens[next]
    if (
      !token ||
      (token.isSign && token.lower !== ',') ||
      DETERMINERS.has(token.lower) ||
      POSSESSIVES.has(token.lower) ||
      (next > at && ENDS.has(token.lower) && token.lower !== 'and')
    )
      return false
    if (isPersonToken(token)) return true
  }
  return false
}

/** Whether a word without a determiner can start a description. */
export function startsBare(tokens: readonly Token[], at: number): boolean {
  const token = tokens[at]!
  return (
    isPersonToken(token) ||
    token.stage !== undefined ||
    token.accent !== undefined ||
    OLD.has(token.lower) ||
    YOUNG.has(token.lower) ||
    SMALL.has(token.lower) ||
    stageOfPair(token.lower, lowerAt(tokens, at + 1)) !== undefined ||
    (token.number !== undefined && ageAt(tokens, at, false) !== undefined)
  )
}
