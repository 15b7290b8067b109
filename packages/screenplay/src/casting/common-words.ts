import data from '../../data/common-words.json' with { type: 'json' }
import { wordSet } from './word-set.ts'

const sets = (lists: Record<string, string>): Record<string, ReadonlySet<string>> =>
  Object.fromEntries(Object.entries(lists).map(([language, words]) => [language, wordSet([words])]))

/** The most frequent words of dialogue by language, for languages in Latin letters. */
export const COMMON_WORDS = sets(data.latin)
/** The same for languages in Cyrillic letters. */
export const CYRILLIC_WORDS = sets(data.cyrillic)
