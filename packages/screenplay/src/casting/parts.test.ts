import { processorMs } from '@andscene/testing/processor-time'
import { expect, test } from 'vitest'
import { table } from '../testing/fixture-files.ts'
import { readParts } from '../testing/read-parts.ts'
import { partsOf } from './parts.ts'

const genderIn = (gender: string) => (gender === '-' ? undefined : gender)

test.each(table('casting', 'Gender'))('guesses the gender of a part by %s', (_by, script, name, gender) => {
  expect(readParts(script)[name]!.gender).toBe(genderIn(gender))
})

test.each(table('casting', 'A man and a woman'))('resolves pronouns of a man and a woman: %s', (script) => {
  const { JACK, MARY } = readParts(script)
  expect([JACK?.gender, MARY?.gender]).toEqual(['male', 'female'])
})

test.each(table('casting', 'Cues alone'))('guesses from the cue %s alone: %s', (name, gender) => {
  expect(partsOf([], [name])[0]?.gender).toBe(genderIn(gender))
})

test.each(table('casting', 'Names that do not tell the gender'))('only guesses from the cue %s', (name) => {
  expect(partsOf([], [name])[0]?.isGuess).toBe(true)
})

test.each(['HALMONI', 'ABUELA', 'DEDUSHKA', 'OPA', 'LAOLAO', 'BABAANNE', 'OJIISAN', 'JIDDO'])(
  'the grandparent %s is old',
  (name) => {
    expect(partsOf([], [name])[0]?.age).toBe('old')
  },
)

/** Describes each part in the format of the table. */
const described = (script: string) =>
  Object.values(readParts(script)).map(({ name, person, gender, age, accent, because }) => {
    const details = [person !== name && `is ${person}`, gender, age, accent, because && `by ${because}`]
    return [`${name}:`, ...details.filter(Boolean)].join(' ')
  })

test.each(table('casting', 'People'))('describes people: %s', (_what, script, parts) => {
  expect(described(script).join('; ')).toBe(parts)
})

test('product §3 does not read what is struck out', () => {
  const text = 'BRAM, an old woman, waits.'
  const styles = [{ start: 4, end: 18, struck: true }]
  const ofBram = (line: object) => partsOf([{ type: 'Action', text, ...line }], ['BRAM'])[0]
  expect(ofBram({})?.gender).toBe('female')
  expect(ofBram({ styles })?.age).toBeUndefined()
  expect(ofBram({ styles })?.gender).not.toBe('female')
})

test('counts spoken lines and their scenes', () => {
  const parts = readParts('INT. A\nBRAM: One.\nBRAM: Two.\nINT. B\nOTTEN: Three.\nBRAM: Four.')
  expect(parts['BRAM']).toMatchObject({ lineCount: 3, scenes: new Set([1, 2]) })
  expect(parts['OTTEN']).toMatchObject({ lineCount: 1, scenes: new Set([2]) })
})

test("reads an accent from a parenthetical before the character's first line", () => {
  const character = 'OTTEN'
  const lines = [
    { type: 'Parenthetical', text: '(in a soft Irish accent)', character },
    { type: 'Dialogue', text: 'Well.', character },
  ]
  expect(partsOf(lines, [character])[0]?.accent).toBe('irish')
})

const timeToRead = (lines: Parameters<typeof partsOf>[0]) => processorMs(() => partsOf(lines, ['ADA']))

test.each(['ADA, ', 'They. ', '9 candles ', 'her pension ', 'a man, ADA, ', ', forty'])(
  'reads a line full of %j in linear time',
  (words) => {
    const text = `A couple. ADA ${words.repeat(50_000)}`
    expect(timeToRead([{ type: 'Action', text }])).toBeLessThan(2_000)
  },
)

test('reads a monologue full of addresses in linear time', () => {
  const line = { type: 'Dialogue', text: 'Sir. '.repeat(100), character: 'ADA' }
  expect(timeToRead(Array.from({ length: 3_000 }, () => line))).toBeLessThan(4_000)
})
