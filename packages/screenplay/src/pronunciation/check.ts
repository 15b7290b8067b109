import { plainName } from '@andscene/contracts/text/names'
import type { Pronunciation } from '@andscene/contracts/voices/pronunciation'
import { readIpa, type IpaFault } from './ipa.ts'

const CAN_BE_SAID = /[\p{L}\p{N}]/u
/** What a spreadsheet would calculate, such as =SUM(A1). */
const FORMULA = /[=\uFF1D]|^[+\-@\uFF0B\uFF0D\uFF20].*\(/u
/** Joiners within words of some languages, which are not invisible characters there. */
const JOINERS = /[\u200c\u200d]/g

/** `on`: the field at fault. `problem`: a sentence for the user. */
export type PronunciationProblem = { on: 'word' | 'says'; problem: string }

/** Returns the pronunciation as it is stored, without invisible characters, or what is wrong with it. */
export function checkedPronunciation<P extends Pick<Pronunciation, 'word' | 'says' | 'as'>>(
  given: P,
): { checked: P } | PronunciationProblem {
  const word = checkedWord(given.word)
  if (word === undefined) return { on: 'word', problem: 'The word has no letter or digit. Enter a word.' }
  if (FORMULA.test(word)) return { on: 'word', problem: 'This is a formula and no word. Enter a word.' }
  if (given.as === 'respelling') {
    const says = plainName(given.says)
    return CAN_BE_SAID.test(says)
      ? { checked: { ...given, word, says } }
      : { on: 'says', problem: 'The pronunciation has no letter. Type the word as it sounds.' }
  }
  const read = readIpa(given.says)
  if ('fault' in read) return { on: 'says', problem: faultSentence(read.fault) }
  return read.ipa === ''
    ? { on: 'says', problem: 'The IPA has no sound. Enter at least one.' }
    : { checked: { ...given, word, says: read.ipa } }
}

/** The word as it is stored; undefined without a letter or digit. */
export function checkedWord(word: string): string | undefined {
  const plain = plainName(word.replaceAll(JOINERS, ''))
  return CAN_BE_SAID.test(plain) ? plain : undefined
}

const faultSentence = ({ position, character }: IpaFault): string =>
  `There is no sound ${named(character)} at position ${position}. Use letters of the International Phonetic Alphabet.`

/** A character in a sentence; an invisible one by its number. */
const named = (character: string): string =>
  plainName(character) === character
    ? `"${character}"`
    : `U+${character.codePointAt(0)!.toString(16).toUpperCase().padStart(4, '0')}`
