import { EMPHASIS_LIMIT } from '@andscene/contracts/voices/deliveries'
import { expect, test } from 'vitest'
import { saidLine } from './said/said-line.ts'
import { spokenEmphasis } from './spoken-emphasis.ts'

const emphasized = (written: string, ...words: string[]) => {
  const said = saidLine({ type: 'Dialogue', text: written })
  return spokenEmphasis(
    said.words,
    words.map((word) => [written.indexOf(word), word.length]),
  ).map(([at, length]) => said.text.slice(at, at + length))
}

test.each([
  ['I NEVER asked you.', ['NEVER'], ['Never']],
  ['Room 21, now!', ['21', 'now'], ['twenty-one', 'now']],
  ['It was 1994 then.', ['1994'], ['nineteen', 'ninety-four']],
  ['He left (to Anna) early.', ['Anna'], []],
  ['Nothing.', [], []],
])('product §5: in "%s" %j is spoken as %j', (written, words, expected) => {
  expect(emphasized(written, ...words)).toEqual(expected)
})

test('product §5: the words next to an emphasized one are not emphasized', () => {
  const { text, words } = saidLine({ type: 'Dialogue', text: 'One, two, three.' })
  const [one, , three] = words
  // From the end of the first word to the start of the last.
  const found = spokenEmphasis(words, [[one!.to, three!.from - one!.to]])
  expect(found.map(([at, length]) => text.slice(at, at + length))).toEqual(['two'])
})

test('a worker takes at most 20 emphasized words; a number may be more', () => {
  const { words } = saidLine({ type: 'Dialogue', text: 'Call 5550123456789 or 5559876543210 now.' })
  expect(words.length).toBeGreaterThan(EMPHASIS_LIMIT)
  const found = spokenEmphasis(words, [[0, 100]])
  expect(found).toEqual(words.slice(0, EMPHASIS_LIMIT).map(({ at, length }) => [at, length]))
})
