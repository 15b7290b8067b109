import { wordSet } from '../../../word-set.ts'
import { WAYS_OF_SPEAKING } from '../../word-lists.ts'
import { lowerAt, type Token } from '../tokens.ts'

const BEFORE_PLACE = wordSet('from of in out')
const BORN = wordSet('born bred raised')
const COMING = wordSet('late born raised native out')
const WORDS_OF_ORIGIN = 4
const WORDS_OF_ACCENT = 12

/** The accent before a word such as "accent" or "brogue". */
export function accentBefore(tokens: readonly Token[], at: number): string | undefined {
  for (let back = at - 1; back > at - 4; back--) {
    const accent = tokens[back]?.accent ?? tokens[back]?.place
    if (accent) return accent
  }
  return undefined
}

/** "With a thick Irish accent", "in a Kerry brogue". */
export function accentWithin(tokens: readonly Token[], from: number): string | undefined {
  for (let at = from + 1; at < from + WORDS_OF_ACCENT; at++) {
    const token = tokens[at]
    if (!token || token.isStop) return undefined
    const accent = WAYS_OF_SPEAKING.has(token.lower) ? accentBefore(tokens, at) : undefined
    if (accent) return accent
  }
  return undefined
}

/** "Late of Glasgow", "born in Cork", "from Lagos", "Belfast-born". */
export function originAt(tokens: readonly Token[], from: number): string | undefined {
  for (let at = from; at < from + WORDS_OF_ORIGIN; at++) {
    const lower = lowerAt(tokens, at)
    const born = tokens[at]?.place
    if (born && BORN.has(lowerAt(tokens, at + 1))) return born
    if (!BEFORE_PLACE.has(lower)) continue
    const accent = tokens[at + 1]?.place ?? tokens[at + 2]?.place
    if (accent && (lower === 'from' || COMING.has(lowerAt(tokens, at - 1)))) return accent
  }
  return undefined
}
