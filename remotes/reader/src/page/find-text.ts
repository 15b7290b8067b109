import type { Line } from '@andscene/contracts/script'

/** Folds case and accents, so that "cafe" finds "CAFÉ". */
const fold = (text: string) => text.normalize('NFKD').replace(/\p{M}/gu, '').toLowerCase()

/** Indexes of the lines that hold the words, in order. Nothing is found for nothing. */
export function findLines(lines: readonly Pick<Line, 'text' | 'character'>[], words: string): number[] {
  const wanted = fold(words.trim())
  if (wanted === '') return []
  const found: number[] = []
  for (const [index, line] of lines.entries()) {
    if (fold(line.text).includes(wanted)) found.push(index)
  }
  return found
}

/** The place in `found` of the first hit at or behind a line, starting over at the end. */
export function nearestHit(found: readonly number[], line: number): number {
  const place = found.findIndex((index) => index >= line)
  return place < 0 ? 0 : place
}
