import { commonSequence } from './common-sequence.ts'
import { normalText } from './normal-line.ts'

type Range = { start: number; length: number }
type Word = Range & { key: string; isWord: boolean }

const SEGMENTER = new Intl.Segmenter(undefined, { granularity: 'word' })

/** Words, and runs of signs between them, without spaces. */
const wordsOf = (text: string): Word[] => {
  const words: Word[] = []
  for (const { segment, index, isWordLike } of SEGMENTER.segment(text)) {
    const last = words.at(-1)
    if (!/\S/.test(segment)) continue
    if (last && !last.isWord && !isWordLike && last.start + last.length === index)
      last.length += segment.length
    else words.push({ start: index, length: segment.length, key: '', isWord: isWordLike === true })
  }
  for (const word of words) word.key = normalText(text.slice(word.start, word.start + word.length))
  return words
}

const keysOf = (words: readonly Word[]) => words.map(({ key }) => key)

const joined = (text: string, words: readonly Word[]): Range[] => {
  const ranges: Range[] = []
  for (const { start, length } of words) {
    const last = ranges.at(-1)
    if (last && !/\S/.test(text.slice(last.start + last.length, start)))
      last.length = start + length - last.start
    else ranges.push({ start, length })
  }
  return ranges
}

/**
 * The ranges of the words in `newText` that are not in `oldText`, for the revision color. Whole words in any script;
 * typography is no change. Where only signs changed, the words before them are meant.
 */
export function newWords(oldText: string, newText: string): Range[] {
  const words = wordsOf(newText)
  const kept = new Set(commonSequence(keysOf(wordsOf(oldText)), keysOf(words)).map(([, index]) => index))
  const isNew = (index: number) => index >= 0 && index < words.length && !kept.has(index)
  const isNewWord = (index: number) => isNew(index) && words[index]!.isWord
  const isOnlySigns = !words.some((_, index) => isNewWord(index))
  return joined(
    newText,
    words.filter(({ isWord }, index) =>
      isOnlySigns
        ? isNew(index) || (isWord && isNew(index + 1))
        : isNewWord(index) || (isNew(index) && isNewWord(index - 1) && isNewWord(index + 1)),
    ),
  )
}
