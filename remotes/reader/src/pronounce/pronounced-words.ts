import type { Line, Script } from '@andscene/contracts/script'
import type { Pronunciation } from '@andscene/contracts/voices/pronunciation'
import { foldedWord, soundsIn } from '@andscene/screenplay/pronunciation/sounds-in'

const WORD = /[\p{L}\p{M}\p{N}]+(?:['’][\p{L}\p{M}\p{N}]+)*/gu
const POSSESSIVE = /['’]s$/i

/** The words in them would be a direction, which is not said. */
const BRACKETS = /[()[\]{}]/g

/** Longest text of a preview, in characters. */
const SAMPLE_LIMIT = 120

/** The sentence of a line that contains the word, without its brackets; the word itself if there is none of that length. */
export function sampleOf(line: Line | undefined, word: string): string {
  const text = (line?.text ?? '').replaceAll(BRACKETS, '')
  const sentences = text.match(/[^.!?…]+[.!?…]*/gu) ?? []
  const found = sentences.find((sentence) => contains(sentence, word))?.trim()
  return found !== undefined && found.length <= SAMPLE_LIMIT ? found : word
}

const ANY = { says: 'uh', as: 'respelling' } as const
const contains = (text: string, word: string): boolean => soundsIn(text, [{ ...ANY, word }]).length > 0

/** The first line that says the word, of the character if one is given. */
export const lineWith = (
  lines: readonly Line[],
  word: string,
  character: string | undefined,
): Line | undefined =>
  lines.find(
    (line) =>
      (character === undefined
        ? line.type !== 'Character'
        : line.type === 'Dialogue' && line.character === character) && contains(line.text, word),
  )

/** The words of all names, each once, in their order. */
export function wordsOfNames(script: Script): string[] {
  const words = new Map<string, string>()
  for (const { character } of script.content.characters)
    for (const [word] of character.matchAll(WORD)) {
      const name = word.replace(POSSESSIVE, '')
      if (/\p{L}{2}/u.test(name) && !words.has(foldedWord(name))) words.set(foldedWord(name), name)
    }
  return [...words.values()]
}

/** A row of the list: a pronunciation, or a word or name that has none. */
export type WordRow = { word: string; pronunciation: Pronunciation | undefined; isUnknown: boolean }

/** Every name of a character and every pronunciation, words that no dictionary has first. */
export function rowsOf(
  list: readonly Pronunciation[],
  { names, unknown }: { names: readonly string[]; unknown: readonly string[] },
): WordRow[] {
  const given = new Set(list.map(({ word }) => foldedWord(word)))
  const isOpen = (word: string) => !given.has(foldedWord(word))
  const toCheck = unknown.filter(isOpen)
  const covered = new Set(toCheck.map(foldedWord))
  const others = names.filter((name) => isOpen(name) && !covered.has(foldedWord(name)))
  return [
    ...toCheck.map((word) => ({ word, pronunciation: undefined, isUnknown: true })),
    ...list.map((pronunciation) => ({ word: pronunciation.word, pronunciation, isUnknown: false })),
    ...others.map((word) => ({ word, pronunciation: undefined, isUnknown: false })),
  ]
}
