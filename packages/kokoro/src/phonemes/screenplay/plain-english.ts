import { plainAbbreviations } from './abbreviations.ts'
import { plainAddresses, plainInitials, plainPunctuation, plainQuotes } from './punctuation.ts'
import { plainBrokenSpeech } from './broken-speech.ts'
import { plainDates } from './dates.ts'
import { plainHeteronyms } from './heteronyms.ts'
import { plainMoney } from './money.ts'
import { plainNumbers } from './numbers.ts'
import { plainRomans } from './romans.ts'
import { plainShouts } from './shouts.ts'
import { plainTimes } from './times.ts'
import { joinedPhrases } from './words.ts'

/** English as it is written in screenplays, as the words that are said; the order matters. `text` is clean. */
export function plainEnglish(text: string, isBritish: boolean): string {
  let plain = joinedPhrases(plainPunctuation(plainAddresses(plainQuotes(text))))
  if (/\d/.test(plain)) {
    plain = plainNumbers(plainMoney(plainDates(plainTimes(plain), isBritish)))
  }
  // Names of kings and abbreviations are recognized by their capitals.
  plain = plainHeteronyms(plainShouts(plainAbbreviations(plainRomans(plain))))
  return plainInitials(plainBrokenSpeech(plain)).replace(/\s+/g, ' ').trim()
}
