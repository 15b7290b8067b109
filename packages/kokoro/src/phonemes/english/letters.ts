import { contextsOf } from './letter-contexts.ts'
import { phonemesOfBytes } from './phoneme-bytes.ts'
import type { SortedTable } from './sorted-table.ts'
import { PRIMARY, SECONDARY, withStress } from './stress.ts'

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
