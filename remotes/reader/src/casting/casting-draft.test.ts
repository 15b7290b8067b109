import { expect, test } from 'vitest'
import {
  characterSlot,
  NARRATION,
  sameCasting,
  SCENE_HEADING,
  voiceIn,
  voicesIn,
  withVoice,
  castNeeds,
  needsText,
} from './casting-draft.ts'
import { scriptOf } from './testing/script.ts'

const casting = { characterAssignments: { MIRA: 'a', JONAS: 'b' }, narrationVoiceId: 'c' }

test('assigns and removes a voice without mutating the original casting', () => {
  expect(withVoice(casting, characterSlot('MIRA'), 'z').characterAssignments).toEqual({
    JONAS: 'b',
    MIRA: 'z',
  })
  expect(withVoice(casting, characterSlot('MIRA'), undefined).characterAssignments).toEqual({ JONAS: 'b' })
  expect(withVoice(casting, SCENE_HEADING, 'h')).toEqual({ ...casting, sceneHeadingVoiceId: 'h' })
  expect(casting.characterAssignments).toEqual({ MIRA: 'a', JONAS: 'b' })
})

test('product §4 omits an empty narration voice', () => {
  expect(withVoice(casting, NARRATION, undefined)).not.toHaveProperty('narrationVoiceId')
  expect(withVoice(casting, NARRATION, '')).not.toHaveProperty('narrationVoiceId')
})

test.each(['constructor', '__proto__', 'toString'])('accepts a character named %s', (name) => {
  expect(voiceIn(casting, characterSlot(name))).toBeUndefined()
  const cast = withVoice(casting, characterSlot(name), 'v')
  expect(voiceIn(cast, characterSlot(name))).toBe('v')
  expect(JSON.parse(JSON.stringify(cast)).characterAssignments[name]).toBe('v')
})

test('compares castings by content', () => {
  expect(sameCasting(casting, { ...casting, characterAssignments: { JONAS: 'b', MIRA: 'a' } })).toBe(true)
  expect(sameCasting(casting, withVoice(casting, characterSlot('MIRA'), 'z'))).toBe(false)
  expect(sameCasting(casting, withVoice(casting, SCENE_HEADING, 'z'))).toBe(false)
  expect([...voicesIn(casting)].sort()).toEqual(['a', 'b', 'c'])
})

const script = scriptOf({ MIRA: {}, JONAS: {} })
const exists = (voiceId: string) => voiceId !== 'gone'
const text = (characterAssignments: Record<string, string>, narrationVoiceId?: string) =>
  needsText(
    castNeeds(script, { characterAssignments, ...(narrationVoiceId && { narrationVoiceId }) }, exists),
  )

const isUncast = (given: Parameters<typeof castNeeds>[1]) => castNeeds(script, given, exists).isUncast

test('counts the parts without a voice, in singular and plural', () => {
  expect(text({})).toBe('2 characters need voices')
  expect(text({ MIRA: 'a' })).toBe('1 character needs a voice')
  expect(text({ MIRA: 'a', JONAS: 'b' })).toBe('The narration needs a voice')
  expect(text({ MIRA: 'a', JONAS: 'b' }, 'c')).toBeUndefined()
})

test('product §5 counts no cue that others speak together', () => {
  const joint = scriptOf({ MIRA: {}, JONAS: {}, 'MIRA AND JONAS': {} })
  const needs = (characterAssignments: Record<string, string>) =>
    castNeeds(joint, { characterAssignments }, exists)
  expect(needs({})).toMatchObject({ characters: 2, isUncast: true })
  expect(needs({ MIRA: 'a', JONAS: 'b' }).characters).toBe(0)
})

test('product §3 counts a voice that no longer exists as none', () => {
  expect(text({ MIRA: 'gone', JONAS: 'b' }, 'c')).toBe('1 character needs a voice')
})

test('counts a script as uncast until any part has a voice, even if only the scene headings do', () => {
  expect(isUncast({ characterAssignments: { MIRA: 'gone' } })).toBe(true)
  expect(isUncast({ characterAssignments: { MIRA: 'a' } })).toBe(false)
  expect(isUncast({ characterAssignments: {}, sceneHeadingVoiceId: 'a' })).toBe(false)
  expect(isUncast({ characterAssignments: {}, narrationVoiceId: 'a' })).toBe(false)
})
