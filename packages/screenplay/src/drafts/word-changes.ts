import { commonSequence } from './common-sequence.ts'
import { normalText } from './normal-line.ts'

type Range = { start: number; length: number }
type Word = Range & { key: string; isWord: boolean }

const SEGMENTER = new Intl.Segmenter(undefined, { granularity: 'word' })

/** Words and signs, without spaces. */
const wordsOf = (text: string): Word[] => {
  const words: Word[] = []
  for (const { segment, index, isWordLike } of SEGMENTER.segment(text))
    if (/\S/.test(segment))
      words.push({
        start: index,
        length: segment.length,
        key: normalText(segment),
        isWord: isWordLike === true,
      })
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
 * typography is no change. Where only a sign changed, the word before it is meant.
 */
export function newWords(oldText: string, newText: string): Range[] {
  const [before, after] = [wordsOf(oldText), wordsOf(newText)]
  const kept = new Set(commonSequence(keysOf(before), keysOf(after)).map(([, index]) => index))
  const changed = after.filter((_, index) => !kept.has(index))
  if (changed.some(({ isWord }) => isWord)) {
    // A sign between two new words belongs to them.
    return joined(
      newText,
      after.filter(
        ({ isWord }, index) =>
          !kept.has(index) &&
          (isWord || isNew(after[index - 1], index - 1, kept) || isNew(after[index + 1], index + 1, kept)),
      ),
    )
  }
  return joined(
    newText,
    after.filter(
      ({ isWord }, index) => !kept.has(index) || (isWord && index + 1 < after.length && !kept.has(index + 1)),
    ),
  )
}

const isNew = (word: Word | undefined, index: number, kept: ReadonlySet<number>) =>
  word?.isWord === true && !kept.has(index)
