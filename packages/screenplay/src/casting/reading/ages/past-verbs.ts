import { wordSet } from '../../../word-set.ts'

const IRREGULAR = wordSet(
  'was were had came went left ran took began got met bought fell won lost made gave put became fought told saw knew kept stood sat sold',
)
const REGULAR = /\w{2}[^e]ed$/

/** Whether a word may be a verb in the past: "entered", "went". */
export const isPastVerb = (word: string): boolean => IRREGULAR.has(word) || REGULAR.test(word)
