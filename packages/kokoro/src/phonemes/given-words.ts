import type { Sound } from '@andscene/contracts/voices/pronunciation'
import { partsWithSounds } from '@andscene/screenplay/pronunciation/sounding-text'
import type { KokoroLanguage } from '../kokoro-voice.ts'
import { phonemesOfIpa } from './given-ipa.ts'
import type { SaidWord } from './said-words.ts'

/** Phonemes that a user gave, by the letter that stands for the word in the text. */
export type GivenWords = ReadonlyMap<string, { word: string; phonemes: string }>
export const NONE_GIVEN: GivenWords = new Map()

/** Yi syllables: letters, so that rules for words apply, of a script that no voice reads. */
const FIRST = 0xa000
const COUNT = 1_165
export const PLACE = /[\uA000-\uA48C]/u

type Marked = {
  text: string
  given: GivenWords
  /** Returns words of `text` with their ranges in the text before. */
  placed(words: readonly SaidWord[]): SaidWord[]
}

/** Replaces each word with IPA by a letter, so that the rules for text keep it as one word. */
export function markedText(text: string, sounds: readonly Sound[], language: KokoroLanguage): Marked {
  const given = new Map<string, { word: string; phonemes: string }>()
  const unchanged = { text, given, placed: (words: readonly SaidWord[]) => [...words] }
  if (PLACE.test(text)) return unchanged
  const starts: { at: number; before: number; longer: number }[] = []
  let marked = ''
  let before = 0
  for (const { text: part, sound } of partsWithSounds(text, sounds)) {
    const phonemes =
      sound?.ipa === undefined || given.size === COUNT ? '' : phonemesOfIpa(sound.ipa, language)
    const letter = String.fromCodePoint(FIRST + given.size)
    if (phonemes !== '') given.set(letter, { word: part, phonemes })
    starts.push({ at: marked.length, before, longer: phonemes === '' ? 0 : part.length - 1 })
    marked += phonemes === '' ? part : letter
    before += part.length
  }
  if (given.size === 0) return unchanged
  const placeOf = (at: number) => starts.findLast((start) => start.at <= at)!
  const placed = (words: readonly SaidWord[]) =>
    words.map(({ at, length, phonemes }) => {
      if (length === 0) return { at, length, phonemes }
      const [first, last] = [placeOf(at), placeOf(at + length - 1)]
      const from = first.before + at - first.at
      const to = last.before + at + length - last.at + last.longer
      return { at: from, length: to - from, phonemes }
    })
  return { text: marked, given, placed }
}
