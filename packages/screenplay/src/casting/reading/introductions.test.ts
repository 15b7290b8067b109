import { expect, test } from 'vitest'
import { sections, table } from '../../testing/fixture-files.ts'
import { readParts } from '../../testing/read-parts.ts'
import type { Part } from '../parts.ts'

/** Introductions that the reader gets wrong: they count in the shares only. */
const NOT_READ_YET = 'Not read yet'

const casesOf = (file: string) =>
  sections(file)
    .filter((section) => section !== NOT_READ_YET)
    .flatMap((section) => table(file, section))

const CASES = casesOf('introductions')
const MORE = casesOf('introductions-more')

const genderIn = ({ isGuess, gender }: Part) => (isGuess || gender === undefined ? '-' : gender)
const read = ([script = '', name = '']: readonly string[]) => readParts(script)[name]!

test.each([...CASES, ...MORE])(
  'product §2 reads gender and age from an introduction: %s %s',
  (script, name, gender, age) => {
    const part = read([script!, name!])
    expect([genderIn(part), part.age ?? '-']).toEqual([gender, age])
  },
)

test('product §2 reads 98 of 100 genders and 95 of 100 ages, those counted that it cannot read yet', () => {
  const all = [...CASES, ...MORE, ...table('introductions-more', NOT_READ_YET)]
  const parts = all.map((each) => read(each))
  const right = (value: (part: Part) => string, column: number) =>
    all.filter((each, at) => value(parts[at]!) === each[column]).length / all.length
  expect(right(genderIn, 2)).toBeGreaterThanOrEqual(0.98)
  expect(right(({ age }) => age ?? '-', 3)).toBeGreaterThanOrEqual(0.95)
})

test('product §2 reads the same from ten introductions in one script', () => {
  const right = { gender: 0, age: 0 }
  let count = 0
  for (let from = 0; from < CASES.length; from += 10) {
    const seen = new Set<string>()
    const ten = CASES.slice(from, from + 10).filter(([script, name]) => {
      const cues = [...script!.matchAll(/^([A-Z][^:\n]*): /gm)].map(([, cue]) => cue!)
      const isNew = cues.every((cue) => !seen.has(cue))
      for (const cue of cues) seen.add(cue)
      return isNew && name !== ''
    })
    const parts = readParts(ten.map(([script]) => `INT. A ROOM\n${script}`).join('\n'))
    for (const [, name, gender, age] of ten) {
      const part = parts[name!]!
      count++
      if (genderIn(part) === gender) right.gender++
      if ((part.age ?? '-') === age) right.age++
    }
  }
  expect(count).toBeGreaterThanOrEqual(80)
  expect(right.gender / count).toBeGreaterThanOrEqual(0.98)
  expect(right.age / count).toBeGreaterThanOrEqual(0.95)
})
