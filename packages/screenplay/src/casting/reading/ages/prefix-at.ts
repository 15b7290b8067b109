import data from '../../../../data/ages.json' with { type: 'json' }
import { lowerAt, type Token } from '../tokens.ts'

/** Words before a number, such as "the wrong side of", with the years that they add; longest first. */
const PREFIXES = new Map<string, { words: readonly string[]; shift: number }[]>()
for (const [shift, phrases] of Object.entries(data.before))
  for (const phrase of phrases) {
    const [first = '', ...words] = phrase.split(' ')
    const known = PREFIXES.get(first) ?? []
    known.push({ words, shift: Number(shift) })
    PREFIXES.set(first, known)
  }
for (const known of PREFIXES.values()) known.sort((a, b) => b.words.length - a.words.length)

/** The words before a number at a token: the index after them, and how many years they add. */
export function prefixAt(tokens: readonly Token[], at: number): { end: number; shift: number } | undefined {
  for (const { words, shift } of PREFIXES.get(lowerAt(tokens, at)) ?? [])
    if (words.every((word, offset) => lowerAt(tokens, at + 1 + offset) === word))
      return { end: at + 1 + words.length, shift }
  return undefined
}
