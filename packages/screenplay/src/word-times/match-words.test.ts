import { processorMs } from '@andscene/testing/processor-time'
import { expect, test } from 'vitest'
import { matchWords } from './match-words.ts'

/** `word=found` for each word. */
const matched = (text: string, other: string) =>
  matchWords(text, other)
    .map(({ at, length, found }) => {
      const word = text.slice(at, at + length)
      const same = found && other.slice(found.at, found.at + found.length)
      return word === same ? word : `${word}=${same}`
    })
    .join(' ')

test.each([
  ['I never asked you.', 'I never asked you.', 'I never asked you'],
  ['get out, “Anna” — now!', 'GET OUT, "ANNA" -- NOW!', 'get=GET out=OUT Anna=ANNA now=NOW'],
  ['Room twenty-one is here', 'Room 21 is here', 'Room twenty-one=21 is here'],
  ['nineteen ninety four was it', '1994 was it', 'nineteen=1994 ninety=1994 four=1994 was it'],
  ['at five thirty p m sharp', 'at 5:30 pm sharp', 'at five=5:30 thirty=5:30 p=pm m=pm sharp'],
  ["I, I don't know", 'I-I don’t know', "I=I-I I=I-I don't=don’t know"],
  ['Doctor Who', 'Dr. Who', 'Doctor=Dr Who'],
  ["don't go", 'he said, don’t go', "don't=don’t go"],
  ['he left (to Anna) early', 'he left early', 'he left to=undefined Anna=undefined early'],
  ['he left early', 'he left (to Anna) early', 'he left early'],
  ['क्या हुआ?', 'क्या हुआ?', 'क्या हुआ'],
  ['', 'a', ''],
  ['a', '', 'a=undefined'],
])('finds the words of "%s" in "%s"', (text, other, expected) => {
  expect(matched(text, other)).toBe(expected)
})

test('finds words again after one of many rewritten stretches', () => {
  const text = Array.from({ length: 200 }, (_, n) => `one two three word${n}`).join(' ')
  const other = Array.from({ length: 200 }, (_, n) => `123 word${n}`).join(' ')
  const found = matchWords(text, other).filter(({ at }) => text.startsWith('word', at))
  expect(
    found.every(
      ({ at, length, found: same }) =>
        same && text.slice(at, at + length) === other.slice(same.at, same.at + same.length),
    ),
  ).toBe(true)
})

test.each(['a ', "a'", '1.', '-a', 'ab '])('takes time in proportion to the length of "%s"…', (unit) => {
  const text = unit.repeat(100_000 / unit.length)
  expect(processorMs(() => matchWords(text, 'b '.repeat(50_000)))).toBeLessThan(1_000)
})
