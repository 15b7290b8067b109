import common from '../../data/common-words.json' with { type: 'json' }
import { wordSet } from '../word-set.ts'

const sets = (lists: Record<string, string>): Record<string, ReadonlySet<string>> =>
  Object.fromEntries(Object.entries(lists).map(([language, words]) => [language, wordSet(words)]))

export const COMMON_WORDS = sets(common.latin)
export const CYRILLIC_WORDS = sets(common.cyrillic)
