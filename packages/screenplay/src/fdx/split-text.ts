import { SPEECH_TEXT_LIMIT } from '@andscene/contracts/limits'

/** Leaves room for text added by normalization for speech ("INT." becomes "Interior."). */
export const LINE_TEXT_LIMIT = Math.floor(SPEECH_TEXT_LIMIT * 0.8)
/** Shortest piece when splitting at the end of a sentence. */
const SHORTEST_PIECE = Math.floor(LINE_TEXT_LIMIT / 2)

const BREAKS = ['\n', '. ', '? ', '! ', '。', '; ', ', ', ' ']

const breakBefore = (text: string, from: number): number => {
  const piece = text.slice(from, from + LINE_TEXT_LIMIT)
  for (const mark of BREAKS) {
    const at = piece.lastIndexOf(mark)
    if (at >= SHORTEST_PIECE) return from + at + mark.length
  }
  // Never splits a surrogate pair.
  const end = from + LINE_TEXT_LIMIT
  const code = text.charCodeAt(end)
  return code >= 0xdc00 && code <= 0xdfff ? end - 1 : end
}

/** Splits a paragraph that is too long for one clip at sentence ends, without adding or removing anything. */
export const splitText = (text: string): string[] => {
  const pieces: string[] = []
  let from = 0
  while (text.length - from > LINE_TEXT_LIMIT) {
    const end = breakBefore(text, from)
    pieces.push(text.slice(from, end))
    from = end
  }
  pieces.push(text.slice(from))
  return pieces
}
