import { oneLine } from '../normalise-text.ts'

/** A longer direction describes an action. */
const LIMIT = 100
const BREAK = /[,;:.!?…–—/|、，。；：]|\s-+\s|--/

/** The phrases in the lists of a data file, separated by commas. */
export const phrasesOf = (lists: readonly string[]): string[] => lists.join(', ').split(', ')

/** Words of a direction as they are compared: "Rapid-fire" is "rapid fire". */
const plainWords = (text: string): string =>
  oneLine(
    text
      .normalize('NFC')
      .replace(/[’‘`´]/g, "'")
      .replace(/[\p{Pd}\s"“”«»„*_]+/gu, ' '),
  )

/** The parts of a direction between its brackets and commas, as written; empty for a long text. */
export function directionParts(text: string): string[] {
  if (text.length > LIMIT) return []
  return text
    .replace(/[()[\]（）［］【】]/g, ' , ')
    .split(BREAK)
    .map(plainWords)
    .filter((part) => part !== '')
}
