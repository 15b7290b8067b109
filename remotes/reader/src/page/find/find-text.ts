import type { NoteRange } from '@andscene/contracts/notes'
import type { Line } from '@andscene/contracts/script'

/** Letters and signs that Unicode does not decompose. */
const PLAIN = new Map([
  ...Object.entries({ ß: 'ss', ø: 'o', ł: 'l', đ: 'd', ð: 'd', æ: 'ae', œ: 'oe', ı: 'i', ς: 'σ' }),
  ...[...'‘’‚‛ʼ'].map((sign) => [sign, "'"] as const),
  ...[...'“”„‟«»'].map((sign) => [sign, '"'] as const),
  ...[...'‐‒–—―−'].map((sign) => [sign, '-'] as const),
  ...[...'\n\t'].map((sign) => [sign, ' '] as const),
])
const TO_PLAIN = new RegExp(`[${[...PLAIN.keys()].join('')}]`, 'gu')

/** Folds case, accents and typographic signs and drops invisible characters: "cafe" finds "CA\u00adFÉ". */
export const fold = (text: string): string =>
  text
    .normalize('NFKD')
    .replace(/[\p{M}\p{Default_Ignorable_Code_Point}]/gu, '')
    .toLowerCase()
    .replace(TO_PLAIN, (sign) => PLAIN.get(sign)!)

/** Returns the indexes of the lines that contain the words, in order; none for an empty search. */
export function findLines(lines: readonly Pick<Line, 'text'>[], words: string): number[] {
  const wanted = fold(words).trim()
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

/** Returns where a text contains the words, without overlaps; offsets in UTF-16 units. */
export function hitsOf(text: string, words: string): NoteRange[] {
  const wanted = fold(words).trim()
  if (wanted === '') return []
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
  const hits: NoteRange[] = []
  let done = 0
  for (let hit = folded.indexOf(wanted); hit >= 0; hit = folded.indexOf(wanted, hit + wanted.length)) {
    const start = from[hit]!
    const end = from[hit + wanted.length]!
    if (start < done) continue
    hits.push({ start, end })
    done = end
  }
  return hits
}
