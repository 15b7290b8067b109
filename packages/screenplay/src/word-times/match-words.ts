/** A range of a text, in UTF-16 units. */
export type Span = { at: number; length: number }

/** `found`: the same word in the other text; undefined if that has no such word. */
export type MatchedWord = Span & { found: Span | undefined }

const WORD = /[\p{L}\p{M}\p{N}]+(?:['’.,&@_/:-][\p{L}\p{M}\p{N}]+)*/gu

/** How many words further the texts may be equal again: bounds the work for texts of any length. */
const AHEAD = 24

type Word = Span & { folded: string }

const wordsOf = (text: string): Word[] =>
  Array.from(text.matchAll(WORD), ({ 0: word, index }) => ({
    at: index,
    length: word.length,
    folded: word.toLowerCase().replaceAll('’', "'"),
  }))

/**
 * Finds each word of a text in another form of the text. Words that were rewritten ("20", "twenty") are matched by
 * their place between equal ones: several words may be found in one.
 */
export function matchWords(text: string, other: string): MatchedWord[] {
  const words = wordsOf(text)
  if (text === other) return words.map(({ at, length }) => ({ at, length, found: { at, length } }))
  const others = wordsOf(other)
  const matched: MatchedWord[] = []
  for (let n = 0, m = 0; n < words.length;) {
    const [rewritten, into] = untilEqual(words, others, n, m)
    if (rewritten + into > 0) {
      matched.push(...inPlace(words.slice(n, n + rewritten), others.slice(m, m + into)))
      n += rewritten
      m += into
    } else matched.push(...inPlace([words[n++]!], [others[m++]!]))
  }
  return matched
}

/** Counts the words of both texts before the nearest equal ones; a pair if none is near, the rest at the end. */
function untilEqual(words: readonly Word[], others: readonly Word[], n: number, m: number): [number, number] {
  const rest = [words.length - n, others.length - m] as const
  for (let sum = 0; sum <= AHEAD; sum++)
    for (let skipped = 0; skipped <= sum; skipped++) {
      const word = words[n + skipped]
      if (word !== undefined && word.folded === others[m + sum - skipped]?.folded)
        return [skipped, sum - skipped]
    }
  return Math.max(...rest) <= AHEAD || Math.min(...rest) === 0 ? [...rest] : [1, 1]
}

/** Rewritten words: one by one if there are as many, else by the share of letters before them. */
function inPlace(words: readonly Word[], others: readonly Word[]): MatchedWord[] {
  const letters = lettersOf(words)
  const otherLetters = lettersOf(others)
  let before = 0
  return words.map(({ at, length, folded }, index) => {
    const middle = ((before + folded.length / 2) / letters) * otherLetters
    before += folded.length
    const place = words.length === others.length ? index : wordAt(others, middle)
    const found = others[place]
    return { at, length, found: found && { at: found.at, length: found.length } }
  })
}

const lettersOf = (words: readonly Word[]) => words.reduce((sum, { folded }) => sum + folded.length, 0)

function wordAt(words: readonly Word[], letter: number): number {
  let end = 0
  return words.findIndex(({ folded }) => letter < (end += folded.length))
}
