import { PATTERNS } from '../line-patterns.ts'

const QUOTED = /^["“”„«»‹›'‘’「『《〈]\s*(.*?)\s*["“”»«›‹'’」』》〉]$/u
const OPEN = /^["“„«‹「『《〈]/u
const CLOSED = /["“”»«›‹」』》〉]$/u

export const unquoted = (text: string): string => text.replace(QUOTED, '$1')

/** The name of an episode: quoted words, optionally in parentheses. */
export const quotedWords = (text: string): string | undefined => {
  const bare = text.replace(/^\(\s*(.*?)\s*\)$/u, '$1')
  // An apostrophe starts no quotation: 'Tis Pity.
  if (/^['‘]\p{Lu}.+['’]$/u.test(bare)) return unquoted(bare)
  if (!OPEN.test(bare) || !CLOSED.test(bare) || bare.length < 3) return undefined
  return unquoted(bare)
}

const BRACKETED = /^(?:\([^()]*(?:\([^()]*\)[^()]*)*\)|\[[^[\]]*\]|<+[^<>]*>+|\{+[^{}]*\}+)$/u

export const inBrackets = (text: string): string | undefined =>
  BRACKETED.test(text) ? text.replace(/^[([<{]+\s*|\s*[)\]>}]+$/gu, '') : undefined

/** A template's placeholder for a title. Non-English templates put it in brackets. */
export const isPlaceholder = (text: string): boolean =>
  inBrackets(text) !== undefined || PATTERNS.placeholder.test(unquoted(text).replace(/[\s.:…]+$/u, ''))
