import { expect, test } from 'vitest'
import { fdxOf, paragraph } from '../testing/fixture-files.ts'
import { saidOf } from './say.ts'

const file = (rows: readonly (readonly [string, string])[]) =>
  new TextEncoder().encode(fdxOf(rows.map(([type, text]) => paragraph(type, text)).join('')))

test('npm run fdx -- say lists each line with its words in an English voice', async () => {
  const rows = await saidOf(
    file([
      ['Scene Heading', 'INT. ROOM 12 - DAY'],
      ['Action', 'The women wait for what they are owed: $40.'],
      ['Character', 'ROSA (V.O.)'],
      ['Dialogue', 'You and I were there at 7:15, and they know it.'],
      ['Dialogue', 'No sé qué es lo que quieres. Son las 7:15 en la casa.'],
      ['Action', '—'],
    ]),
    'a.fdx',
  )
  expect(rows).toEqual([
    {
      type: 'Scene Heading',
      character: null,
      text: 'INT. ROOM 12 - DAY',
      spoken: 'Interior. Room twelve. Day.',
    },
    {
      type: 'Action',
      character: null,
      text: 'The women wait for what they are owed: $40.',
      spoken: 'The women wait for what they are owed: forty dollars.',
    },
    { type: 'Character', character: 'ROSA', text: 'ROSA (V.O.)', spoken: 'Rosa' },
    {
      type: 'Dialogue',
      character: 'ROSA',
      text: 'You and I were there at 7:15, and they know it.',
      spoken: 'You and I were there at seven fifteen, and they know it.',
    },
    {
      type: 'Dialogue',
      character: 'ROSA',
      text: 'No sé qué es lo que quieres. Son las 7:15 en la casa.',
      spoken: 'No sé qué es lo que quieres. Son las 7:15 en la casa.',
    },
    { type: 'Action', character: null, text: '—', spoken: '' },
  ])
})
