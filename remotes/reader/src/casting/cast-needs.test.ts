import { expect, test } from 'vitest'
import { castNeeds, needsText } from './cast-needs.ts'
import { scriptOf } from './testing/script.ts'

const script = scriptOf({ MIRA: {}, JONAS: {} })
const exists = (voiceId: string) => voiceId !== 'gone'
const text = (characterAssignments: Record<string, string>, narrationVoiceId?: string) =>
  needsText(
    castNeeds(script, { characterAssignments, ...(narrationVoiceId && { narrationVoiceId }) }, exists),
  )

const isUncast = (casting: Parameters<typeof castNeeds>[1]) => castNeeds(script, casting, exists).isUncast

test('counts who has no voice, and says so in the singular and the plural', () => {
  expect(text({})).toBe('2 characters need voices')
  expect(text({ MIRA: 'a' })).toBe('1 character needs a voice')
  expect(text({ MIRA: 'a', JONAS: 'b' })).toBe('The narration needs a voice')
  expect(text({ MIRA: 'a', JONAS: 'b' }, 'c')).toBeUndefined()
})

test('product §3 a voice that no longer exists counts as none', () => {
  expect(text({ MIRA: 'gone', JONAS: 'b' }, 'c')).toBe('1 character needs a voice')
})

test('a script is new until anybody has a voice, also if only the headings have one', () => {
  expect(isUncast({ characterAssignments: { MIRA: 'gone' } })).toBe(true)
  expect(isUncast({ characterAssignments: { MIRA: 'a' } })).toBe(false)
  expect(isUncast({ characterAssignments: {}, sceneHeadingVoiceId: 'a' })).toBe(false)
  expect(isUncast({ characterAssignments: {}, narrationVoiceId: 'a' })).toBe(false)
})
