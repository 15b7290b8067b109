import { expect, test } from 'vitest'
import {
  characterSlot,
  NARRATION,
  sameCasting,
  SCENE_HEADING,
  voiceIn,
  voicesIn,
  withVoice,
} from './casting-draft.ts'

const casting = { characterAssignments: { MIRA: 'a', JONAS: 'b' }, narrationVoiceId: 'c' }

test('gives and takes a voice, and leaves the casting it started from alone', () => {
  expect(withVoice(casting, characterSlot('MIRA'), 'z').characterAssignments).toEqual({
    JONAS: 'b',
    MIRA: 'z',
  })
  expect(withVoice(casting, characterSlot('MIRA'), undefined).characterAssignments).toEqual({ JONAS: 'b' })
  expect(withVoice(casting, SCENE_HEADING, 'h')).toEqual({ ...casting, sceneHeadingVoiceId: 'h' })
  expect(casting.characterAssignments).toEqual({ MIRA: 'a', JONAS: 'b' })
})

test('product §4 an empty narration voice is absent', () => {
  expect(withVoice(casting, NARRATION, undefined)).not.toHaveProperty('narrationVoiceId')
  expect(withVoice(casting, NARRATION, '')).not.toHaveProperty('narrationVoiceId')
})

test.each(['constructor', '__proto__', 'toString'])('a character may be called %s', (name) => {
  expect(voiceIn(casting, characterSlot(name))).toBeUndefined()
  const cast = withVoice(casting, characterSlot(name), 'v')
  expect(voiceIn(cast, characterSlot(name))).toBe('v')
  expect(JSON.parse(JSON.stringify(cast)).characterAssignments[name]).toBe('v')
})

test('compares castings by what they say', () => {
  expect(sameCasting(casting, { ...casting, characterAssignments: { JONAS: 'b', MIRA: 'a' } })).toBe(true)
  expect(sameCasting(casting, withVoice(casting, characterSlot('MIRA'), 'z'))).toBe(false)
  expect(sameCasting(casting, withVoice(casting, SCENE_HEADING, 'z'))).toBe(false)
  expect([...voicesIn(casting)].sort()).toEqual(['a', 'b', 'c'])
})
