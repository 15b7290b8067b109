import { SPEECH_TEXT_LIMIT } from '@andscene/contracts/limits'

/** Room for what normalisation for speech adds ("INT." becomes "Interior."). */
export const LINE_TEXT_LIMIT = Math.floor(SPEECH_TEXT_LIMIT * 0.8)
/** No piece is shorter than this for the sake of ending with a sentence. */
const SHORTEST_PIECE = Math.floor(LINE_TEXT_LIMIT / 2)

const BREAKS = ['\n', '. ', '? ', '! ', '。', '; ', ', ', ' ']

const breakBefore = (text: string, from: number): number => {
  const piece = text.slice(from, from + LINE_TEXT_LIMIT)
  for (const mark of BREAKS) {
    const at = piece.lastIndexOf(mark)
    if (at >= SHORTEST_PIECE) return from + at + mark.length
  }
  // Never between the two halves of one character.
  const end = from + LINE_TEXT_LIMIT
  const code = text.charCodeAt(end)
  return code >= 0xdc00 && code <= 0xdfff ? end - 1 : end
}

/** Cuts a paragraph that is too long to be spoken in one clip at the ends of sentences; nothing is added or lost. */
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
