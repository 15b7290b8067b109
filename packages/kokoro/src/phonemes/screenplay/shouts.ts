import { isAllCapitals, sentenceFromCapitals, wordsFromCapitals } from '@andscene/screenplay/speech/capitals'

const SHOUTED = /(?<![\p{L}\p{M}\p{N}.'])\p{Lu}[\p{Lu}\p{M}]+(?:'\p{Lu}+)*(?![\p{L}\p{N}]|\.\p{L})/gu
/** Acronyms that are said as a word. */
const SAID = new Set('NASA NATO SWAT AWOL OPEC UNESCO FEMA AIDS NASCAR'.split(' '))

/** Where it is not "us". */
const COUNTRY =
  /(?<=\b(?:the|The) )US\b(?! \p{Lu}{2})|\bUS(?= (?:\p{Lu}\p{Ll}|troops|government|army|marshals?|navy|military|president|dollars?|citizens?|soil|embassy|senator))/gu

/** No song. */
const CITY = /(?<!\bLA[ ,-]{1,2})\bLA\b(?!'|[ ,-]{1,2}LA\b)/g
const OFFICE =
  /(?<=\b(?:the|a|an|this|that|our|your|my|his|her|assistant|by|as|of) )(?:DA|ER|PI|ADA|EP|PA|PE|OR)\b/g

/** Words that are shouted as the words they are; acronyms stay: "GET OUT, FBI!" is "Get out, FBI!" */
export function plainShouts(text: string): string {
  // Letters alone are letters.
  if (!/\p{Lu}{2}/u.test(text)) return text
  if (isAllCapitals(text)) return sentenceFromCapitals(text)
  return text
    .replace(COUNTRY, 'U.S.')
    .replace(CITY, 'L.A.')
    .replace(OFFICE, (letters) => [...letters].map((letter) => `${letter}.`).join(''))
    .replace(SHOUTED, (word) => {
      if (SAID.has(word)) return word
      const asWord = wordsFromCapitals(word)
      return asWord === word ? word : word.toLowerCase()
    })
    .replace(/(?<=\b(?:\p{Ll}+|I) )A(?= \p{Ll})/gu, 'a')
}
