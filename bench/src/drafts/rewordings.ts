import { pick, upTo, type Random } from '@andscene/screenplay/testing/random'

/** The line in other words; further texts are lines of their own. `isChange` is false for mere typography. */
type Rewording = (text: string, random: Random) => { texts: string[]; isChange: boolean }

const OTHER_WORDS =
  'really maybe quietly tonight honestly somewhere almost never always perhaps finally again'.split(' ')

const inWords =
  (change: (words: string[], random: Random) => string[]): Rewording =>
  (text, random) => {
    const words = text.split(' ')
    const changed = words.length < 4 ? words : change([...words], random)
    return { texts: [changed.join(' ')], isChange: true }
  }

const replaceWord = inWords((words, random) =>
  words.with(upTo(random, words.length), pick(random, OTHER_WORDS)),
)
const replaceTwo = inWords((words, random) =>
  words.length < 7
    ? [...words.slice(0, -1), pick(random, OTHER_WORDS)]
    : words
        .with(upTo(random, words.length), pick(random, OTHER_WORDS))
        .with(upTo(random, words.length), pick(random, OTHER_WORDS)),
)
const insertWord = inWords((words, random) =>
  words.toSpliced(upTo(random, words.length), 0, pick(random, OTHER_WORDS)),
)
const replaceSome = inWords((words, random) =>
  words.map((word) => (random() < 0.2 ? pick(random, OTHER_WORDS) : word)),
)
const trimEnd = inWords((words, random) => words.slice(0, Math.ceil(words.length * (0.55 + random() * 0.35))))
const trimStart = inWords((words, random) => words.slice(Math.floor(words.length * (0.1 + random() * 0.35))))
const expand = inWords((words, random) => [
  ...words,
  ...Array.from({ length: Math.ceil(words.length * random() * 0.6) }, () => pick(random, OTHER_WORDS)),
])
const swapHalves = inWords((words) => {
  const half = words.length >> 1
  return [...words.slice(half), ...words.slice(0, half)]
})
/** Two letters of a long word change places. */
const typo: Rewording = (text, random) => {
  const long = [...text.matchAll(/[a-z]{5,}/g)]
  if (long.length === 0 || text.split(' ').length < 3) return { texts: [text], isChange: false }
  const at = pick(random, long).index + 1
  const [a, b] = [text[at]!, text[at + 1]!]
  return { texts: [text.slice(0, at) + b + a + text.slice(at + 2)], isChange: a !== b }
}
const typography: Rewording = (text) => ({
  texts: [
    text
      .replaceAll("'", '’')
      .replaceAll('--', '—')
      .replaceAll('...', '…')
      .replaceAll(/"([^"]*)"/g, '“$1”')
      .replaceAll(' ', '  '),
  ],
  isChange: false,
})
/** The longer part stays the line, the rest becomes another. */
const split: Rewording = (text) => {
  const words = text.split(' ')
  if (words.length < 8) return { texts: [text], isChange: false }
  const at = Math.ceil(words.length * 0.65)
  return { texts: [words.slice(0, at).join(' '), words.slice(at).join(' ')], isChange: true }
}

export const REWORDINGS: readonly Rewording[] = [
  replaceWord,
  replaceWord,
  replaceTwo,
  replaceSome,
  insertWord,
  trimEnd,
  trimStart,
  expand,
  swapHalves,
  typo,
  typography,
  split,
]
