import { expect, test } from 'vitest'
import { line } from '../../testing/line.ts'
import { offScreenParts } from './off-screen-parts.ts'

const speech = (at: number, character: string, cue: string) => [
  line(at, 'Character', cue, { character }),
  line(at + 1, 'Dialogue', 'Hello?', { character }),
]

test('product §2 off-screen lines are counted for each character, with the place of the first that has one', () => {
  const lines = [
    ...speech(0, 'ANNA', 'ANNA'),
    ...speech(2, 'BEN', 'BEN (V.O.)'),
    ...speech(4, 'BEN', 'BEN (ON RADIO)'),
    ...speech(6, 'BEN', 'BEN (O.S.)'),
    ...speech(8, 'BEN', 'BEN'),
    ...speech(10, 'CARL', 'CARL (O.S.)'),
  ]
  expect([...offScreenParts(lines)]).toEqual([
    ['BEN', { lines: 3, place: 'radio' }],
    ['CARL', { lines: 1, place: 'door' }],
  ])
})
