import type { WordTime } from '@andscene/contracts/voices/word-time'
import type { AzureWord } from './azure-connections.ts'

/** Most characters between two words: a word that is not found is left out. */
const FAR = 100

/** Places in the SSML differ from those in the text, so the words are found one after the other. */
export function wordTimes(text: string, words: readonly AzureWord[]): WordTime[] {
  let after = 0
  return words.flatMap(({ text: word, fromMs, lengthMs }) => {
    const at = text.indexOf(word, after)
    if (at < 0 || at > after + FAR || word === '') return []
    after = at + word.length
    return { at, length: word.length, startMs: fromMs, endMs: fromMs + lengthMs }
  })
}
