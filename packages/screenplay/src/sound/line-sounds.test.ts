import type { CharacterSound } from '@andscene/contracts/character-sound'
import { describe, expect, test } from 'vitest'
import { cuePlaces, lineSound, paceOf } from './line-sounds.ts'

const speech = (character: string, cue: string, ...texts: string[]) => [
  { type: 'Character', text: cue, character },
  ...texts.map((text) => ({ type: text.startsWith('(') ? 'Parenthetical' : 'Dialogue', text, character })),
]
const LINES: { type: string; text: string; character?: string }[] = [
  { type: 'Scene Heading', text: 'INT. HALL - NIGHT' },
  ...speech('ANNA', 'ANNA (O.S.)', 'Hello?', '(into phone)', 'Wait.'),
  ...speech('BEN', 'BEN', 'Yes?', '(over the phone)', 'Now?'),
  { type: 'Action', text: 'A pause.' },
  { type: 'Dialogue', text: 'Still here.', character: 'BEN' },
  { type: 'Scene Heading', text: 'INT. KITCHEN - NIGHT' },
  { type: 'Dialogue', text: 'Who?', character: 'BEN' },
  { type: 'Dialogue', text: 'No one.' },
]
const heard = (characterSounds: Record<string, CharacterSound> = {}) => {
  const places = cuePlaces(LINES)
  return LINES.flatMap((line, index) =>
    line.type === 'Dialogue'
      ? [lineSound(line, places[index], { characterAssignments: {}, characterSounds })?.place ?? 'room']
      : [],
  )
}

describe('product §5: how a line sounds', () => {
  test('off-screen lines are heard as the script says, until the next cue or scene', () => {
    expect(heard()).toEqual(['door', 'door', 'room', 'phone', 'phone', 'room', 'room'])
  })

  test('the place of a character replaces it for all lines, and that of off-screen lines for those', () => {
    expect(heard({ ANNA: { place: 'radio' } }).slice(0, 4)).toEqual(['radio', 'radio', 'room', 'phone'])
    expect(heard({ BEN: { offScreen: 'room' } }).slice(2, 5)).toEqual(['room', 'room', 'room'])
    expect(heard({ BEN: { place: 'radio', offScreen: 'door' } }).slice(2, 5)).toEqual([
      'radio',
      'door',
      'door',
    ])
    expect(heard({ ANNA: { place: 'radio', offScreen: 'room' } }).slice(0, 2)).toEqual(['room', 'room'])
  })

  test('pace and pitch apply to all lines of the character, and to no cue or action', () => {
    const casting = { characterAssignments: {}, characterSounds: { ANNA: { pace: 0.9, pitch: -2 } } }
    const places = cuePlaces(LINES)
    const sounds = LINES.map((line, index) => lineSound(line, places[index], casting))
    expect(sounds[2]).toEqual({ pace: 0.9, pitch: -2, place: 'door' })
    expect([sounds[0], sounds[1], sounds[6]]).toEqual([undefined, undefined, undefined])
  })

  test('a cue places the lines of its own character only, and none of the next act', () => {
    const cue = speech('ANNA', 'ANNA (O.S.)', 'Hello?')
    const places = cuePlaces([
      ...cue,
      { type: 'Dialogue', text: 'Who?', character: 'BEN' },
      { type: 'New Act', text: 'ACT TWO' },
      cue[1]!,
    ])
    expect(places.map((place) => place?.place)).toEqual([undefined, 'door', undefined, undefined, undefined])
  })

  test('in the room is as the clip, and pace is for no cue and no direction', () => {
    const casting = { characterAssignments: {}, characterSounds: { ANNA: { offScreen: 'room' } } } as const
    expect(lineSound({ character: 'ANNA' }, { isOffScreen: true, place: 'door' }, casting)).toBeUndefined()
    const slow = { characterAssignments: {}, characterSounds: { ANNA: { pace: 0.9 } } }
    const paces = ['Character', 'Parenthetical', 'Dialogue'].map((type) =>
      paceOf({ type, text: 'Hm.', character: 'ANNA' }, slow),
    )
    expect(paces).toEqual([1, 1, 0.9])
  })

  test('a character whose name is a property of every object has no sound', () => {
    expect(
      lineSound(
        { character: 'constructor' },
        { isOffScreen: false },
        { characterAssignments: {}, characterSounds: {} },
      ),
    ).toBeUndefined()
  })
})
