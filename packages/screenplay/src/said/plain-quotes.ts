/** Typographic variants and how the rules expect them. */
export const QUOTES: readonly (readonly [RegExp, string])[] = [
  [/[’‘ʼ´`]/g, "'"],
  [/[“”„‟]/g, '"'],
  [/…/g, '...'],
]

const UNUSUAL = /[’‘ʼ´`“”„‟…]/

/** Works for texts with and without a map of their characters. */
export const plainQuotes = <T extends { text: string; replace(pattern: RegExp, by: string): T } | string>(
  text: T,
): T =>
  UNUSUAL.test(typeof text === 'string' ? text : text.text)
    ? QUOTES.reduce((plain, [pattern, by]) => plain.replace(pattern, by) as T, text)
    : text
