import { EMPHASIS_LIMIT } from '@andscene/contracts/voices/deliveries'
import type { Emphasis } from '@andscene/contracts/voices/delivery'
import type { SaidWord } from './said/said-line.ts'

/**
 * Returns the places in the spoken text of words that are emphasized in the written one. Emphasis is stored by the
 * written text, so it survives changes of what is said.
 */
export const spokenEmphasis = (words: readonly SaidWord[], emphasis: readonly Emphasis[]): Emphasis[] =>
  words
    .filter(({ from, to }) => emphasis.some(([at, length]) => from < at + length && at < to))
    .map(({ at, length }): Emphasis => [at, length])
    .slice(0, EMPHASIS_LIMIT)
