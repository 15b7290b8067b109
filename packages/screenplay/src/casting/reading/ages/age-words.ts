import data from '../../../../data/ages.json' with { type: 'json' }
import { wordSet } from '../../../word-set.ts'

/** Words before a number, such as "the wrong side of", by the first, with the years that they add; longest first. */
export const PREFIXES = new Map<string, { words: readonly string[]; shift: number }[]>()
for (const [shift, phrases] of Object.entries(data.before))
  for (const phrase of phrases) {
    const [first = '', ...words] = phrase.split(' ')
    const known = PREFIXES.get(first) ?? []
    known.push({ words, shift: Number(shift) })
    PREFIXES.set(first, known)
  }
for (const known of PREFIXES.values()) known.sort((a, b) => b.words.length - a.words.length)

/** "Early", "mid", "late": years since the start of the decade. */
export const PARTS: ReadonlyMap<string, number> = new Map(Object.entries(data.parts))
/** Words between "early" and "thirties": "late in his thirties" has the owner, "early to mid 40s" the link. */
export const BETWEEN = wordSet('his her their the my your its sa ses seinen ihren sus to or very')

/** Whether an age may start with a word that is no number. */
export const mayStartAge = (word: string): boolean =>
  PREFIXES.has(word) || PARTS.has(word) || BETWEEN.has(word)
