import type { Line, Script } from '@andscene/contracts/script'
import { describe, expect, test } from 'vitest'
import { lineWith, rowsOf, sampleOf, wordsOfNames } from './pronounced-words.ts'
import { wordsAt } from './selected-words.ts'

const line = (text: string, more: Partial<Line> = {}): Line => ({
  _id: 'l',
  type: 'Dialogue',
  character: 'ANNA',
  act: 1,
  text,
  ...more,
})
const at = (text: string, part: string) => {
  const start = text.indexOf(part)
  return wordsAt(text, { start, end: start + part.length })
}

describe('product §5: the word that is selected', () => {
  test.each([
    ['I saw Siobhan’s car.', 'obha', 'Siobhan'],
    ['I saw Siobhan Marsh.', 'bhan Ma', 'Siobhan Marsh'],
    ['(SIOBHAN)', '(SIOBHAN)', 'SIOBHAN'],
    ['the AK-47,', 'AK', 'AK-47'],
    ['“Aoife”', 'Aoife', 'Aoife'],
    ["O'Brien", 'Brien', "O'Brien"],
    ['the ‘Siobhan’s’ sign', '‘Siobhan’s’', 'Siobhan'],
    ["the 'Siobhan's' sign", "Siobhan's'", 'Siobhan'],
    ['Well – yes', ' – ', undefined],
    ['w'.repeat(90), 'ww', undefined],
  ])('in %j at %j is %j', (text, part, word) => expect(at(text, part)).toBe(word))
})

test('product §5: the sentence with the word is heard, in a line of the character', () => {
  const lines = [
    line('SIOBHAN', { type: 'Character' }),
    line('It rains. Where is Siobhan? I am here.'),
    line('Siobhan is late.', { character: 'BEN' }),
  ]
  expect(sampleOf(lines[1], 'siobhan')).toBe('Where is Siobhan?')
  expect(sampleOf(lines[1], 'Aoife')).toBe('Aoife')
  expect(sampleOf(undefined, 'Aoife')).toBe('Aoife')
  expect(sampleOf(line(`Siobhan ${'and '.repeat(50)}`), 'Siobhan')).toBe('Siobhan')
  expect(lineWith(lines, 'Siobhan', undefined)).toBe(lines[1])
  expect(lineWith(lines, 'Siobhan', 'BEN')).toBe(lines[2])
  expect(lineWith(lines, 'Siobhan', 'CARL')).toBeUndefined()
  const aside = line('(to Siobhan)', { type: 'Parenthetical' })
  expect(lineWith([aside, ...lines], 'Siobhan', 'ANNA')).toBe(lines[1])
})

test('product §5: the list has words that no dictionary has, then pronunciations, then all other names', () => {
  const script = {
    content: {
      characters: ['MRS. OKONKWO-BELL', "ANNA'S VOICE", 'ANNA', 'GUARD 2', 'شهرزاد'].map((character) => ({
        character,
      })),
    },
  } as Script
  expect(wordsOfNames(script)).toEqual(['MRS', 'OKONKWO', 'BELL', 'ANNA', 'VOICE', 'GUARD', 'شهرزاد'])
  const anna = { word: 'Anna', says: 'AH-nah', as: 'respelling' } as const
  const rows = rowsOf([anna], { names: ['OKONKWO', 'ANNA', 'GUARD 2'], unknown: ['OKONKWO', 'ANNA'] })
  expect(rows).toEqual([
    { word: 'OKONKWO', pronunciation: undefined, isUnknown: true },
    { word: 'Anna', pronunciation: anna, isUnknown: false },
    { word: 'GUARD 2', pronunciation: undefined, isUnknown: false },
  ])
})
