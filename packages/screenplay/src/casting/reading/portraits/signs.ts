import { wordSet } from '../../../word-set.ts'

/** Signs that open a description before or after a name. */
export const OPENS = wordSet(', ( : — – --')
/** Words that say that a description is of several persons. */
export const TOGETHER = wordSet('both each all neither none')
