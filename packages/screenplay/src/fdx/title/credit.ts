import { PATTERNS } from '../line-patterns.ts'

/** Who is named: what it is based on, those who made the series, others (directors, translators), or the writers. */
const CREDITS = {
  source: PATTERNS.source,
  series: PATTERNS.series,
  other: PATTERNS.otherCredit,
  writing: PATTERNS.writing,
}
/** The first of them that a line matches. */
export type Credit = keyof typeof CREDITS

const DASHED_INLINE = /^(.+?)(?:\s[–—-]|,)\sby (?:\p{Lu}[\p{L}.'’-]*\s?){2,4}$/u

/** The words before a credit in the same line: `The Paper Boat, written by A. Writer`. */
export const beforeCredit = (text: string): string | undefined => {
  const quoted = PATTERNS.quotedCredit.exec(text)?.[1]
  if (quoted) return quoted
  const dashed = DASHED_INLINE.exec(text)?.[1]
  if (dashed) return dashed
  const before = PATTERNS.inlineCredit.exec(text)?.[1]
  if (!before || /(?:[,&/]|\b(?:and|by))$/iu.test(before)) return undefined
  const words = before.match(/[\p{L}\p{N}]+/gu) ?? []
  return words.every((word) => PATTERNS.aboutCredit.test(word)) ? undefined : before
}

export const creditOf = (text: string): Credit | undefined =>
  (Object.keys(CREDITS) as Credit[]).find((credit) => CREDITS[credit].test(text))
