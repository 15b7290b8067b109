/** Longest piece for one engine call; bounds its memory and the time until an abort takes effect. */
const CHUNK_LIMIT = 400

/** A text longer than this (characters, about 40 s of sound) is long. */
const LONG_TEXT = 600
export const isLong = (text: string) => text.length > LONG_TEXT

const sentences = new Intl.Segmenter(undefined, { granularity: 'sentence' })
const words = new Intl.Segmenter(undefined, { granularity: 'word' })

/** Whether a text has at least one letter or digit of any script. */
export const isSpeakable = (text: string): boolean => /[\p{L}\p{N}]/u.test(text)

/** After a comma, but not in the phonemes of a word for eSpeak NG, "[[k,al@f'o:nj@]]". */
const BREATH = /(?<=[,;:،、，；])(?![^[\]\s]{0,300}\]\])\s*/u

/**
 * Splits a long text where a speaker would breathe: between sentences, or else after a comma, or else between words.
 */
export function speechChunks(text: string, limit: number = CHUNK_LIMIT): string[] {
  if (text.length <= limit) return [text]
  const pieces = [...sentences.segment(text)]
    .flatMap(({ segment }) => (segment.length <= limit ? [segment] : segment.split(BREATH)))
    .flatMap((piece) => (piece.length <= limit ? [piece] : cutBetweenWords(piece, limit)))
  const chunks: string[] = []
  for (const piece of pieces) {
    const last = chunks.at(-1)
    if (last !== undefined && last.length + piece.length <= limit) chunks[chunks.length - 1] = last + piece
    else chunks.push(piece)
  }
  return chunks.map((chunk) => chunk.trim()).filter(isSpeakable)
}

function cutBetweenWords(text: string, limit: number): string[] {
  const chunks = ['']
  for (const { segment } of words.segment(text)) {
    // A longer "word" is split between characters.
    for (const part of segment.length <= limit ? [segment] : cutCharacters(segment, limit)) {
      if (chunks.at(-1)!.length + part.length > limit) chunks.push('')
      chunks[chunks.length - 1] += part
    }
  }
  return chunks
}

function cutCharacters(text: string, limit: number): string[] {
  const parts = ['']
  for (const character of text) {
    if (parts.at(-1)!.length + character.length > limit) parts.push('')
    parts[parts.length - 1] += character
  }
  return parts
}
