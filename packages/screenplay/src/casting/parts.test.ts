import { expect, test } from 'vitest'
import { table } from '../testing/fixture-files.ts'
import { readParts } from '../testing/read-parts.ts'
import { partsOf } from './parts.ts'

const told = (gender: string) => (gender === '-' ? undefined : gender)

test.each(table('casting', 'Gender'))('the likely gender of a part by %s', (_by, script, name, gender) => {
  expect(readParts(script)[name]!.gender).toBe(told(gender))
})

test.each(table('casting', 'A man and a woman'))('pronouns of a man and a woman: %s', (script) => {
  const { JACK, MARY } = readParts(script)
  expect([JACK?.gender, MARY?.gender]).toEqual(['male', 'female'])
})

test.each(table('casting', 'Cues alone'))('of %s is %s by the cue alone', (name, gender) => {
  expect(partsOf([], [name])[0]?.gender).toBe(told(gender))
})

/** What is known of each part, as the table writes it. */
const described = (script: string) =>
  Object.values(readParts(script)).map(({ name, person, gender, age, accent, because }) => {
    const details = [person !== name && `is ${person}`, gender, age, accent, because && `by ${because}`]
    return [`${name}:`, ...details.filter(Boolean)].join(' ')
  })

test.each(table('casting', 'People'))('people: %s', (_what, script, parts) => {
  expect(described(script).join('; ')).toBe(parts)
})

test('counts lines and scenes of speech', () => {
  const parts = readParts('INT. A\nBRAM: One.\nBRAM: Two.\nINT. B\nOTTEN: Three.\nBRAM: Four.')
  expect(parts['BRAM']).toMatchObject({ lineCount: 3, scenes: new Set([1, 2]) })
  expect(parts['OTTEN']).toMatchObject({ lineCount: 1, scenes: new Set([2]) })
})

test('an accent in the aside before the first words is theirs', () => {
  const character = 'OTTEN'
  const lines = [
    { type: 'Parenthetical', text: '(in a soft Irish accent)', character },
    { type: 'Dialogue', text: 'Well.', character },
  ]
  expect(partsOf(lines, [character])[0]?.accent).toBe('irish')
})
