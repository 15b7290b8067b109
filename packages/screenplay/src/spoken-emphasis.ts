import { EMPHASIS_LIMIT } from '@andscene/contracts/voices/deliveries'
import type { Emphasis } from '@andscene/contracts/voices/delivery'
import { matchWords } from './word-times/match-words.ts'

/**
 * Returns the places in the spoken text of words that are emphasized in the written one. Words that a normalizer adds or
 * rewrites follow what they stand for, so stored emphasis survives its changes.
 */
export function spokenEmphasis(spoken: string, written: string, emphasis: readonly Emphasis[]): Emphasis[] {
  return matchWords(spoken, written)
    .filter(({ found }) =>
      emphasis.some(([at, length]) => found && found.at < at + length && at < found.at + found.length),
    )
    .map(({ at, length }): Emphasis => [at, length])
    .slice(0, EMPHASIS_LIMIT)
}
