/** Words beside a token, in small letters; '' at the edges. `after` has its hyphen or slash: "-based", "/fm". */
export type Neighbors = { before: string; twoBefore: string; after: string; capitalAfter: boolean }

/** Longest stretch that is searched on each side of a token. */
const REACH = 60
const BEFORE = /(?:([\p{L}\p{N}'.]+)\s)?([\p{L}\p{N}'.]+)[\s-]$/u
const AFTER = /^(?:'s(?!\p{L})|\s?[-/]?[\p{L}\p{N}#'.]+)/iu

const small = (word: string) => word.trim().toLowerCase()

export function neighbors(text: string, from: number, to: number): Neighbors {
  const [, first = '', second = ''] = BEFORE.exec(text.slice(Math.max(0, from - REACH), from)) ?? []
  const [next = ''] = AFTER.exec(text.slice(to, to + REACH)) ?? []
  return {
    before: small(second),
    twoBefore: `${small(first)}_${small(second)}`,
    after: small(next).replace(/(?<=.)[.']+$/, ''),
    capitalAfter: /^ \p{Lu}\p{Ll}/u.test(next),
  }
}

/** A table entry: words that must be the whole word, or its beginning ("senat*"). */
export function wordMatcher(entry: string | undefined): (word: string) => boolean {
  const words = new Set<string>()
  const beginnings: string[] = []
  for (const word of (entry ?? '').split(' ')) {
    if (word.endsWith('*')) beginnings.push(word.slice(0, -1))
    else if (word !== '') words.add(word)
  }
  return (word) => words.has(word) || (word !== '' && beginnings.some((each) => word.startsWith(each)))
}
