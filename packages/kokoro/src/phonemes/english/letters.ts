import { phonemesOfBytes, type SortedTable } from './sorted-table.ts'
import { PRIMARY, SECONDARY, withStress } from './stress.ts'

/** Letters to the left and right that a rule looks at, from the fewest to the most. */
const WIDTHS: readonly (readonly [left: number, right: number])[] = [
  [0, 0],
  [0, 1],
  [1, 1],
  [1, 2],
  [2, 2],
  [2, 3],
  [3, 3],
  [3, 4],
]

/** Keys of the rules for the letter at `index`, the most general first: the letter is a capital, `#` is the edge. */
const contextsOf = (word: string, index: number): string[] => {
  const edged = `###${word}####`
  const at = index + 3
  return WIDTHS.map(
    ([left, right]) =>
      edged.slice(at - left, at) + edged.charAt(at).toUpperCase() + edged.slice(at + 1, at + 1 + right),
  )
}

/** One primary stress a word. */
const stressed = (phonemes: string): string => {
  const first = phonemes.indexOf(PRIMARY)
  if (first < 0) return withStress(phonemes, 2)
  return phonemes.slice(0, first + 1) + phonemes.slice(first + 1).replaceAll(PRIMARY, SECONDARY)
}

/** Says a word by its letters alone, as the dictionary says words that are spelled like it. `word` is a-z. */
export const saidByLetters = (word: string, rules: SortedTable): string =>
  stressed(
    [...word]
      .map((_, index) => {
        for (const context of contextsOf(word, index).toReversed()) {
          const sound = rules.get(context)
          if (sound !== undefined) return phonemesOfBytes(sound)
        }
        return ''
      })
      .join(''),
  )
