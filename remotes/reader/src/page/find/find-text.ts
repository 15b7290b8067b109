import type { Line } from '@andscene/contracts/script'

/** Folds case and accents, so that "cafe" finds "CAFÉ". */
export const fold = (text: string): string => text.normalize('NFKD').replace(/\p{M}/gu, '').toLowerCase()

/** Returns the indexes of the lines that contain the words, in order; none for an empty search. */
export function findLines(lines: readonly Pick<Line, 'text'>[], words: string): number[] {
  const wanted = fold(words.trim())
  if (wanted === '') return []
  const found: number[] = []
  for (const [index, line] of lines.entries()) {
    if (fold(line.text).includes(wanted)) found.push(index)
  }
  return found
}

/** Returns the position in `found` of the first hit at or after a line, starting over at the end. */
export function nearestHit(found: readonly number[], line: number): number {
  const position = found.findIndex((index) => index >= line)
  return position < 0 ? 0 : position
}

export type TextPart = { text: string; isHit: boolean }

export function markWords(text: string, words: string): TextPart[] {
  const wanted = fold(words.trim())
  if (wanted === '') return [{ text, isHit: false }]
  // Folding changes lengths: store the original position of each folded character.
  let folded = ''
  const from: number[] = []
  let at = 0
  for (const character of text) {
    const plain = fold(character)
    folded += plain
    for (let unit = 0; unit < plain.length; unit += 1) from.push(at)
    at += character.length
  }
  from.push(text.length)
  const parts: TextPart[] = []
  let done = 0
  for (let hit = folded.indexOf(wanted); hit >= 0; hit = folded.indexOf(wanted, hit + wanted.length)) {
    const start = from[hit]!
    const end = from[hit + wanted.length]!
    if (start < done) continue
    if (start > done) parts.push({ text: text.slice(done, start), isHit: false })
    parts.push({ text: text.slice(start, end), isHit: true })
    done = end
  }
  if (done < text.length) parts.push({ text: text.slice(done), isHit: false })
  return parts
}
