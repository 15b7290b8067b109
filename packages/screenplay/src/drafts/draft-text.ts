import { normalLines, type MatchedLine, type NormalLine } from './normal-line.ts'

/** A draft prepared for matching. Numbers stand for equal keys, speakers and words in both drafts. */
export type DraftText = {
  lines: readonly NormalLine[]
  keys: readonly number[]
  /** The words of each line; the second "the" of a line differs from the first. */
  words: readonly (readonly number[])[]
}

/** Words; letters of scripts without spaces one by one. */
const WORD =
  /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Thai}\p{Script=Lao}\p{Script=Khmer}\p{Script=Myanmar}]|[\p{L}\p{N}\p{M}]+(?:'[\p{L}\p{N}\p{M}]+)*/gu

/** Characters of a line whose words are compared; a page of speech. */
const LONGEST = 2_000

/** Prepares two drafts. */
export function draftTexts(...drafts: (readonly MatchedLine[])[]): DraftText[] {
  const normal = normalLines()
  const keyNumber = numbers()
  const wordNumber = numbers()
  return drafts.map((draft) => {
    const lines = normal(draft)
    return {
      lines,
      keys: lines.map(({ key }) => keyNumber(key)),
      words: lines.map(({ kind, key }) => {
        const counts = new Map<string, number>()
        return (key.slice(kind.length, LONGEST).match(WORD) ?? []).map((word) => {
          const count = (counts.get(word) ?? 0) + 1
          counts.set(word, count)
          return wordNumber(count === 1 ? word : `${word} ${count}`)
        })
      }),
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
