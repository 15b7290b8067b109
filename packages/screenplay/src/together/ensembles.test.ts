import { expect, test } from 'vitest'
import { partsOf } from '../casting/parts.ts'
import { given, voices } from '../testing/cast-suggestions.ts'
import { ensemblesOf, isVoiced } from './ensembles.ts'

const speech = (character: string) => ({ type: 'Dialogue', character, text: 'Hello.' })
const SCENES = [
  { type: 'Scene Heading', text: 'INT. HALL' },
  ...['ANNA', 'BEN', 'ANNA AND BEN', 'ALL', 'ANNA AND BEN', 'CROWD'].map(speech),
  { type: 'Scene Heading', text: 'INT. SEA' },
  ...['BEN', 'CARL', 'BOTH', 'ALL'].map(speech),
]

test('product §5: finds the cues that others speak together', () => {
  expect(Object.fromEntries(ensemblesOf(SCENES))).toEqual({
    'ANNA AND BEN': [['ANNA', 'BEN']],
    ALL: [
      ['BEN', 'ANNA'],
      ['CARL', 'BEN'],
    ],
    BOTH: [['CARL', 'BEN']],
  })
})

test('product §5: a cue with a line of its own voice needs one', () => {
  const alone = [{ type: 'Scene Heading', text: 'INT. HALL' }, speech('ALL')]
  expect(ensemblesOf([...SCENES, ...alone]).has('ALL')).toBe(false)
})

const cast = (...names: string[]) => ({
  characterAssignments: Object.fromEntries(names.map((name) => [name, `v:${name}`])),
})

test('product §5: is voiced if at least two of each group have voices', () => {
  const { ALL: all } = Object.fromEntries(ensemblesOf(SCENES))
  expect(isVoiced(all, cast('ANNA', 'BEN'))).toBe(false)
  expect(isVoiced(all, cast('ANNA', 'BEN', 'CARL'))).toBe(true)
  expect(isVoiced(all, cast('ANNA', 'BEN', 'CARL'), (id) => id !== 'v:CARL')).toBe(false)
  expect(isVoiced(undefined, cast('ANNA'))).toBe(false)
})

test('product §5: a suggested cast gives them no voice, and keeps one that they have', () => {
  const names = ['ANNA', 'BEN', 'ANNA AND BEN', 'ALL', 'CROWD', 'CARL', 'BOTH']
  const parts = partsOf(SCENES, names)
  expect(Object.keys(given({ parts, voices })).sort()).toEqual(['ANNA', 'BEN', 'CARL', 'CROWD'])
  const casting = { characterAssignments: { ALL: voices[0]!.voiceId } }
  expect(given({ parts, voices, casting })).toMatchObject(casting.characterAssignments)
})
