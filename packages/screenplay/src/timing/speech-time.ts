/** For a voice without a known speed, and a line without a voice. */
export const USUAL_WORDS_PER_MINUTE = 170
/** Fewer than in prose, because voices pause at punctuation. Fits the sample script within 1 % (decision 0027). */
const CHARACTERS_PER_WORD = 5.25
const ONSET_MS = 100
/** Letters with the same speaking time as one Chinese, Japanese or Korean character (a syllable or more). */
const LETTERS_PER_SIGN = 3.5
const SIGNS = /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Hangul}]/gu
const MS_PER_MINUTE = 60_000

/** The length of a text in words of a usual length, so that it does not depend on how a language writes words. */
export function usualWords(text: string): number {
  const signs = text.match(SIGNS)?.length ?? 0
  return (text.length + (LETTERS_PER_SIGN - 1) * signs) / CHARACTERS_PER_WORD
}

/** Estimates how long a voice speaks a number of usual words, in milliseconds at 1×. */
export const wordsMs = (words: number, wordsPerMinute = USUAL_WORDS_PER_MINUTE): number =>
  ONSET_MS + (words / wordsPerMinute) * MS_PER_MINUTE

/** Estimates how long a voice speaks a text, from its characters, in milliseconds at 1×. */
export const speechMs = (text: string, wordsPerMinute?: number): number =>
  wordsMs(usualWords(text), wordsPerMinute)

/** The speed at which `wordsMs` returns the length of known clips; undefined if they are too short to tell. */
export function speedOf({
  words,
  clips,
  ms,
}: {
  words: number
  clips: number
  ms: number
}): number | undefined {
  const spoken = ms - clips * ONSET_MS
  return words > 0 && spoken > 0 ? (words / spoken) * MS_PER_MINUTE : undefined
}
