import {
  isAllCapitals as isCapitals,
  sentenceFromCapitals,
  wordsFromCapitals,
  wordsFromStyle,
} from '../../speech/capitals.ts'
import { slugParts } from '../headings/slug-line.ts'
import type { SaidContext, TokenClass } from '../token-class.ts'

/** A word in Latin script, including apostrophes. */
const WORD = /[\p{Script=Latin}\p{M}]+(?:'[\p{Script=Latin}\p{M}]+)*/gu
/** Final Draft displays labels in capitals, which hides how they were typed. */
const SENTENCES = new Set(['Dialogue', 'Action', 'Character', 'Parenthetical', 'Lyrics'])

/** Each part of a slug line by itself: "INT. Mast house - cONTINUOUS". */
const slugInSmall = (text: string): string => {
  let small = ''
  for (const { from, to } of slugParts(text)) {
    const part = text.slice(from, to)
    small +=
      text.slice(small.length, from) + (isCapitals(part) ? sentenceFromCapitals(part) : wordsFromStyle(part))
  }
  return small + text.slice(small.length)
}

const inSmall = (text: string, { type, isHeading, isAllCapitals }: SaidContext): string => {
  if (isHeading) return slugInSmall(text)
  if (isAllCapitals && type !== 'Character') return sentenceFromCapitals(text)
  return SENTENCES.has(type) ? wordsFromCapitals(text) : wordsFromStyle(text)
}

/** Words in capitals are read as the words they are: "the SCREEN DOOR". */
export const capitals: TokenClass = {
  name: 'capitals',
  *find(text, context) {
    const small = inSmall(text, context)
    // A letter whose other case has another length.
    if (small === text || small.length !== text.length) return
    for (const { index: from, 0: word } of text.matchAll(WORD)) {
      const words = small.slice(from, from + word.length)
      if (words !== word) yield { from, to: from + word.length, words }
    }
  },
}
