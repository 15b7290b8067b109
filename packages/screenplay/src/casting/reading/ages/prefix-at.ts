import { lowerAt, type Token } from '../tokens.ts'
import { PREFIXES } from './age-words.ts'

/** The words before a number at a token: the index after them, and how many years they add. */
export function prefixAt(tokens: readonly Token[], at: number): { end: number; shift: number } | undefined {
  const known = PREFIXES.get(lowerAt(tokens, at))
  if (!known) return undefined
  for (const { words, shift } of known)
    if (words.every((word, offset) => lowerAt(tokens, at + 1 + offset) === word))
      return { end: at + 1 + words.length, shift }
  return undefined
}
