import type { Token } from './token.ts'
import { PARTS } from './tokenizer-patterns.ts'

export const PUNCTUATION = new Set(';:,.!?—…"“”')
const MARK_TAGS = new Set(['.', ',', '-LRB-', '-RRB-', '``', "''", ':', '$', '#', 'NFP'])
const MARK_OF_TAG: Readonly<Record<string, string>> = { '-LRB-': '(', '-RRB-': ')', '``': '“', "''": '”' }

const markOf = ({ text, tag }: Token): string =>
  MARK_OF_TAG[tag] ?? [...text].filter((character) => PUNCTUATION.has(character)).join('')

const parts = (token: Token): Token[] => {
  if (token.phonemes !== undefined) return [token]
  const texts = token.text.match(PARTS) ?? []
  return texts.map((text, index) => ({ ...token, text, space: index === texts.length - 1 && token.space }))
}

/** What a mark or a sign says, so that no word is looked for in it. */
const readMark = (token: Token, inside: boolean): string | undefined => {
  const { text, tag } = token
  if (text === '—' || text === '–') return '—'
  // Between letters a hyphen joins, whatever the tagger took it for.
  if (text === '-') return tag === ':' && !inside ? '—' : undefined
  return MARK_TAGS.has(tag) && !/^[a-z]+$/i.test(text) ? markOf(token) : undefined
}

/** Tokens without a space between them are one word of several parts. */
export function wordsOf(tokens: readonly Token[]): Token[][] {
  const words: Token[][] = []
  let isOpen = false
  for (const token of tokens) {
    const all = parts(token)
    for (const [at, part] of all.entries()) {
      if (part.phonemes === undefined) {
        part.phonemes = readMark(part, isOpen && !part.space)
        if (part.text === '2' && isBetweenLetters(all, at)) part.alias = 'to'
      }
      const isWhole = part.alias !== undefined || part.phonemes !== undefined
      if (!isWhole && isOpen) {
        part.isHead = false
        words.at(-1)!.push(part)
      } else words.push([part])
      isOpen = !isWhole && !part.space
    }
  }
  return words
}

const isBetweenLetters = (all: readonly Token[], at: number): boolean =>
  at > 0 &&
  at < all.length - 1 &&
  /^\p{L}\p{L}$/u.test(all[at - 1]!.text.slice(-1) + all[at + 1]!.text.slice(0, 1))
