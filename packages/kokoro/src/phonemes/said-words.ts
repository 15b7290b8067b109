import { matchWords, type Span } from '@andscene/screenplay/word-times/match-words'
import { isPhoneme } from './tokens.ts'

/** A word or mark of a text: its range, and its phonemes. */
export type SaidWord = Span & { phonemes: string }
export type SaidText = { phonemes: string; words: SaidWord[] }
/** A word in the phonemes of a run: the tokens from `first` to before `end`. */
export type RunWord = Span & { first: number; end: number }

const NO_SOUND = /[\s;:,.!?…—"“”()]/

/** The words of `plain`, which is a text that was rewritten, with their ranges in that text. Marks have none. */
export function wordsIn(text: string, plain: string, words: readonly SaidWord[]): SaidWord[] {
  const matched = matchWords(plain, text)
  let next = 0
  return words.map(({ at, length, phonemes }) => {
    while (next < matched.length && matched[next]!.at + matched[next]!.length <= at) next++
    let from = Infinity
    let to = 0
    for (let n = next; n < matched.length && matched[n]!.at < at + length; n++) {
      const { found } = matched[n]!
      if (!found) continue
      from = Math.min(from, found.at)
      to = Math.max(to, found.at + found.length)
    }
    return from < to ? { at: from, length: to - from, phonemes } : { at: 0, length: 0, phonemes }
  })
}

/** Finds the words in runs of their phonemes; runs may lack some marks and spaces. */
export function wordsOfRuns(words: readonly SaidWord[], runs: readonly string[]): RunWord[][] {
  const sounds = words.flatMap((word) =>
    [...word.phonemes].flatMap((phoneme) => (/\s/.test(phoneme) ? [] : { phoneme, word })),
  )
  let next = 0
  return runs.map((run) => {
    const found: (RunWord & { word: SaidWord })[] = []
    let token = 0
    for (const phoneme of run) {
      const here = token
      if (isPhoneme(phoneme)) token++
      if (/\s/.test(phoneme)) continue
      // Marks may be missing on either side.
      const isMark = NO_SOUND.test(phoneme)
      if (!isMark) while (sounds[next] && NO_SOUND.test(sounds[next]!.phoneme)) next++
      if (sounds[next]?.phoneme !== phoneme) continue
      const { word } = sounds[next++]!
      if (isMark || word.length === 0 || token === here) continue
      const last = found.at(-1)
      if (last?.word === word) last.end = token
      else found.push({ word, at: word.at, length: word.length, first: here, end: token })
    }
    return found.map(({ word: _word, ...each }) => each)
  })
}

/** Phonemes for a clause whose words cannot be separated there: by the share of phonemes that each has alone. */
export function sharedPhonemes(
  words: readonly Span[],
  lengths: readonly number[],
  phonemes: string,
): SaidWord[] {
  const all = lengths.reduce((sum, length) => sum + length, 0)
  let before = 0
  return words.map(({ at, length }, index) => {
    const from = Math.round((before / all) * phonemes.length)
    before += lengths[index]!
    return { at, length, phonemes: phonemes.slice(from, Math.round((before / all) * phonemes.length)) }
  })
}
