import { plainBrokenSpeech } from './broken-speech.ts'
import { plainHeteronyms } from './heteronyms.ts'
import { plainInitials, plainPunctuation, plainQuotes, spelledLetters } from './punctuation.ts'
import { joinedPhrases } from './words.ts'

/** English words as this lexicon and its alphabet of marks have them; the order matters. `text` is clean. */
export function plainEnglish(text: string): string {
  const plain = spelledLetters(joinedPhrases(plainPunctuation(plainQuotes(text))))
  return plainInitials(plainBrokenSpeech(plainHeteronyms(plain)))
    .replace(/\( +| +\)/g, (bracket) => bracket.trim())
    .replace(/\s+/g, ' ')
    .trim()
}
