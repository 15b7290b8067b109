import { normalLines, type MatchedLine, type NormalLine } from './normal-line.ts'

/** A draft prepared for matching. Numbers stand for equal keys, speakers and words in both drafts. */
export type DraftText = {
  lines: readonly NormalLine[]
  keys: readonly number[]
  /** The words of each line; the second "the" of a line differs from the first. */
  words: readonly (readonly number[])[]
  /** The text of each line of few words, without the signs at its end. */
  short: readonly (string | undefined)[]
}

const FEW_WORDS = 3
const SHORT = 40
const LAST_SIGNS = /[^\p{L}\p{N}]+$/u

/** Words; letters of scripts without spaces one by one. */
const WORD =
  /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Thai}\p{Script=Lao}\p{Script=Khmer}\p{Script=Myanmar}]|[\p{L}\p{N}\p{M}]+(?:'[\p{L}\p{N}\p{M}]+)*/gu

/** Characters of a line whose words are compared: half a page of speech. */
const LONGEST = 1_200

/** Prepares two drafts. */
export function draftTexts(...drafts: (readonly MatchedLine[])[]): DraftText[] {
  const normal = normalLines()
  const keyNumber = numbers()
  const wordNumber = numbers()
  /** By word: the last line with it, and how often it was in that line. */
  const lastLine: number[] = []
  const repeats: number[] = []
  let line = 0
  return drafts.map((draft) => {
    const lines = normal(draft)
    const words = lines.map(({ kind, key }) => {
      line++
      return (key.slice(kind.length, LONGEST).match(WORD) ?? []).map((word) => {
        const number = wordNumber(word)
        if (lastLine[number] !== line) {
          lastLine[number] = line
          repeats[number] = 1
          return number
        }
        return wordNumber(`${word} ${++repeats[number]!}`)
      })
    })
    return {
      lines,
      keys: lines.map(({ key }) => keyNumber(key)),
      words,
      short: lines.map(({ kind, key }, index) =>
        kind !== 'cue' && key.length <= SHORT && words[index]!.length <= FEW_WORDS
          ? key.slice(kind.length + 1).replace(LAST_SIGNS, '')
          : undefined,
      ),
    }
  })
}

const numbers = () => {
  const known = new Map<string, number>()
  return (text: string): number => {
    let number = known.get(text)
    if (number === undefined) known.set(text, (number = known.size))
    return number
  }
}
