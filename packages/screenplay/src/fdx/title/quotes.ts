const QUOTED = /^["“”„«»‹›'‘’「『《〈]\s*(.*?)\s*["“”»«›‹'’」』》〉]$/u
const OPEN = /^["“„«‹「『《〈]/u
const CLOSED = /["“”»«›‹」』》〉]$/u

/** Strips the quotation marks of a title in quotes. */
export const unquoted = (text: string): string => text.replace(QUOTED, '$1')

/** Words that stand wholly in quotation marks, perhaps in round brackets: how an episode is named. */
export const quotedWords = (text: string): string | undefined => {
  const bare = text.replace(/^\(\s*(.*?)\s*\)$/u, '$1')
  // An apostrophe opens no episode: 'Tis Pity.
  if (/^['‘]\p{Lu}.+['’]$/u.test(bare)) return unquoted(bare)
  if (!OPEN.test(bare) || !CLOSED.test(bare) || bare.length < 3) return undefined
  return unquoted(bare)
}
