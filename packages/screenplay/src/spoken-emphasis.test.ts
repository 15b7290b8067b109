import { expect, test } from 'vitest'
import { spokenEmphasis } from './spoken-emphasis.ts'

const emphasized = (spoken: string, written: string, ...words: string[]) =>
  spokenEmphasis(
    spoken,
    written,
    words.map((word) => [written.indexOf(word), word.length]),
  ).map(([at, length]) => spoken.slice(at, at + length))

test.each([
  ['I never asked you.', 'I NEVER asked you.', ['NEVER'], ['never']],
  ['Room twenty-one, now!', 'Room 21, now!', ['21', 'now'], ['twenty-one', 'now']],
  ['It was nineteen ninety-four then.', 'It was 1994 then.', ['1994'], ['nineteen', 'ninety-four']],
  ['He left early.', 'He left (to Anna) early.', ['Anna'], []],
  ['Nothing.', 'Nothing.', [], []],
])('product §5: in "%s", from "%s", %j is %j', (spoken, written, words, expected) => {
  expect(emphasized(spoken, written, ...words)).toEqual(expected)
})
