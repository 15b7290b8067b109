import type { Gender } from '../../cue-words.ts'
import type { Paragraph } from '../paragraph.ts'
import { isEnd, lowerAt } from '../tokens.ts'

/** "Bex, nineteen, …": whether a token is a name that is no character's. */
export function isUnknownName({ tokens, found, isName }: Paragraph, at: number, isFirst: boolean): boolean {
  const token = tokens[at]!
  if (!token.isCapital || token.number || token.accent || token.place || token.honorific || isName(at))
    return false
  // The surname of a character.
  if (found.some(({ end }) => end === at)) return false
  if (token.isCaps || token.firstName !== undefined) return true
  return !isFirst && lowerAt(tokens, at - 1) === ',' && isEnd(tokens[at + 1])
}

/** Whether the paragraph names someone of a gender who is no character. */
export const namesOther = ({ tokens, isName }: Paragraph, gender: Gender): boolean =>
  tokens.some(({ isCaps, firstName }, at) => isCaps && firstName === gender && !isName(at))
