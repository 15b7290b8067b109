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
